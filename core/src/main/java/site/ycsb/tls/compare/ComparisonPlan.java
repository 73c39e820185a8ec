package site.ycsb.tls.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * All that a comparison will do, decided before its first run: variants x points x blocks.
 *
 * @param binding name of the binding
 * @param base properties of every run; none of {@code tls.*}, no {@code target} when {@code
 *     capacityShare} is given
 * @param baseline what the others are compared with
 * @param variants the others, in the order of the report
 * @param axes the sweep's dimensions; none = one point
 * @param capacityShare {@code -target 70%} = 0.7: every variant gets this share of the baseline's
 *     measured throughput as its target; 0 = as {@code base} says
 * @param loadsData whether the comparison loads the data of its points (into tables of its own), or
 *     uses what the server has
 * @param schedule how often and how long
 * @param remarks what was left out of the product and why; one line each
 */
public record ComparisonPlan(
    String binding,
    Map<String, String> base,
    Variant baseline,
    List<Variant> variants,
    List<Axis> axes,
    double capacityShare,
    boolean loadsData,
    Schedule schedule,
    List<String> remarks) {

  public ComparisonPlan {
    Objects.requireNonNull(binding);
    Objects.requireNonNull(baseline);
    base = Collections.unmodifiableMap(new LinkedHashMap<>(base));
    variants = List.copyOf(variants);
    axes = List.copyOf(axes);
    remarks = List.copyOf(remarks);
  }

  /**
   * Makes a plan from what the user gave.
   *
   * <p>The dimensions of TLS ({@code tls.cipher}, {@code tls.keysize}, {@code tls.protocol}, {@code
   * tls.group}, …) may be comma lists: their product makes the variants, beside {@code plain},
   * which gets no {@code tls.*} property at all. {@code variants.NAME.PROPERTY=VALUE} makes further
   * ones by name. {@code target=70%} is a share of the baseline's capacity.
   *
   * @param properties all properties of the command line and its files, in order; {@code
   *     tls.cipher=all} already resolved
   * @param axes what {@code --vary} says; an axis over a dimension of TLS makes variants too
   * @param baseline name of the variant to compare with; {@code plain} by default
   * @param loadsData see {@link #loadsData}
   * @throws site.ycsb.tls.option.UsageException when it makes no comparison
   */
  public static ComparisonPlan parse(
      String binding,
      Map<String, String> properties,
      List<Axis> axes,
      String baseline,
      boolean loadsData,
      Schedule schedule) {
    throw new UnsupportedOperationException("TODO");
  }

  /** Baseline, variants, and the baseline once more when the noise floor is asked for. */
  public List<Variant> columns() {
    List<Variant> all = new ArrayList<>();
    all.add(baseline);
    all.addAll(variants);
    if (schedule.calibrate()) {
      all.add(new Variant(baseline.name() + " (again)", baseline.properties()));
    }
    return all;
  }

  /** The points of the sweep, at least one. */
  public List<Point> points() {
    return Point.product(axes);
  }
}
