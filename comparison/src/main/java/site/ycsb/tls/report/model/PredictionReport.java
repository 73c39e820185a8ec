package site.ycsb.tls.report.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import site.ycsb.tls.model.CostModel;
import site.ycsb.tls.model.fit.Estimate;
import site.ycsb.tls.model.fit.Term;
import site.ycsb.tls.model.prediction.Load;
import site.ycsb.tls.model.prediction.Prediction;
import site.ycsb.tls.model.prediction.Prediction.Cores;
import site.ycsb.tls.model.prediction.Prediction.VariantLoad;
import site.ycsb.tls.model.prediction.Reconnection;
import site.ycsb.tls.report.Formats;
import site.ycsb.tls.report.Json;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Section;
import site.ycsb.tls.report.document.Table;
import site.ycsb.tls.report.document.Table.Cell;
import site.ycsb.tls.report.document.Table.Column;

/**
 * Predictions for a load of the user's, in all formats.
 *
 * @param model what they come from
 * @param load the cores that a load takes; may be empty
 * @param storm how long a reconnection takes; may be empty
 */
public record PredictionReport(
    CostModel model, Optional<Prediction> load, Optional<Reconnection> storm) implements Formats {

  @Override
  public Document document() {
    List<Section> sections = new ArrayList<>();
    List<Document.Answer> answers = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    if (model.quick()) {
      warnings.add("Indicative only: the model was measured with --quick.");
    }
    load.ifPresent(
        prediction -> {
          sections.add(new Section("busy-cores", "Cores", List.of(cores(prediction))));
          answers.addAll(answers(prediction));
          warnings.addAll(prediction.remarks());
        });
    storm.ifPresent(
        reconnection ->
            sections.add(
                new Section(
                    "storm", "All clients connect again", List.of(reconnection(reconnection)))));
    return new Document(
        "Predicted for %s".formatted(model.server().getOrDefault("server", model.binding())),
        load.map(prediction -> List.of(inWords(prediction.load()))).orElse(List.of()),
        answers,
        warnings,
        List.of(),
        sections,
        List.of());
  }

  private static String inWords(Load load) {
    return String.format(
        Locale.ROOT,
        "%,.0f operations/s of %.3g KB, %,.0f new connections/s, %.0f %% of them resumed.",
        load.operationsPerSecond(),
        load.kilobytesPerOperation(),
        load.connectionsPerSecond(),
        100 * load.resumedShare());
  }

  private static Table cores(Prediction prediction) {
    List<List<Cell>> rows = new ArrayList<>();
    for (VariantLoad variant : prediction.variants()) {
      addRow(rows, variant.name(), "client", variant.client());
      addRow(rows, variant.name(), "server", variant.server());
    }
    return new Table(
        "cores",
        "Cores that are busy, with intervals of 95 %; and what TLS takes of them, by what it is spent on.",
        List.of(
            Column.text("variant"),
            Column.text("side"),
            Column.number("cores", ""),
            Column.number("of them TLS", ""),
            Column.text("TLS is")),
        rows);
  }

  private static void addRow(List<List<Cell>> rows, String name, String side, Cores cores) {
    if (cores != null) {
      rows.add(
          List.of(
              Cell.text(name),
              Cell.text(side),
              Cell.number(interval(cores.all()), cores.all().value()),
              cores.byTerm().isEmpty()
                  ? Cell.none()
                  : Cell.number(interval(cores.tls()), cores.tls().value()),
              Cell.text(shares(cores))));
    }
  }

  private static String interval(Estimate cores) {
    return "%s [%s, %s]"
        .formatted(number(cores.value()), number(cores.lower()), number(cores.upper()));
  }

  /** Noise may make an estimate negative, and cores are not. */
  private static String number(double cores) {
    return String.format(Locale.ROOT, "%.3f", Math.max(0, cores));
  }

  /**
   * What TLS is spent on. The terms of the bytes belong together: the later ones correct the first
   * one. Where one is below zero, or the whole is not known to be more than nothing, shares of it
   * say nothing.
   */
  private static String shares(Cores cores) {
    if (cores.byTerm().isEmpty()) {
      return "";
    }
    if (!(cores.tls().lower() > 0)) {
      return "not distinguishable from none";
    }
    Map<String, Double> parts = new LinkedHashMap<>();
    cores.byTerm().forEach((term, part) -> parts.merge(group(term), part, Double::sum));
    parts.values().removeIf(part -> part == 0);
    boolean additive = parts.values().stream().allMatch(part -> part > 0);
    return parts.entrySet().stream()
        .filter(e -> e.getValue() > 0)
        .map(
            e ->
                additive
                    ? String.format(
                        Locale.ROOT,
                        "%.0f %% %s",
                        100 * e.getValue() / cores.tls().value(),
                        e.getKey())
                    : e.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String group(Term term) {
    return switch (term) {
      case KILOBYTE_BEYOND_16, KILOBYTE_BEYOND_32 -> Term.KILOBYTE.label();
      default -> term.label();
    };
  }

  private static List<Document.Answer> answers(Prediction prediction) {
    VariantLoad plain = prediction.variants().get(0);
    List<Document.Answer> answers = new ArrayList<>();
    for (VariantLoad variant : prediction.variants().subList(1, prediction.variants().size())) {
      answers.add(
          new Document.Answer(
              variant.name(),
              "takes "
                  + more(variant.client(), plain.client())
                  + " on the client"
                  + (variant.server() == null
                      ? ""
                      : " and " + more(variant.server(), plain.server()) + " on the server")
                  + ".",
              ""));
    }
    if (answers.size() > 1) {
      answers.add(new Document.Answer(prediction.cheapest().name(), "takes the fewest cores.", ""));
    }
    return answers;
  }

  private static String more(Cores with, Cores without) {
    if (with.tls().value() <= 0) {
      return "no measurable part of a core more";
    }
    return String.format(
        Locale.ROOT,
        "%+.3f cores (%+.1f %%)",
        with.tls().value(),
        100 * with.tls().value() / without.all().value());
  }

  private Table reconnection(Reconnection reconnection) {
    Reconnection.Clients clients = reconnection.clients();
    return new Table(
        "reconnection",
        String.format(
            Locale.ROOT,
            "When half of the clients, and when all, are connected. %,d clients connect at once to a server with %d cores; each waits %.3g s, then tries again after %.3g s, doubled each time up to %.3g s (simulated, seed %d).",
            clients.number(),
            clients.cores(),
            clients.timeoutSeconds(),
            clients.backoffSeconds(),
            clients.mostBackoffSeconds(),
            clients.seed()),
        List.of(
            Column.text("variant"),
            Column.text("handshake"),
            Column.number("server CPU", "µs"),
            Column.number("half after", "s"),
            Column.number("all after", "s"),
            Column.number("attempts", "")),
        reconnection.storms().stream().map(this::row).toList());
  }

  private List<Cell> row(Reconnection.Storm storm) {
    return List.of(
        Cell.text(storm.variant()),
        Cell.text(
            storm.variant().equals(model.baseline().name())
                ? "none"
                : storm.resumed() ? "resumed" : "full"),
        Cell.number(String.format(Locale.ROOT, "%,.0f", storm.micros()), storm.micros()),
        seconds(storm.outcome().halfSeconds()),
        seconds(storm.outcome().allSeconds()),
        Cell.number(
            String.format(Locale.ROOT, "%,d", storm.outcome().attempts()),
            (double) storm.outcome().attempts()));
  }

  private static Cell seconds(OptionalDouble seconds) {
    return seconds.isPresent()
        ? Cell.number(
            String.format(Locale.ROOT, "%.2f", seconds.getAsDouble()), seconds.getAsDouble())
        : Cell.text("not within an hour");
  }

  @Override
  public String json() throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    load.ifPresent(
        prediction -> {
          json.put("load", prediction.load());
          json.put("variants", prediction.variants().stream().map(PredictionReport::json).toList());
          json.put("remarks", prediction.remarks());
        });
    storm.ifPresent(
        reconnection -> {
          json.put("clients", reconnection.clients());
          json.put("storms", reconnection.storms().stream().map(PredictionReport::json).toList());
        });
    return Json.of(json);
  }

  private static Map<String, Object> json(VariantLoad variant) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", variant.name());
    json.put("clientCores", json(variant.client()));
    json.put("serverCores", variant.server() == null ? null : json(variant.server()));
    return json;
  }

  private static Map<String, Object> json(Cores cores) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("estimate", cores.all().value());
    json.put("lower", cores.all().lower());
    json.put("upper", cores.all().upper());
    json.put("tls", cores.tls().value());
    json.put("tlsLower", cores.tls().lower());
    json.put("tlsUpper", cores.tls().upper());
    json.put("tlsByTerm", cores.byTerm());
    return json;
  }

  private static Map<String, Object> json(Reconnection.Storm storm) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("variant", storm.variant());
    json.put("resumed", storm.resumed());
    json.put("serverMicros", storm.micros());
    json.put("halfSeconds", orNull(storm.outcome().halfSeconds()));
    json.put("allSeconds", orNull(storm.outcome().allSeconds()));
    json.put("attempts", storm.outcome().attempts());
    json.put("connected", storm.outcome().connected());
    return json;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
  }
}
