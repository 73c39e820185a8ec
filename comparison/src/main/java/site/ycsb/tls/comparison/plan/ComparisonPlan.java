package site.ycsb.tls.comparison.plan;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.servers.NetworkRelay;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.session.PropertyNames;

/**
 * What a comparison will do, decided before its first run: variants x points x blocks.
 *
 * @param binding name of the binding
 * @param base properties of every run; none of {@code tls.*}, no {@code target} when {@code
 *     capacityShare} is given
 * @param baseline the variant that the others are compared with
 * @param variants the others, in the order of the report
 * @param axes the sweep's dimensions; none = one point
 * @param capacityShare {@code -target 70%} = 0.7: every variant gets this share of the baseline's
 *     measured throughput as its target; 0 = as {@code base} says
 * @param loadsData whether the comparison loads the data of its points (into tables of its own), or
 *     uses what the server has
 * @param schedule how often and how long
 * @param remarks what was left out of the product and why, and what a reader must know of how it is
 *     measured; one line each
 * @param oneServer of whole runs: whether one start of the server serves all blocks; false in files
 *     of before 29 November 2026. Slices say it themselves: {@link #hasOneServer}
 */
@RecordBuilder
public record ComparisonPlan(
    String binding,
    Map<String, String> base,
    Variant baseline,
    List<Variant> variants,
    List<Axis> axes,
    double capacityShare,
    boolean loadsData,
    Schedule schedule,
    List<String> remarks,
    boolean oneServer)
    implements ComparisonPlanBuilder.With {

  /** Name of the variant without TLS. */
  public static final String PLAIN = "plain";

  /** Properties that each run gets from the comparison, whatever the files say. */
  private static final Set<String> RUNS_OWN = RunProperties.in(Scope.SET_BY_COMPARISON);

  public ComparisonPlan {
    Objects.requireNonNull(binding);
    Objects.requireNonNull(baseline);
    base = Collections.unmodifiableMap(new LinkedHashMap<>(base));
    variants = List.copyOf(variants);
    axes = List.copyOf(axes);
    remarks = List.copyOf(remarks);
    if (variants.isEmpty() && !schedule.calibrate()) {
      throw new UsageException(
          "nothing to compare with %s: give suites (-p tls.cipher=...), a named variant (-p variants.NAME.PROPERTY=...) or --calibrate"
              .formatted(baseline.name()));
    }
    if (capacityShare < 0 || capacityShare > 1) {
      throw new UsageException("the share of the capacity must be 0 to 1, given: " + capacityShare);
    }
    requireDistinct(columns(baseline, variants, schedule).stream().map(Variant::id).toList());
    requireDistinct(axes.stream().map(Axis::property).toList());
    requireDistinct(Point.product(axes).stream().map(Point::id).toList());
  }

  private static void requireDistinct(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new UsageException("given twice: " + name);
      }
    }
  }

  /**
   * Makes a plan from the user's properties.
   *
   * <p>The dimensions of TLS ({@code tls.cipher}, {@code tls.keysize}, {@code tls.protocol}, {@code
   * tls.group}, …) may be comma lists: their product makes the variants, beside {@code plain},
   * which gets no {@code tls.*} property at all. {@code variants.NAME.PROPERTY=VALUE} makes further
   * variants by name. {@code target=70%} is a share of the baseline's capacity.
   *
   * @param properties all properties of the command line and its files, in order; {@code
   *     tls.cipher=all} already resolved
   * @param axes what {@code --vary} says; an axis over a dimension of TLS makes variants too
   * @param baseline name of the variant to compare with; {@code plain} by default
   * @param loadsData see {@link #loadsData}
   * @throws site.ycsb.tls.property.UsageException when the properties make no comparison
   */
  public static ComparisonPlan parse(
      String binding,
      Map<String, String> properties,
      List<Axis> axes,
      String baseline,
      boolean loadsData,
      Schedule schedule) {
    requireDistinct(axes.stream().map(Axis::property).toList());
    Map<String, String> all = new LinkedHashMap<>(properties);
    RUNS_OWN.forEach(all::remove);
    List<Axis> dimensions = new ArrayList<>();
    for (Axis axis : axes) {
      PropertyNames.refuseOwnOfFleet(List.of(axis.property()));
      if (Variants.isDimension(axis.property())) {
        if (properties.containsKey(axis.property())) {
          throw new UsageException(
              axis.property()
                  + " is given both with --vary and with -p or in a file of -P: give it once");
        }
        all.put(axis.property(), String.join(",", axis.values()));
      } else if (axis.property().startsWith(TestServer.PREFIX)) {
        throw axis.isOfServer();
      } else if (RUNS_OWN.contains(axis.property())) {
        throw isSetByComparison("--vary " + axis.property());
      } else {
        dimensions.add(axis);
      }
    }
    double share = takeShare(all);
    Variants sorted = new Variants(all);
    List<Variant> variants = new ArrayList<>(sorted.all());
    variants.forEach(variant -> requireNothingOfEachRun(variant, share));
    dimensions.forEach(axis -> requireEffect(axis, share, variants));
    Variant reference = takeBaseline(variants, baseline);
    ComparisonPlan plan =
        new ComparisonPlan(
            binding,
            sorted.base(),
            reference,
            variants,
            dimensions,
            share,
            loadsData,
            schedule,
            sorted.remarks(),
            false);
    requirePartsOfReports(plan.columns().stream().map(Variant::id));
    requirePartsOfReports(plan.points().stream().map(Point::id));
    plan.requireWorkloadsHeed();
    plan.requireUsed(List.of());
    return plan;
  }

  /** Signs do not tell the parts of a report apart: there would be none of what was measured. */
  private static void requirePartsOfReports(Stream<String> names) {
    Map<String, String> seen = new HashMap<>();
    names.forEach(
        name -> {
          String other = seen.put(Ids.of(name), name);
          if (other != null) {
            throw new UsageException(
                "%s and %s: a report names its parts by letters and digits, and these differ in other signs only; give another name or value"
                    .formatted(other, name));
          }
        });
  }

  /** Refuses axes and variants that only another workload would know from the others. */
  private void requireWorkloadsHeed() {
    for (Point point : points()) {
      for (Variant variant : columns()) {
        Map<String, String> ofRun = properties(point, variant);
        PropertyNames.requireRead(point.values().keySet(), "--vary ", ofRun);
        PropertyNames.requireEffect(point.values().keySet(), "--vary ", ofRun);
        String ofVariant = Variants.PREFIX + variant.name() + ".";
        PropertyNames.requireRead(variant.properties().keySet(), ofVariant, ofRun);
        PropertyNames.requireEffect(variant.properties().keySet(), ofVariant, ofRun);
      }
    }
  }

  /**
   * Refuses axes and variants whose values no operation of their runs uses.
   *
   * @param ofBinding what the binding declares; may be none
   * @throws UsageException with one of them
   */
  public void requireUsed(Collection<Property<?>> ofBinding) {
    UnusedValues.refuse(this, ofBinding);
  }

  private static void requireNothingOfEachRun(Variant variant, double share) {
    if (share > 0 && variant.properties().containsKey(RunProperties.TARGET.name())) {
      throw new UsageException(
          "%s%s.target: -target with a share of the capacity would replace it; give one of the two"
              .formatted(Variants.PREFIX, variant.name()));
    }
    for (String property : variant.properties().keySet()) {
      String given = Variants.PREFIX + variant.name() + "." + property;
      PropertyNames.refuseOwnOfFleet(List.of(given));
      if (RUNS_OWN.contains(property)) {
        throw isSetByComparison(given);
      }
    }
  }

  /** Refuses an axis whose values the runs would not have: the label of a point would be wrong. */
  private static void requireEffect(Axis axis, double share, List<Variant> variants) {
    String property = axis.property();
    if (share > 0 && property.equals(RunProperties.TARGET.name())) {
      throw new UsageException(
          "--vary target: -target with a share of the capacity would replace each of them; give one of the two");
    }
    for (Variant variant : variants) {
      if (variant.properties().containsKey(property)) {
        throw new UsageException(
            "--vary %s: the variant %s sets it itself, for all points; leave one of the two out"
                .formatted(property, variant.name()));
      }
    }
  }

  /** The variants of a block would differ in length or seed, or all be the same after all. */
  private static UsageException isSetByComparison(String given) {
    return new UsageException(
        given
            + ": a comparison sets it, the same for all that it compares; leave it out (-h lists the options for length, seed and files)");
  }

  /**
   * Refuses properties that a comparison sets for each of its runs: what is given would be dropped.
   *
   * @param names of properties that were typed for it; workloads' files have these, too
   * @throws UsageException when there is one
   */
  public static void refuseOwnOfRuns(Collection<String> names) {
    for (String name : new TreeSet<>(names)) {
      if (RUNS_OWN.contains(name)) {
        throw isSetByComparison("-p " + name);
      }
    }
  }

  /** Removes {@code target=70%} and returns 0.7; leaves any other target and returns 0. */
  private static double takeShare(Map<String, String> properties) {
    String target = properties.getOrDefault(RunProperties.TARGET.name(), "").trim();
    if (!target.endsWith("%")) {
      return 0;
    }
    properties.remove(RunProperties.TARGET.name());
    try {
      double percent = ValueType.decimal(target.substring(0, target.length() - 1));
      if (percent > 0 && percent <= 100) {
        return percent / 100;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new UsageException(
        "-target: expected operations per second or a share such as 70% (above 0, at most 100), given: "
            + target);
  }

  private static Variant takeBaseline(List<Variant> variants, String wanted) {
    List<Variant> found = variants.stream().filter(v -> v.isCalled(wanted)).toList();
    if (found.isEmpty() && wanted.equals(PLAIN)) {
      return new Variant(PLAIN, Map.of());
    }
    if (found.size() != 1) {
      throw new UsageException(
          "--baseline "
              + wanted
              + (found.isEmpty() ? " is none of the variants: " : " is more than one variant: ")
              + (found.isEmpty() ? variants : found).stream().map(Variant::name).toList());
    }
    variants.remove(found.get(0));
    return found.get(0);
  }

  /** Baseline, variants and, with calibration, the baseline once more. */
  public List<Variant> columns() {
    return columns(baseline, variants, schedule);
  }

  /** The same without the baseline. */
  public List<Variant> others() {
    List<Variant> all = columns();
    return all.subList(1, all.size());
  }

  /**
   * Number of blocks over which the variants are distributed: more than one if they do not all fit
   * side by side.
   */
  public int groups() {
    int others = others().size();
    return schedule
        .slices()
        .map(slices -> Math.max(1, (others + slices.together() - 2) / (slices.together() - 1)))
        .orElse(1);
  }

  /**
   * The variants of a block: the baseline, and the block's share of the others.
   *
   * @param block number of the block, from 1
   */
  public List<Variant> columns(int block) {
    List<Variant> all = columns();
    int groups = groups();
    return IntStream.range(0, all.size())
        .filter(i -> i == 0 || (i - 1) % groups == (block - 1) % groups)
        .mapToObj(all::get)
        .toList();
  }

  /** The variant of this name, the baseline among them; empty if it is not compared. */
  public Optional<Variant> named(String name) {
    return columns().stream().filter(variant -> variant.name().equals(name)).findFirst();
  }

  /** The name of the variant with that id. */
  public String nameOf(String id) {
    return columns().stream()
        .filter(variant -> variant.id().equals(id))
        .map(Variant::name)
        .findFirst()
        .orElse(id);
  }

  /**
   * Whether a variant differs from a baseline without TLS by its TLS only. Either may also have
   * another server, or other records: that is no price of TLS.
   */
  public boolean differsByTlsOnly(Variant variant) {
    return variant.pinsTls()
        && !baseline.pinsTls()
        && besideTls(variant).equals(besideTls(baseline));
  }

  private Map<String, String> besideTls(Variant variant) {
    Map<String, String> others = new LinkedHashMap<>(base);
    others.putAll(variant.properties());
    others
        .keySet()
        .removeIf(
            name -> name.startsWith(TlsProperties.PREFIX) || name.startsWith(InternodeTls.PREFIX));
    return others;
  }

  /** Whether what the variants cost is what TLS costs, of all of them. */
  public boolean asksOfTlsOnly() {
    return variants.stream().allMatch(this::differsByTlsOnly);
  }

  /** Whether some block has both; variants of different blocks are not compared with each other. */
  public boolean haveCommonBlock(Variant one, Variant other) {
    return IntStream.rangeClosed(1, groups())
        .mapToObj(this::columns)
        .anyMatch(block -> block.contains(one) && block.contains(other));
  }

  private static List<Variant> columns(
      Variant baseline, List<Variant> variants, Schedule schedule) {
    List<Variant> all = new ArrayList<>();
    all.add(baseline);
    all.addAll(variants);
    if (schedule.calibrate()) {
      all.add(again(baseline));
    }
    return all;
  }

  private static Variant again(Variant baseline) {
    return new Variant(baseline.name() + " (again)", baseline.properties());
  }

  /** The baseline under another name, for calibration. */
  public Optional<Variant> noiseFloor() {
    return schedule.calibrate() ? Optional.of(again(baseline)) : Optional.empty();
  }

  /** The same plan with one more remark. */
  public ComparisonPlan withRemark(String remark) {
    return withRemarks(Stream.concat(remarks.stream(), Stream.of(remark)).toList());
  }

  /**
   * Whether one process of the server serves all blocks, so that no interval contains what differs
   * between two starts.
   */
  public boolean hasOneServer() {
    return schedule.slices().map(slicing -> !slicing.renewsServers()).orElse(oneServer);
  }

  /** Every property that one of its runs gets, each with one of its values. */
  public Map<String, String> properties() {
    Map<String, String> all = new LinkedHashMap<>();
    axes.forEach(axis -> all.put(axis.property(), axis.values().get(0)));
    columns().forEach(variant -> all.putAll(variant.properties()));
    all.putAll(base);
    return all;
  }

  /** What a run has of the plan: the variant's values replace the point's, and these the base's. */
  public Map<String, String> properties(Point point, Variant variant) {
    Map<String, String> all = new LinkedHashMap<>(base);
    all.putAll(point.values());
    all.putAll(variant.properties());
    return all;
  }

  /** The same for each variant at each point. */
  public Stream<Map<String, String>> propertiesOfRuns() {
    return points().stream()
        .flatMap(point -> columns().stream().map(variant -> properties(point, variant)));
  }

  /** Whether, in some of its runs, each operation opens a connection of its own. */
  public boolean opensConnections() {
    return workloads().anyMatch(RunOptions.CHURN_WORKLOAD::equals);
  }

  private Stream<String> workloads() {
    return propertiesOfRuns()
        .map(run -> new TypedProperties(run).get(RunProperties.WORKLOAD, ""))
        .distinct();
  }

  /** What runs count as an operation, in the plural: some make several requests in each. */
  public String operations() {
    List<String> all = workloads().toList();
    return all.equals(List.of(RunOptions.CHURN_WORKLOAD))
        ? "cycles"
        : all.equals(List.of(RunOptions.OLTP_WORKLOAD)) ? "transactions" : "operations";
  }

  /** Whether the load generators of some runs have a relay each. */
  public boolean hasRelays() {
    return propertiesOfRuns().anyMatch(NetworkRelay::isWanted);
  }

  /** Whether the runs of a variant at a point have a target: only their latency can differ. */
  public boolean hasTarget(Point point, Variant variant) {
    return capacityShare > 0
        || new TypedProperties(properties(point, variant)).get(RunProperties.TARGET, 0.0) > 0;
  }

  /** The points of the sweep, at least one. */
  public List<Point> points() {
    return Point.product(axes);
  }
}
