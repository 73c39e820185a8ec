package site.ycsb.tls.comparison.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.property.run.RunProperties;

/** A comparison as a document: the question, the answer, the figures, and their origin. */
record ComparisonPage(ComparisonResult result, ComparisonPlan plan, RunFiles files) {
  /** With more points, each is folded, and an overview comes first. */
  private static final int MOST_OPEN_POINTS = 4;

  /**
   * The page.
   *
   * @param rate operations/s for which cores are given
   */
  static Document of(ComparisonResult result, RunFiles files, double rate) throws IOException {
    ComparisonPage page = new ComparisonPage(result, result.plan(), files);
    return new Document(
        Headline.of(result),
        page.description(),
        Headline.tiles(result),
        Answers.of(result, rate),
        page.warnings(),
        List.of(page.plan.baseline().name()),
        page.sections(),
        new Provenance(result, page.files).sections());
  }

  private List<String> warnings() {
    return Stream.concat(result.warnings().stream(), files.warning(result).stream()).toList();
  }

  private List<Section> sections() throws IOException {
    List<Section> sections = new ArrayList<>(new SweepPlots(result).sections());
    List<Point> points = result.measuredPoints();
    boolean fold = points.size() > MOST_OPEN_POINTS;
    List<Block> folds = new ArrayList<>();
    for (Point point : points) {
      List<Block> blocks = new ArrayList<>(PointFigures.blocks(result, point));
      blocks.addAll(new RunPlots(new PointFiles(result, point, files)).blocks());
      if (fold) {
        folds.add(new Block.Fold(point.label(), blocks));
      } else {
        sections.add(PointFigures.section(point, blocks));
      }
    }
    if (fold) {
      sections.add(new Section("points", "Point by point", folds));
    }
    return sections;
  }

  /** What was compared, and how; a few lines. */
  private List<String> description() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, %s: %d %s against %s%s."
            .formatted(
                result.server().orElse(plan.binding()),
                plan.base()
                    .getOrDefault(RunProperties.WORKLOAD.name(), "workload")
                    .replaceFirst(".*\\.", ""),
                plan.others().size(),
                plan.columns().size() == 2 ? "variant" : "variants",
                plan.baseline().name(),
                plan.axes().isEmpty() ? "" : ", at " + plan.points().size() + " points"));
    made().ifPresent(lines::add);
    lines.add(schedule());
    intervals().ifPresent(lines::add);
    plan.points().stream()
        .filter(point -> result.targets().containsKey(point.id()))
        .forEach(point -> lines.add(target(point)));
    if (!result.complete()) {
      lines.add("Not complete: " + result.ending() + ".");
    }
    return lines;
  }

  /** With what, where and when it was measured: enough to cite a picture of the page. */
  private Optional<String> made() {
    return result.acceptedRuns().stream()
        .filter(run -> run.facts().environment() != null)
        .findFirst()
        .map(
            run -> {
              Environment environment = run.facts().environment();
              List<String> parts = new ArrayList<>();
              Optional.ofNullable(run.facts().server().get("driver")).ifPresent(parts::add);
              same(RunProperties.RECORDCOUNT.name(), "?").ifPresent(n -> parts.add(n + " records"));
              same(RunProperties.THREADCOUNT.name(), "1")
                  .ifPresent(n -> parts.add(n + (n.equals("1") ? " thread" : " threads")));
              parts.add(
                  "%s, %d processors%s, Java %s"
                      .formatted(
                          environment.cpu(),
                          environment.processors(),
                          environment.keptAwake() ? " kept awake" : "",
                          Provenance.javas(result)));
              parts.add(result.startedAt().replaceFirst("T.*", ""));
              files
                  .result(run)
                  .ifPresent(r -> parts.add("YCSB-TLS " + r.configuration().toolVersion()));
              return String.join("; ", parts) + ".";
            });
  }

  /** The value that a property has in all runs; empty when points or variants differ in it. */
  private Optional<String> same(String property, String ifAbsent) {
    boolean differs =
        plan.axes().stream().anyMatch(axis -> axis.property().equals(property))
            || plan.columns().stream().anyMatch(v -> v.properties().containsKey(property));
    return differs ? Optional.empty() : Optional.of(plan.base().getOrDefault(property, ifAbsent));
  }

  /** How sure the figures in brackets are. */
  private Optional<String> intervals() {
    List<Overhead> overheads =
        result.cells().stream().map(Cell::overhead).filter(Objects::nonNull).toList();
    if (overheads.isEmpty()) {
      return Optional.empty();
    }
    IntSummaryStatistics pairs = overheads.stream().mapToInt(Overhead::pairs).summaryStatistics();
    return Optional.of(
        "In brackets: intervals of %s, from %s%s."
            .formatted(
                PointFigures.level(overheads.stream()),
                pairs.getMin() == pairs.getMax() ? "" : pairs.getMin() + " to ",
                Figures.count(pairs.getMax(), "block")));
  }

  private String target(Point point) {
    return "Target of every variant%s: %s ops/s, %s of what %s can do."
        .formatted(
            point.values().isEmpty() ? "" : " at " + point.label(),
            Figures.number(result.targets().get(point.id())),
            Figures.percent(plan.capacityShare()),
            plan.baseline().name());
  }

  /**
   * In slices both lengths are the least: the warm-up goes on until the compilers rest, and slices
   * are longer where operations are slow.
   */
  private String schedule() {
    Schedule schedule = plan.schedule();
    String least = schedule.slices().isPresent() ? "at least " : "";
    int repeated = result.runs().size() - result.acceptedRuns().size();
    return "%d measured runs%s, each in its own JVM%s: %s%s s of warm-up, %s%s measured; random order, seed %d."
        .formatted(
            result.acceptedRuns().size(),
            repeated > 0 ? " (and %d that are not used)".formatted(repeated) : "",
            schedule.slices().map(ComparisonPage::turns).orElse(", one after the other"),
            least,
            Figures.given(schedule.warmupSeconds()),
            least,
            schedule.runSeconds() > 0
                ? Figures.given(schedule.runSeconds()) + " s"
                : schedule.runOperations() + " operations",
            schedule.seed());
  }

  private static String turns(Slicing slicing) {
    return ", those of a block active in turns"
        + (slicing.sliceSeconds() > 0 ? " of " + Figures.given(slicing.sliceSeconds()) + " s" : "");
  }
}
