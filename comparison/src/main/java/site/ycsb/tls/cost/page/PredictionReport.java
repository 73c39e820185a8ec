package site.ycsb.tls.cost.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.Load;
import site.ycsb.tls.cost.Prediction;
import site.ycsb.tls.cost.Prediction.Cores;
import site.ycsb.tls.cost.Prediction.VariantLoad;
import site.ycsb.tls.cost.fit.Estimate;
import site.ycsb.tls.cost.fit.Term;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Interval;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;

/**
 * Predictions for a load of the user's, in all formats.
 *
 * @param model what they come from
 * @param prediction the cores that the load takes
 */
public record PredictionReport(CostModel model, Prediction prediction) implements Formats {
  private static final String UNKNOWN = "not distinguishable from none";

  @Override
  public Document document() {
    return new Document(
        "Predicted for %s".formatted(model.server().getOrDefault("server", model.binding())),
        List.of(inWords(prediction.load())),
        answers(),
        warnings(),
        List.of(),
        List.of(new Section("busy-cores", "Cores", List.of(cores(prediction)))),
        List.of());
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (model.quick()) {
      warnings.add("Indicative only: the model was measured with --quick.");
    }
    warnings.addAll(prediction.remarks());
    warnings.addAll(model.warnings());
    return warnings;
  }

  private static String inWords(Load load) {
    return "%s operations/s of %s KB, %s new connections/s, %s of them resumed."
        .formatted(
            Figures.significant(load.operationsPerSecond()),
            Figures.significant(load.kilobytesPerOperation()),
            Figures.significant(load.connectionsPerSecond()),
            Figures.share(load.resumedShare()));
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
              cell(cores.all()),
              cores.byTerm().isEmpty() ? Cell.none() : cell(cores.tls()),
              Cell.text(shares(cores))));
    }
  }

  /** Noise may make an estimate negative, and cores are not: in no format. */
  private static Cell cell(Estimate cores) {
    double lower = Math.max(0, cores.lower());
    double upper = Math.max(0, cores.upper());
    double value = Math.max(0, cores.value());
    return Cell.estimate(
        Figures.significant(value),
        value,
        new Interval(
            "[%s, %s]".formatted(Figures.significant(lower), Figures.significant(upper)),
            lower,
            upper));
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
    if (!isKnown(cores.tls())) {
      return UNKNOWN;
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

  private List<Document.Answer> answers() {
    VariantLoad plain = prediction.variants().get(0);
    List<Document.Answer> answers = new ArrayList<>();
    for (VariantLoad variant : prediction.withTls()) {
      answers.add(
          new Document.Answer(
              variant.name(),
              "takes "
                  + more(variant.client(), plain.client())
                  + " on the client"
                  + (variant.server() == null
                      ? "; what it takes on the server is not known"
                      : " and " + more(variant.server(), plain.server()) + " on the server")
                  + ".",
              ""));
    }
    if (answers.size() > 1) {
      answers.add(
          prediction
              .cheapest()
              .map(
                  cheapest ->
                      new Document.Answer(
                          cheapest.name(),
                          cheapest.server() == null
                              ? "takes the fewest cores on the client; those on the server are not known."
                              : "takes the fewest cores" + ofThePredicted() + ".",
                          ""))
              .orElseGet(
                  () ->
                      new Document.Answer(
                          "Which of them takes the fewest cores",
                          isServerKnownOfSomeOnly(prediction)
                              ? "is not known: the server's CPU time is known of some only."
                              : "is not known: they differ by less than their intervals.",
                          "")));
    }
    return answers;
  }

  /** Nothing is known of those that a prediction is refused for. */
  private String ofThePredicted() {
    boolean all = prediction.withTls().size() == model.variants().size();
    return all ? "" : " of those that are predicted";
  }

  private static boolean isServerKnownOfSomeOnly(Prediction prediction) {
    return prediction.withTls().stream().map(load -> load.server() == null).distinct().count() > 1;
  }

  private static String more(Cores with, Cores without) {
    Cell tls = cell(with.tls());
    if (!isKnown(with.tls())) {
      return "at most %s cores more (%s)"
          .formatted(Figures.significant(tls.interval().upper()), UNKNOWN);
    }
    return "%s %s cores more (%s)"
        .formatted(
            tls.text(), tls.interval().text(), Figures.change(tls.value() / without.all().value()));
  }

  /** Whether it is more than nothing. */
  private static boolean isKnown(Estimate tls) {
    return tls.lower() > 0;
  }

  @Override
  public String json() throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("load", prediction.load());
    json.put("variants", prediction.variants().stream().map(PredictionReport::json).toList());
    json.put("warnings", warnings());
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
    Cell all = cell(cores.all());
    json.put("estimate", all.value());
    json.put("lower", all.interval().lower());
    json.put("upper", all.interval().upper());
    Cell tls = cell(cores.tls());
    json.put("tls", tls.value());
    json.put("tlsLower", tls.interval().lower());
    json.put("tlsUpper", tls.interval().upper());
    // Of what is not known to be more than none, parts say nothing.
    json.put("tlsByTerm", isKnown(cores.tls()) ? cores.byTerm() : Map.of());
    return json;
  }
}
