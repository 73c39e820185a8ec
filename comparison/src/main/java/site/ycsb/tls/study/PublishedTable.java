package site.ycsb.tls.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Metric;

/**
 * A table of the publication, or a part of one: one quantity, by point and variant.
 *
 * @param title its place in the publication: {@code table IV, throughput}
 * @param metric the corresponding metric here; empty without one
 * @param unit of the figures, as the authors give it
 * @param times factor for measured figures: 14 if the authors count 14 queries as one operation
 *     here; usually 1
 * @param note a remark for the reader; may be empty
 * @param rows at least one
 */
public record PublishedTable(
    String title, Optional<Metric> metric, String unit, double times, String note, List<Row> rows) {

  /** Factors from µs to the units of tables of times. */
  private static final Map<String, Double> OF_MICROS = Map.of("us", 1.0, "ms", 1e-3, "s", 1e-6);

  /** A time may be given per operation, as those of CPUs are. */
  private static final String PER_OPERATION = "/op";

  public PublishedTable {
    rows = List.copyOf(rows);
    if (isTime(metric) && !OF_MICROS.containsKey(unitOfTime(unit))) {
      throw new IllegalArgumentException(
          "latencies and CPU times are in us, ms or s, given: %s; leave 'metric' out if the table has another quantity"
              .formatted(unit));
    }
  }

  private static boolean isTime(Optional<Metric> metric) {
    return metric.filter(m -> m.kind().isTime()).isPresent();
  }

  private static String unitOfTime(String unit) {
    return unit.endsWith(PER_OPERATION)
        ? unit.substring(0, unit.length() - PER_OPERATION.length())
        : unit;
  }

  /**
   * Figures of one point.
   *
   * @param at the point
   * @param figures by name of the variant, in the order of the table
   */
  public record Row(Point at, Map<String, PublishedFigure> figures) {
    public Row {
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** The figure of a variant, if there is one. */
    public Optional<PublishedFigure> figure(String variant) {
      return Optional.ofNullable(figures.get(variant));
    }
  }

  /** A measured figure of the metric, in the table's unit. */
  public double inUnit(double measured) {
    return measured * times * (isTime(metric) ? OF_MICROS.get(unitOfTime(unit)) : 1);
  }

  /**
   * The published change of a variant relative to another at a point: from the figures if both have
   * one and the other's is not 0, otherwise from the printed overhead if the other is the baseline.
   *
   * @return as a share: 0.41 = 41 % more; empty when unknown
   */
  public Optional<ChangeRange> change(Point at, String of, String to, String baseline) {
    return rows.stream()
        .filter(row -> row.at().equals(at))
        .findFirst()
        .flatMap(row -> change(row, of, to, baseline));
  }

  private Optional<ChangeRange> change(Row row, String of, String to, String baseline) {
    Optional<PublishedFigure> one = row.figure(of);
    Optional<PublishedFigure> other = row.figure(to);
    if (one.isEmpty()) {
      return Optional.empty();
    }
    OptionalDouble own = one.get().value();
    OptionalDouble base = other.map(PublishedFigure::value).orElse(OptionalDouble.empty());
    // Nothing is a share of 0.
    if (own.isPresent() && base.isPresent() && base.getAsDouble() > 0) {
      double share = own.getAsDouble() / base.getAsDouble() - 1;
      return Optional.of(new ChangeRange(share, share));
    }
    boolean loss = metric.isPresent() && metric.get().moreIsBetter();
    return one.get()
        .overhead()
        .filter(overhead -> to.equals(baseline))
        .map(o -> loss ? new ChangeRange(-o.upper(), -o.lower()) : o);
  }
}
