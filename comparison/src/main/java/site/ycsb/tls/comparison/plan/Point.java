package site.ycsb.tls.comparison.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.servers.Variant;

/**
 * One point of a sweep: a value for each axis. Without axes there is one point without values.
 *
 * @param values property to value, in the order of the axes
 */
public record Point(Map<String, String> values) {
  public Point {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** For example {@code threadcount=4, fieldlength=100}; empty without axes. */
  public String label() {
    return values.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The label in a form that is safe as a file name; {@code all} without axes. */
  public String id() {
    return values.isEmpty() ? "all" : Variant.fileSafe(label());
  }

  /** All points of the cartesian product; the last axis varies fastest. */
  public static List<Point> product(List<Axis> axes) {
    List<Map<String, String>> points = List.of(Map.of());
    for (Axis axis : axes) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> point : points) {
        for (String value : axis.values()) {
          Map<String, String> next = new LinkedHashMap<>(point);
          next.put(axis.property(), value);
          longer.add(next);
        }
      }
      points = longer;
    }
    return points.stream().map(Point::new).toList();
  }
}
