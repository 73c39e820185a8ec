package site.ycsb.tls.measurement;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * HdrHistogram interval logs, written during a run, so that nothing is lost however the run ends:
 * {@code intervals.hlog}, in ns, with one line for each operation and interval, tagged with the
 * operation's name; and, with YCSB's {@code hdrhistogram.fileoutput}, upstream's {@code NAME.hdr},
 * in µs. Not thread-safe.
 */
public final class IntervalLog implements Closeable {
  /** The file's name in a run's directory. */
  public static final String NAME = "intervals.hlog";

  private static final double MILLIS_PER_SECOND = 1e3;

  /** The column of largest values is in ms: ns divided by this. */
  private static final double NANOS_PER_MILLI = 1e6;

  private final Optional<Path> directory;
  private final Optional<String> prefix;
  private final Map<String, HistogramLogWriter> writers = new HashMap<>();
  private final Map<String, PrintStream> files = new HashMap<>();
  private final long startMillis;

  /**
   * @param directory for {@link #NAME}; exists
   * @param prefix of the names of upstream's logs
   * @param startMillis start of the measured window, ms since 1970
   * @throws IOException when the file cannot be made
   */
  IntervalLog(Optional<Path> directory, Optional<String> prefix, long startMillis)
      throws IOException {
    this.directory = directory;
    this.prefix = prefix;
    this.startMillis = startMillis;
    if (directory.isPresent()) {
      Files.createDirectories(directory.get());
      open(directory.get().resolve(NAME).toString(), "latencies in ns, tagged by operation");
    }
  }

  private HistogramLogWriter open(String file, String comment) throws FileNotFoundException {
    PrintStream stream =
        new PrintStream(new FileOutputStream(file), false, StandardCharsets.US_ASCII);
    HistogramLogWriter writer = new HistogramLogWriter(stream);
    writer.outputComment("[" + comment + "]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(startMillis);
    writer.outputLegend();
    files.put(file, stream);
    writers.put(file, writer);
    return writer;
  }

  /**
   * Writes the records between two instants.
   *
   * @param fromSeconds since the start of the measured window
   * @param toSeconds since the start of the measured window
   */
  void write(double fromSeconds, double toSeconds, List<String> names, PeriodRecords interval)
      throws IOException {
    for (int operation = 0; operation < names.size(); operation++) {
      Latencies latencies = interval.latencies(operation);
      if (latencies != null && latencies.count() > 0) {
        write(fromSeconds, toSeconds, names.get(operation), latencies.histogram());
      }
    }
    for (PrintStream file : files.values()) {
      if (file.checkError()) {
        throw new IOException("cannot write the interval log: is the disk full?");
      }
    }
  }

  private void write(double from, double to, String name, AbstractHistogram nanos)
      throws IOException {
    if (directory.isPresent()) {
      EncodableHistogram tagged = nanos;
      tagged.setTag(name);
      writers
          .get(directory.get().resolve(NAME).toString())
          .outputIntervalHistogram(from, to, tagged, NANOS_PER_MILLI);
    }
    if (prefix.isPresent()) {
      String file = prefix.get() + name + ".hdr";
      HistogramLogWriter writer = writers.get(file);
      if (writer == null) {
        writer = open(file, "Logging for: " + name);
      }
      writer.outputIntervalHistogram(from, to, inMicros(nanos), 1);
    }
  }

  /** The same latencies in whole µs, as upstream records them. */
  static Histogram inMicros(AbstractHistogram nanos) {
    Histogram micros = new Histogram(3);
    nanos
        .recordedValues()
        .forEach(
            value ->
                micros.recordValueWithCount(
                    value.getValueIteratedTo() / 1000, value.getCountAtValueIteratedTo()));
    return micros;
  }

  @Override
  public void close() {
    files.values().forEach(PrintStream::close);
  }

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
