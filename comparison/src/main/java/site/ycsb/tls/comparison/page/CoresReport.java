package site.ycsb.tls.comparison.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

/**
 * The cores that a comparison's own workload keeps busy at another rate, if an operation costs
 * there what it cost when it was measured.
 *
 * @param result the comparison
 * @param rate operations/s
 */
public record CoresReport(ComparisonResult result, double rate) implements Formats {
  private static final List<Side> SIDES = List.of(Side.SERVER, Side.CLIENT);
  private static final double MICROS_PER_SECOND = 1e6;

  @Override
  public Document document() {
    ComparisonPlan plan = result.plan();
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (Point point : plan.points()) {
      for (Side side : SIDES) {
        result
            .cell(point, plan.baseline(), side.metric())
            .ifPresent(cell -> rows.add(row(point, plan.baseline(), side, ofRuns(cell))));
        plan.columns().stream()
            .flatMap(variant -> Effect.at(result, point, variant, side.metric()))
            .forEach(effect -> rows.add(row(point, effect.variant(), side, more(effect))));
      }
    }
    return new Document(
        "Cores at %s %s/s: %s"
            .formatted(
                Figures.significant(rate),
                plan.operations(),
                result.server().orElse(plan.binding())),
        List.of(
            "The workload of the comparison, with its records and its kept or new connections; other loads need 'bin/ycsb model'.",
            "The figures assume that an operation costs as much at this rate as when it was measured"
                + (result.keptAwake()
                    ? ", with idle processors kept awake. Where they sleep, it may cost twice as much: compare with --may-sleep."
                    : ".")
                + result.ofOneServer().map(sentence -> " " + sentence).orElse("")),
        List.of(),
        warnings(),
        List.of(),
        List.of(
            new Section(
                "cores",
                "Cores",
                List.of(
                    new Table(
                        "cores-table",
                        "%s: busy cores, median and range of the runs. Other variants: how many more cores, with intervals of %s."
                            .formatted(plan.baseline().name(), level()),
                        row(
                            Column.text("at"),
                            Column.text("variant"),
                            Column.text("side"),
                            Column.number("cores", "")),
                        rows)))),
        List.of());
  }

  /** Whether no variant has CPU time that was compared, as where nothing was measured. */
  public boolean isEmpty() {
    return effects().findAny().isEmpty();
  }

  /** Whether the cores of a variant are known on one side at least. */
  public boolean answers() {
    return effects().anyMatch(Effect::known);
  }

  private Stream<Effect> effects() {
    return result.plan().variants().stream()
        .flatMap(
            variant ->
                SIDES.stream().flatMap(s -> Effect.of(result, variant, s.metric()).stream()));
  }

  private String level() {
    return PointFigures.level(
        result.cells().stream()
            .filter(cell -> SIDES.stream().anyMatch(s -> s.metric().key().equals(cell.metric())))
            .flatMap(cell -> Stream.ofNullable(cell.overhead())));
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!result.complete()) {
      warnings.add("Not complete: " + result.ending() + ".");
    }
    if (effects().noneMatch(effect -> effect.metric().equals(Metric.SERVER_CPU))) {
      warnings.add("The server's cores are not known: its CPU time was not measured.");
    }
    warnings.addAll(result.warnings());
    return warnings;
  }

  /** The point, where there are several, and the others. */
  private <T> List<T> row(T point, T variant, T side, T cores) {
    return result.plan().axes().isEmpty()
        ? List.of(variant, side, cores)
        : List.of(point, variant, side, cores);
  }

  private List<Table.Cell> row(Point point, Variant variant, Side side, Table.Cell cores) {
    return row(
        Table.Cell.text(point.label()),
        Table.Cell.text(variant.name()),
        Table.Cell.text(side.label()),
        cores);
  }

  private Table.Cell ofRuns(Cell cell) {
    double least = cores(cell.least());
    double most = cores(cell.most());
    return Table.Cell.estimate(
        Figures.significant(cores(cell.median())),
        cores(cell.median()),
        new Table.Interval(
            "(%s to %s)".formatted(Figures.significant(least), Figures.significant(most)),
            least,
            most));
  }

  private double cores(double micros) {
    return micros * rate / MICROS_PER_SECOND;
  }

  private Table.Cell more(Effect effect) {
    Cores cores = Cores.of(effect.overhead(), rate);
    if (effect.known()) {
      return cores.cell();
    }
    return Table.Cell.text(
        "not known yet: "
            + (effect.overhead().hasInterval()
                ? "between %s and %s"
                    .formatted(
                        Figures.cores(cores.more().lower()), Figures.cores(cores.more().upper()))
                : Figures.cores(cores.more().estimate()) + " in a single block"));
  }

  /** The warnings; what the baseline takes and what each variant adds, by point and side. */
  @Override
  public String json() throws IOException {
    Variant plain = result.plan().baseline();
    List<Map<String, Object>> baseline = new ArrayList<>();
    List<Map<String, Object>> all = new ArrayList<>();
    for (Point point : result.plan().points()) {
      for (Side side : SIDES) {
        result
            .cell(point, plain, side.metric())
            .ifPresent(cell -> baseline.add(json(point, plain, side, cell)));
      }
      for (Variant variant : result.plan().columns()) {
        for (Side side : SIDES) {
          Effect.at(result, point, variant, side.metric()).forEach(effect -> all.add(json(effect)));
        }
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("operationsPerSecond", rate);
    json.put("warnings", warnings());
    json.put("baseline", baseline);
    json.put("cores", all);
    return Json.of(json);
  }

  private Map<String, Object> json(Point point, Variant plain, Side side, Cell cell) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("point", point.values());
    json.put("variant", plain.name());
    json.put("side", side.label());
    json.put("median", cores(cell.median()));
    json.put("least", cores(cell.least()));
    json.put("most", cores(cell.most()));
    return json;
  }

  private Map<String, Object> json(Effect effect) {
    Interval more = Cores.of(effect.overhead(), rate).more();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("point", effect.point().values());
    json.put("variant", effect.variant().name());
    json.put("side", effect.side());
    json.put("known", effect.known());
    json.put("more", more);
    return json;
  }
}
