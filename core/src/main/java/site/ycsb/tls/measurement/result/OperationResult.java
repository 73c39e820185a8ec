package site.ycsb.tls.measurement.result;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one kind of operation.
 *
 * @param count number of samples
 * @param sumNanos exact sum, ns
 * @param minNanos least, ns
 * @param maxNanos largest, ns
 * @param percentilesNanos percentile ({@code 50}, {@code 95}, {@code 99}, {@code 99.9}, …) to ns
 * @param returns status name to count
 * @param histogram the whole histogram: HdrHistogram's compressed encoding, Base64; empty where it
 *     was {@linkplain #measuredElsewhere measured elsewhere}
 */
public record OperationResult(
    long count,
    double sumNanos,
    long minNanos,
    long maxNanos,
    Map<String, Long> percentilesNanos,
    Map<String, Long> returns,
    String histogram) {

  /** Percentiles that every result has, so that runs can be compared. */
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  /**
   * From a histogram and what it does not keep exactly.
   *
   * @param sumNanos exact sum, ns
   * @param minNanos exact least, ns
   * @param maxNanos exact largest, ns
   * @param morePercentiles beside the usual ones, above 0 to 100
   */
  public static OperationResult of(
      AbstractHistogram histogram,
      double sumNanos,
      long minNanos,
      long maxNanos,
      Map<String, Long> returns,
      Collection<Double> morePercentiles) {
    Map<String, Long> percentiles = new LinkedHashMap<>();
    Stream.concat(PERCENTILES.stream(), morePercentiles.stream())
        .sorted()
        .distinct()
        .forEach(
            percentile ->
                percentiles.put(
                    percentileName(percentile),
                    Math.min(maxNanos, histogram.getValueAtPercentile(percentile))));
    return new OperationResult(
        histogram.getTotalCount(),
        sumNanos,
        minNanos,
        maxNanos,
        percentiles,
        returns,
        encode(histogram));
  }

  /** {@code 95.0} is {@code 95}, {@code 99.9} is {@code 99.9}. */
  public static String percentileName(double percentile) {
    return percentile == Math.rint(percentile)
        ? Long.toString((long) percentile)
        : Double.toString(percentile);
  }

  private static String encode(AbstractHistogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /**
   * Whether a third party's workload measured it itself, from its first operation on: the warm-up
   * is in it.
   */
  public boolean measuredElsewhere() {
    return histogram.isEmpty();
  }

  /** Arithmetic mean, ns; 0 without samples. */
  public double meanNanos() {
    return count == 0 ? 0 : sumNanos / count;
  }

  /**
   * The whole histogram, ns; those of several runs may be added to each other.
   *
   * @throws IllegalStateException when {@link #histogram} was not written by this program
   */
  public Histogram decode() {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(histogram));
      return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
    } catch (DataFormatException | IllegalArgumentException e) {
      throw new IllegalStateException("not an encoded HdrHistogram: " + e.getMessage(), e);
    }
  }

  /** The samples of both: histograms are added bucket by bucket. */
  public OperationResult plus(OperationResult other) {
    Histogram sum = decode();
    sum.setAutoResize(true);
    sum.add(other.decode());
    Map<String, Long> statuses = new TreeMap<>(returns);
    other.returns.forEach((status, times) -> statuses.merge(status, times, Long::sum));
    return of(
        sum,
        sumNanos + other.sumNanos,
        count == 0
            ? other.minNanos
            : other.count == 0 ? minNanos : Math.min(minNanos, other.minNanos),
        Math.max(maxNanos, other.maxNanos),
        statuses,
        Stream.of(this, other)
            .flatMap(result -> result.percentilesNanos.keySet().stream())
            .map(Double::valueOf)
            .toList());
  }
}
