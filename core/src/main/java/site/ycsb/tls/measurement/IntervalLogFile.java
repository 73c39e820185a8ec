package site.ycsb.tls.measurement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;

/** Reads {@code intervals.hlog} of a run's directory. */
public final class IntervalLogFile {
  /** The file's name in a run's directory. */
  public static final String NAME = IntervalLog.NAME;

  private static final double MILLIS_PER_SECOND = 1e3;

  private IntervalLogFile() {}

  /**
   * Latencies of one operation in a period. Not the histogram: those of a day would not fit into
   * memory.
   *
   * @param fromSeconds since the start of the measured window
   * @param toSeconds since the start of the measured window
   * @param count of the samples, at least 1
   * @param meanNanos mean latency, ns
   */
  public record Stretch(double fromSeconds, double toSeconds, long count, double meanNanos) {}

  /**
   * The operation's intervals in the order of time; those without samples are absent.
   *
   * @param operation its name, for example {@code READ}
   * @throws IOException when there is no such file, or it is damaged
   */
  public static List<Stretch> read(Path file, String operation) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    List<Stretch> stretches = new ArrayList<>();
    int histograms = 0;
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next == null && histograms > 0) {
          // Null for anything that is not a histogram; nothing follows the histograms.
          throw new IOException(file + " is damaged: interval " + (histograms + 1));
        }
        histograms += next == null ? 0 : 1;
        if (next instanceof AbstractHistogram histogram && operation.equals(next.getTag())) {
          stretches.add(stretch(histogram, reader.getStartTimeSec()));
        }
      }
    } catch (RuntimeException e) {
      // The library's exceptions for a bad line.
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
    return stretches;
  }

  private static Stretch stretch(AbstractHistogram histogram, double startSeconds) {
    return new Stretch(
        relative(histogram.getStartTimeStamp(), startSeconds),
        relative(histogram.getEndTimeStamp(), startSeconds),
        histogram.getTotalCount(),
        histogram.getMean());
  }

  /** The library makes times absolute if the log has a start time. */
  private static double relative(long millis, double startSeconds) {
    double seconds = millis / MILLIS_PER_SECOND;
    return seconds >= startSeconds ? seconds - startSeconds : seconds;
  }
}
