package site.ycsb.tls.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.property.UsageException;

/**
 * One experiment of a study: one comparison, its published figures, and the conclusions from them.
 *
 * @param name of the part, safe as a file name
 * @param workload file of properties, such as {@code workloads/workloadc}
 * @param properties of every run, on top of the workload's
 * @param axes the sweep's dimensions; none = one point
 * @param variants other than the baseline, by name, in the order of the tables
 * @param baseline name of the variant that the others are compared with
 * @param agents number of load generators
 * @param explain whether it is looked where the CPU time goes, after the comparison
 * @param sizes how much is run
 * @param published the authors' tables
 * @param checks their conclusions
 */
public record Part(
    String name,
    String workload,
    Map<String, String> properties,
    List<Axis> axes,
    Map<String, Map<String, String>> variants,
    String baseline,
    int agents,
    boolean explain,
    Map<Size, Extent> sizes,
    List<PublishedTable> published,
    List<Check> checks) {
  public Part {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    axes = List.copyOf(axes);
    variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
    sizes = Map.copyOf(sizes);
    published = List.copyOf(published);
    checks = List.copyOf(checks);
  }

  /**
   * What its runs at a size follow from: two parts of which this is equal have the same runs,
   * except for the number of blocks, whatever was published and is asked of them.
   */
  public List<Object> ofRuns(Size size) {
    Extent extent = extent(size).withUsualBlocks();
    return List.of(name, workload, properties, axes, variants, baseline, agents, extent);
  }

  /** The extent at this size. */
  public Extent extent(Size size) {
    return sizes.getOrDefault(size, Extent.NOTHING_ELSE);
  }

  /**
   * All properties of its runs.
   *
   * @param workloadProperties of the workload's file
   * @param given the user's properties, which override all others
   * @throws UsageException when an axis or a variant has its own value of one of them: it would
   *     change the other runs only, and checks would compare something else
   */
  public Map<String, String> properties(
      Map<String, String> workloadProperties, Size size, Map<String, String> given) {
    given.keySet().forEach(property -> requireOpen(property, extent(size)));
    Map<String, String> all = new LinkedHashMap<>(workloadProperties);
    all.putAll(properties);
    all.putAll(extent(size).properties());
    all.putAll(given);
    return all;
  }

  /**
   * The comparison that repeats it.
   *
   * @param binding name of the study's binding
   * @param allProperties see {@link #properties(Map, Size, Map)}
   * @param loadsData see {@link ComparisonPlan#loadsData}
   * @throws UsageException when it is impossible, for example an unknown suite
   */
  public ComparisonPlan plan(
      String binding, Map<String, String> allProperties, Size size, boolean loadsData, long seed) {
    Extent extent = extent(size);
    Map<String, String> withVariants = new LinkedHashMap<>(allProperties);
    variants.forEach(
        (variant, own) -> {
          if (isRun(variant, extent)) {
            own.forEach(
                (property, value) ->
                    withVariants.put(Variants.PREFIX + variant + "." + property, value));
          }
        });
    return ComparisonPlan.parse(
        binding, withVariants, axes(extent), baseline, loadsData, extent.schedule(size, seed));
  }

  private void requireOpen(String property, Extent extent) {
    Stream<String> variantsWithIt =
        variants.entrySet().stream()
            .filter(v -> isRun(v.getKey(), extent) && v.getValue().containsKey(property))
            .map(v -> "variant " + v.getKey() + " sets");
    Stream<String> axesOfIt =
        axes.stream().filter(axis -> axis.property().equals(property)).map(axis -> "axes sweep");
    Stream.concat(axesOfIt, variantsWithIt)
        .findFirst()
        .ifPresent(
            owner -> {
              throw new UsageException(
                  "-p %s: the part's %s it; leave it out, name other parts with --part, copy the file and change it, or use compare"
                      .formatted(property, owner));
            });
  }

  /** The variants and points that a claim is about, at the published sizes. */
  public int cases(Check check) {
    Extent full = extent(Size.FULL);
    long points = Point.product(axes(full)).stream().filter(check::concerns).count();
    long of = check.of().stream().filter(variant -> isRun(variant, full)).count();
    return (int) (points * of);
  }

  private boolean isRun(String variant, Extent extent) {
    return variant.equals(baseline)
        || extent.variants().isEmpty()
        || extent.variants().contains(variant);
  }

  private List<Axis> axes(Extent extent) {
    return axes.stream()
        .map(
            axis ->
                new Axis(
                    axis.property(), extent.axes().getOrDefault(axis.property(), axis.values())))
        .toList();
  }

  /**
   * The published mean throughput of the baseline, operations per second; used to estimate the
   * length of runs. Empty when none was published.
   */
  public OptionalDouble publishedRate() {
    return published.stream()
        .filter(table -> table.metric().filter(Metric.THROUGHPUT::equals).isPresent())
        .flatMap(table -> table.rows().stream())
        .flatMap(row -> row.figure(baseline).stream())
        .flatMapToDouble(figure -> figure.value().stream())
        .average();
  }
}
