package site.ycsb.tls.cost.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.cost.ConnectionTime;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.SelfCheck;
import site.ycsb.tls.cost.VariantCost;
import site.ycsb.tls.cost.fit.CostFit;
import site.ycsb.tls.cost.fit.Estimate;
import site.ycsb.tls.cost.fit.Term;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.Table.Interval;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;
import site.ycsb.tls.file.WholeFile;

/**
 * The report of a cost model, in all formats.
 *
 * @param model what was fitted
 */
public record ModelReport(CostModel model) implements Formats {
  @Override
  public Document document() {
    return new Document(
        "What TLS costs on %s, per operation, KB and handshake"
            .formatted(model.server().getOrDefault("server", model.binding())),
        List.of(
            "Fitted to reads of 100 B to 100 KB over kept connections, and to one read on each new connection; checked with loads that are not in the fit: reads of 3 KB, and ten reads on each new connection.",
            "µs are CPU time of the whole process without its compilers; ± is half of the interval of 95 %, which contains how the machine's speed differs from block to block."),
        model.variants().stream().map(this::answer).toList(),
        warnings(),
        List.of(model.baseline().name()),
        sections(),
        appendix());
  }

  private Document.Answer answer(VariantCost variant) {
    StringBuilder text = new StringBuilder("costs ");
    for (Side side : Side.values()) {
      Optional<CostFit> fit = variant.of(side);
      if (fit.isPresent()) {
        text.append(side == Side.CLIENT ? "the client " : "; the server ")
            .append(micros(cost(fit.get(), Term.OPERATION)))
            .append(" more per operation, ")
            .append(micros(cost(fit.get(), Term.KILOBYTE)))
            .append(" per KB and ")
            .append(micros(cost(fit.get(), Term.FULL_HANDSHAKE)))
            .append(" per full handshake");
      }
    }
    String verdict =
        model.refusal(variant).isEmpty()
            ? model.untold(variant).isEmpty() ? "holds" : "inconclusive"
            : model.failed(variant).isEmpty() ? "doubtful" : "failed its check";
    return new Document.Answer(variant.name(), text + ".", verdict);
  }

  /** With how well it is known how fast the machine is. */
  private static Estimate cost(CostFit fit, Term term) {
    return fit.micros(term).at(fit.speed());
  }

  private static String micros(Estimate estimate) {
    return "%s µs ±%s"
        .formatted(Figures.number(estimate.value()), Figures.number(estimate.halfWidth()));
  }

  private List<String> warnings() {
    Set<String> warnings = new LinkedHashSet<>();
    String reason = model.server().getOrDefault(DatabasePool.NOT_FOR_PUBLICATION, "");
    if (model.quick()) {
      warnings.add(
          "Indicative only: short runs (--quick). Their code is not compiled, so the costs are too high.");
    }
    if (!reason.isEmpty()) {
      warnings.add("Not for publication: " + reason + ".");
    }
    for (VariantCost variant : model.variants()) {
      if (!model.failed(variant).isEmpty()) {
        warnings.add(
            "%s: the model failed its check, so 'predict' refuses it; measure again with more --blocks."
                .formatted(variant.name()));
      } else {
        model.refusal(variant).or(() -> model.untold(variant)).ifPresent(warnings::add);
      }
    }
    if (model.baseline().server() == null) {
      warnings.add("The server's CPU time is unknown; name its processes with server.pid.");
    }
    warnings.addAll(model.warnings());
    return List.copyOf(warnings);
  }

  private List<Section> sections() {
    return List.of(
        new Section("cpu-time", "CPU time", List.of(costs())),
        new Section("new-connections", "New connections", List.of(connections())),
        new Section("predicted", "Predicted and measured", List.of(checks())),
        new Section(
            "calculator",
            "Your load",
            List.of(
                new Block.Calculator(
                    "load", CalculatorModel.of(model), CalculatorModel.script()))));
  }

  private Table costs() {
    List<Side> sides =
        Stream.of(Side.SERVER, Side.CLIENT)
            .filter(side -> model.baseline().of(side).isPresent())
            .toList();
    List<Column> columns = new ArrayList<>(List.of(Column.text("variant"), Column.text("what")));
    sides.forEach(side -> columns.add(Column.number(side.label(), "µs")));
    List<List<Cell>> rows = new ArrayList<>();
    addRows(rows, model.baseline(), "", sides);
    model.variants().forEach(variant -> addRows(rows, variant, "+", sides));
    return new Table(
        "costs",
        "CPU time per unit; of variants with TLS, in addition to %s. misfit: scatter around the model, as a multiple of the scatter of repeated runs."
            .formatted(model.baseline().name()),
        columns,
        rows);
  }

  private static void addRows(
      List<List<Cell>> rows, VariantCost variant, String sign, List<Side> sides) {
    for (Term term : Term.values()) {
      List<Cell> cells =
          sides.stream()
              .map(
                  side ->
                      variant
                          .of(side)
                          .filter(fit -> fit.terms().contains(term))
                          .map(fit -> estimate(cost(fit, term), sign))
                          .orElse(Cell.none()))
              .toList();
      if (cells.stream().anyMatch(cell -> cell.value() != null)) {
        rows.add(row(variant.name(), "per " + term.label(), cells));
      }
    }
    rows.add(
        row(
            variant.name(),
            "misfit",
            sides.stream()
                .map(side -> variant.of(side).map(CostFit::residual))
                .map(
                    residual ->
                        residual
                            .map(value -> Cell.number(Figures.number(value), value))
                            .orElse(Cell.none()))
                .toList()));
  }

  private static List<Cell> row(String variant, String what, List<Cell> figures) {
    return Stream.concat(Stream.of(Cell.text(variant), Cell.text(what)), figures.stream()).toList();
  }

  private static Cell estimate(Estimate estimate, String sign) {
    String value =
        sign.isEmpty() ? Figures.number(estimate.value()) : Figures.signed(estimate.value());
    return Cell.estimate(
        value,
        estimate.value(),
        new Interval(
            "±" + Figures.number(estimate.halfWidth()), estimate.lower(), estimate.upper()));
  }

  /** One block does not say how much blocks scatter. */
  private static Cell measured(Estimate measured) {
    return measured.standardError() > 0
        ? estimate(measured, "+")
        : Cell.number(Figures.signed(measured.value()) + " (one block)", measured.value());
  }

  private Table connections() {
    return new Table(
        "connections",
        "Time that a new connection takes before the application's first byte, on the network that"
            + " was measured. On another network, add the difference of the round-trip times once for each round trip.",
        List.of(
            Column.text("variant"),
            Column.text("handshake"),
            Column.number("TCP connect", "µs"),
            Column.number("TLS handshake", "µs"),
            Column.number("round trips", "")),
        model.connections().stream().map(ModelReport::row).toList());
  }

  private static List<Cell> row(ConnectionTime time) {
    boolean plain = time.handshakeMicros() == 0;
    return List.of(
        Cell.text(time.variant()),
        Cell.text(plain ? "none" : time.resumed() ? "resumed" : "full"),
        Cell.number(Figures.number(time.connectMicros()), time.connectMicros()),
        plain
            ? Cell.none()
            : Cell.number(Figures.number(time.handshakeMicros()), time.handshakeMicros()),
        Cell.number(Integer.toString(time.roundTrips()), time.roundTrips()));
  }

  private Table checks() {
    return new Table(
        "checks",
        "Points that the model was not fitted to: what TLS adds, per operation or cycle. The model"
            + " holds if prediction and measurement differ by less than their common interval, unless"
            + " a prediction of nothing would hold, too. off:"
            + " their difference, as a share of the variant's whole CPU time.",
        List.of(
            Column.text("variant"),
            Column.text("point"),
            Column.text("side"),
            Column.number("predicted", "µs"),
            Column.number("measured", "µs"),
            Column.number("off", "%"),
            Column.text("holds")),
        model.checks().stream().map(ModelReport::row).toList());
  }

  private static List<Cell> row(SelfCheck check) {
    return List.of(
        Cell.text(check.variant()),
        Cell.text(check.point()),
        Cell.text(check.side().label()),
        estimate(check.predicted(), "+"),
        measured(check.measured()),
        Cell.number(String.format(Locale.ROOT, "%+.1f", 100 * check.share()), 100 * check.share()),
        Cell.text(!check.holds() ? "no" : check.tells() ? "yes" : "too wide to tell"));
  }

  private List<Section> appendix() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("finished", model.finishedAt());
    facts.put("version", model.toolVersion());
    model.server().forEach(facts::put);
    if (model.environment() != null) {
      facts.put(
          "machine",
          "%s, %d processors, %s, Java %s"
              .formatted(
                  model.environment().cpu(),
                  model.environment().processors(),
                  model.environment().os(),
                  model.environment().java()));
    }
    return List.of(
        new Section(
            "origin",
            "How this was measured",
            List.of(
                new Block.Facts("", facts),
                new Block.Paragraph("The command to measure it again:"),
                new Block.Code(model.command()),
                new Block.Paragraph(
                    "Weighted least squares without intercept, on one figure for each block: of plain its CPU time, of the others the difference to plain in the same block. It holds for this CPU, this driver and this server. On another CPU, scale it by the ratio of 'openssl speed' there and here, or measure there."))));
  }

  @Override
  public String json() throws IOException {
    return Json.of(model);
  }

  /** Writes {@code report.html} into the directory; it is there whole, or as it was. */
  public void writeTo(Path directory) throws IOException {
    WholeFile.write(directory.resolve("report.html"), html().getBytes(StandardCharsets.UTF_8));
  }
}
