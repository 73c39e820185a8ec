package site.ycsb.tls.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Metric;

/**
 * A conclusion that measurements can confirm or refute: the change of a metric from one variant to
 * others lies in a range, for each of these variants, at each of the points.
 *
 * @param claim the conclusion in a sentence
 * @param metric what it is about
 * @param of names of the variants that it is about, at least one
 * @param to name of the variant that they are compared with
 * @param at values of axes at which it is claimed; for an absent axis all values
 * @param range the claimed range of the changes
 * @param printed the range as written in the file: {@code within 5 %}
 */
public record Check(
    String claim,
    Metric metric,
    List<String> of,
    String to,
    Map<String, List<String>> at,
    ChangeRange range,
    String printed) {
  public Check {
    of = List.copyOf(of);
    at = Collections.unmodifiableMap(new LinkedHashMap<>(at));
  }

  /** Whether it is claimed at the point. */
  public boolean concerns(Point point) {
    return at.entrySet().stream()
        .allMatch(e -> e.getValue().contains(point.values().get(e.getKey())));
  }
}
