package site.ycsb.tls.comparison.result;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Precision;

/**
 * The results of a comparison so far; the content of {@code comparison.json}.
 *
 * @param format version of this format, {@value #FORMAT}
 * @param command the command line to repeat the comparison, credentials masked
 * @param startedAt ISO 8601 with time zone
 * @param plan of the comparison, secrets masked
 * @param complete whether all of the plan was done
 * @param ending how it ended, in a few words: {@code complete}, {@code interrupted}, or what failed
 * @param targets by id of the point: operations per second asked of every variant, as measured
 *     capacity gave it
 * @param runs all runs in the order in which they were made, including those that do not count
 * @param cells by point, variant and metric
 * @param pairwise the variants relative to each other; empty unless the plan asks for it
 * @param warnings one line each
 */
@RecordBuilder
public record ComparisonResult(
    int format,
    String command,
    String startedAt,
    ComparisonPlan plan,
    boolean complete,
    String ending,
    Map<String, Double> targets,
    List<RunRecord> runs,
    List<Cell> cells,
    List<Pairwise> pairwise,
    List<String> warnings)
    implements ComparisonResultBuilder.With {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;

  public ComparisonResult {
    targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
    runs = List.copyOf(runs);
    cells = List.copyOf(cells);
    pairwise = pairwise == null ? List.of() : List.copyOf(pairwise);
    warnings = List.copyOf(warnings);
  }

  /** With cells and warnings computed from the runs. */
  public static ComparisonResult of(
      String command,
      String startedAt,
      ComparisonPlan plan,
      boolean complete,
      String ending,
      Map<String, Double> targets,
      List<RunRecord> runs) {
    Analysis.Findings findings = new Analysis(plan, runs).findings();
    return new ComparisonResult(
        FORMAT,
        command,
        startedAt,
        plan,
        complete,
        ending,
        targets,
        runs,
        findings.cells(),
        findings.pairwise(),
        Warnings.of(plan, runs));
  }

  /** When it began. */
  public Instant started() {
    return OffsetDateTime.parse(startedAt).toInstant();
  }

  /** Whether the other is this one: a copy of it, or what it was before it was extended. */
  public boolean isSameAs(ComparisonResult other) {
    return startedAt.equals(other.startedAt)
        && plan.schedule().seed() == other.plan.schedule().seed();
  }

  /**
   * The versions of this program that made its runs, in the order of time; empty text where a file
   * of earlier versions does not say it.
   */
  public List<String> toolVersions() {
    return acceptedRuns().stream().map(run -> run.facts().toolVersion()).distinct().toList();
  }

  /**
   * The warning that several versions of this program made something: another one may mean
   * something else by a figure.
   *
   * @param what was made, in the plural
   * @param versions as of {@link #toolVersions}
   * @return empty when there is only one
   */
  public static Optional<String> ofSeveralVersions(String what, Stream<String> versions) {
    List<String> all =
        versions.map(version -> version.isEmpty() ? "an earlier one" : version).distinct().toList();
    return all.size() < 2
        ? Optional.empty()
        : Optional.of(
            "%s were made by different versions of this program, whose figures may have another meaning: %s."
                .formatted(what, String.join(", ", all)));
  }

  /**
   * Whether idle processors of the load generators' machine were kept awake in all runs that count.
   * Where they may sleep, an operation takes more CPU time.
   */
  public boolean keptAwake() {
    List<RunRecord> accepted = acceptedRuns();
    return !accepted.isEmpty()
        && accepted.stream()
            .map(run -> run.facts().environment())
            .allMatch(environment -> environment != null && environment.keptAwake());
  }

  /** What its intervals do not contain, in a sentence; empty where each block has a new server. */
  public Optional<String> ofOneServer() {
    return plan.hasOneServer()
        ? Optional.of("The intervals are for this process of the server.")
        : Optional.empty();
  }

  /** The server's name and version, or those of all variants; empty where no run knows it. */
  public Optional<String> server() {
    return together(servers(), "; ");
  }

  /** The same without versions. */
  public Optional<String> product() {
    return together(
        servers().map(name -> name.replaceFirst("\\s+(\\(as |(at )?v?\\d).*", "")), " and ");
  }

  private Stream<String> servers() {
    return acceptedRuns().stream()
        .flatMap(run -> Stream.ofNullable(run.facts().server().get("server")));
  }

  /** Sorted: which variant has the first run is random. */
  private static Optional<String> together(Stream<String> names, String between) {
    return names.distinct().sorted().reduce((one, other) -> one + between + other);
  }

  /**
   * Why the overhead of a variant is no answer, whatever its interval is: code was still being
   * compiled, latencies are those of an endless queue, or the throughput was given. Usually empty.
   */
  public Optional<Doubt> doubt(Point point, Variant variant, Metric metric) {
    return new PointRuns(plan, runs, point).doubt(variant, plan.baseline(), metric);
  }

  /** The same of a variant relative to another one. */
  public Optional<Doubt> doubt(Pairwise relation) {
    return plan.points().stream()
        .filter(point -> point.id().equals(relation.point()))
        .findFirst()
        .flatMap(
            point ->
                new PointRuns(plan, runs, point)
                    .doubt(
                        ofId(relation.variant()),
                        ofId(relation.relativeTo()),
                        Metric.ofKey(relation.metric())));
  }

  private Variant ofId(String id) {
    return plan.columns().stream()
        .filter(variant -> variant.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The points at which the baseline was measured. */
  public List<Point> measuredPoints() {
    return plan.points().stream().filter(p -> !cells(p, plan.baseline()).isEmpty()).toList();
  }

  /** The cells of a variant at a point, in the order of reports. */
  public List<Cell> cells(Point point, Variant variant) {
    return cells.stream()
        .filter(c -> c.point().equals(point.id()) && c.variant().equals(variant.id()))
        .toList();
  }

  /** The cell of a variant at a point for a metric. */
  public Optional<Cell> cell(Point point, Variant variant, Metric metric) {
    return cells(point, variant).stream().filter(c -> c.metric().equals(metric.key())).findFirst();
  }

  /** Its overhead; empty for the baseline, and when the baseline does not have the metric. */
  public Optional<Overhead> overhead(Point point, Variant variant, Metric metric) {
    return cell(point, variant, metric).map(Cell::overhead);
  }

  /**
   * Whether a reader may take the estimate of an overhead for the answer: its interval is narrow,
   * and nothing makes it doubtful. Not when there is none.
   */
  public boolean isKnown(Point point, Variant variant, Metric metric) {
    return overhead(point, variant, metric).map(Overhead::interval).stream()
            .anyMatch(Precision::isAnswer)
        && doubt(point, variant, metric).isEmpty();
  }

  /**
   * What a variant costs, relative to the baseline, of a comparison without a sweep.
   *
   * @param variant its name, as in reports
   * @return empty when the metric was not measured
   * @throws IllegalArgumentException when there is no such variant, or several points
   */
  public Optional<Overhead> overhead(String variant, Metric metric) {
    return overhead(onlyPoint(), named(variant), metric);
  }

  /**
   * Why what a variant costs is no answer yet, of a comparison without a sweep: see {@link
   * #doubt(Point, Variant, Metric)}.
   *
   * @param variant its name, as in reports
   * @throws IllegalArgumentException when there is no such variant, or several points
   */
  public Optional<Doubt> doubt(String variant, Metric metric) {
    return doubt(onlyPoint(), named(variant), metric);
  }

  private Point onlyPoint() {
    if (plan.points().size() != 1) {
      throw new IllegalArgumentException(
          "the comparison has %d points".formatted(plan.points().size()));
    }
    return plan.points().get(0);
  }

  private Variant named(String variant) {
    List<Variant> named = plan.columns().stream().filter(v -> v.isCalled(variant)).toList();
    if (named.size() != 1) {
      throw new IllegalArgumentException(
          "%s: the comparison has %s"
              .formatted(variant, plan.columns().stream().map(Variant::name).toList()));
    }
    return named.get(0);
  }

  /**
   * The figure that tables and plots show for a variant beside its overhead: the baseline's median
   * or, for other variants, that median times (1 + overhead), so that figure and overhead agree.
   * Medians of the runs may disagree with an estimate from pairs; they are in the {@link Cell}.
   *
   * @return empty when the metric was not measured; the median if there is no overhead
   */
  public Optional<Double> figure(Point point, Variant variant, Metric metric) {
    Optional<Double> baseline = cell(point, plan.baseline(), metric).map(Cell::median);
    return cell(point, variant, metric)
        .map(
            cell ->
                cell.overhead() == null || baseline.isEmpty()
                    ? cell.median()
                    : baseline.get() * (1 + cell.overhead().change()));
  }

  /** The variants relative to each other at a point, in the order of reports. */
  public List<Pairwise> pairwise(Point point) {
    return pairwise.stream().filter(p -> p.point().equals(point.id())).toList();
  }

  /** The metrics measured at the point, in the order of reports. */
  public List<Metric> metrics(Point point) {
    return Metric.inOrder(
        plan.columns().stream()
            .flatMap(variant -> cells(point, variant).stream())
            .map(cell -> Metric.ofKey(cell.metric())));
  }

  /** The primary metric of a variant, see {@link PrimaryMetric}. */
  public Metric primaryMetric(Point point, Variant variant) {
    return PrimaryMetric.of(plan, point, variant);
  }

  /** That of all variants together, as in a chart of them. */
  public Metric primaryMetric(Point point) {
    return PrimaryMetric.of(plan, point);
  }

  /**
   * The same, analysed by this version: for results that an earlier version wrote with fewer
   * figures.
   */
  public ComparisonResult analysedAgain() {
    return of(command, startedAt, plan, complete, ending, targets, runs);
  }

  /** The runs that count, in the order in which they were made. */
  public List<RunRecord> acceptedRuns() {
    return runs.stream().filter(r -> r.status() == RunRecord.Status.ACCEPTED).toList();
  }
}
