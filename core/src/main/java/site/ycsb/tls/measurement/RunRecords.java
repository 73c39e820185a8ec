package site.ycsb.tls.measurement;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Pacing;

/**
 * Collects the records of a run's threads: interval by interval into the log, and all of them into
 * the result. Used by one thread.
 */
public final class RunRecords implements Closeable {
  /** The name for the lag behind the intended start; not an operation. */
  public static final String LAG = "LAG";

  /**
   * New keys for the connections of a thread: between operations, and in none of their latencies.
   */
  public static final String TLS_RENEGOTIATE = "TLS-RENEGOTIATE";

  /** Operations of {@code site.ycsb.DB}, whose status is reported. */
  private static final Set<String> RETURNING = Set.of("READ", "SCAN", "UPDATE", "INSERT", "DELETE");

  /** What the names of latencies from the intended start begin with. */
  private static final String INTENDED = "Intended-";

  private static final DecimalFormatSymbols POINT = DecimalFormatSymbols.getInstance(Locale.ROOT);

  private final OperationNames names;
  private final List<Recorder> recorders;
  private final IntervalLog log;
  private final PeriodRecords total = new PeriodRecords(Latencies::ofRun);
  private final PeriodRecords sinceStatus = new PeriodRecords(Latencies::ofRun);
  private final PeriodRecords interval = new PeriodRecords(Latencies::ofRun);

  /**
   * @param options say which logs are wanted
   * @param directory for {@code intervals.hlog}; made if it is missing
   * @param startMillis start of the measured window, ms since 1970
   * @throws IOException when a log cannot be made
   */
  public RunRecords(
      OperationNames names,
      List<Recorder> recorders,
      ReportOptions options,
      Optional<Path> directory,
      long startMillis)
      throws IOException {
    this.names = names;
    this.recorders = List.copyOf(recorders);
    this.log = new IntervalLog(directory, options.logPrefix(), startMillis);
  }

  /**
   * Takes the records that the threads handed over, and logs them for these seconds of the window.
   */
  public void collect(double fromSeconds, double toSeconds) throws IOException {
    recorders.forEach(recorder -> recorder.drainTo(interval));
    accumulate(fromSeconds, toSeconds);
  }

  /** The same with all remaining records, when the threads have ended or were abandoned. */
  public void collectRest(double fromSeconds, double toSeconds) throws IOException {
    recorders.forEach(recorder -> recorder.drainRestTo(interval));
    accumulate(fromSeconds, toSeconds);
  }

  private void accumulate(double fromSeconds, double toSeconds) throws IOException {
    total.add(interval);
    sinceStatus.add(interval);
    try {
      log.write(fromSeconds, toSeconds, names.names(), interval);
    } finally {
      interval.reset();
    }
  }

  /** Operations of all threads that succeeded until now. */
  public long successes() {
    return recorders.stream().mapToLong(Recorder::successes).sum();
  }

  /** Operations of all threads that failed until now. */
  public long failures() {
    return recorders.stream().mapToLong(Recorder::failures).sum();
  }

  /** The operations' part of YCSB's status line, since the last call; latencies in µs. */
  public String summary() {
    StringBuilder line = new StringBuilder();
    DecimalFormat decimal = new DecimalFormat("#.##", POINT);
    List<String> all = names.names();
    for (int operation = 0; operation < all.size(); operation++) {
      Latencies latencies = sinceStatus.latencies(operation);
      if (latencies != null && latencies.count() > 0 && !all.get(operation).equals(LAG)) {
        line.append('[').append(all.get(operation));
        line.append(": Count=").append(latencies.count());
        line.append(", Max=").append(latencies.maxNanos() / 1000);
        line.append(", Min=").append(latencies.minNanos() / 1000);
        line.append(", Avg=")
            .append(decimal.format(latencies.sumNanos() / latencies.count() / 1e3));
        for (double percentile : new double[] {90, 99, 99.9, 99.99}) {
          line.append(", ").append(decimal.format(percentile)).append('=');
          line.append(latencies.percentileNanos(percentile) / 1000);
        }
        line.append("] ");
      }
    }
    sinceStatus.reset();
    return line.toString();
  }

  /** All records, by operation, in the order of reports. */
  public Map<String, OperationResult> operations(List<Double> morePercentiles) {
    List<String> all = names.names();
    Map<String, OperationResult> results = new LinkedHashMap<>();
    for (boolean intended : new boolean[] {false, true}) {
      for (int operation = 0; operation < all.size(); operation++) {
        String name = all.get(operation);
        if (name.startsWith(INTENDED) == intended && !name.equals(LAG) && seen(operation, name)) {
          results.put(name, result(operation, name, morePercentiles));
        }
      }
    }
    return results;
  }

  /**
   * One reason for each status other than OK, if the database's client gave one: by operation, by
   * status.
   *
   * @param mask takes secrets out of a text
   */
  public Map<String, Map<String, String>> reasons(UnaryOperator<String> mask) {
    List<String> all = names.names();
    Map<String, Map<String, String>> reasons = new HashMap<>();
    for (int operation = 0; operation < all.size(); operation++) {
      Map<String, String> masked = new HashMap<>(total.reasons(operation));
      masked.replaceAll((status, reason) -> mask.apply(reason));
      reasons.put(all.get(operation), masked);
    }
    return reasons;
  }

  private boolean seen(int operation, String name) {
    return isTimed(name) || (!total.statuses(operation).isEmpty() && !isTimedAsIntendedOnly(name));
  }

  private boolean isTimed(String name) {
    Latencies latencies = total.latencies(names.id(name));
    return latencies != null && latencies.count() > 0;
  }

  /** As with {@code measurement.interval=intended}. */
  private boolean isTimedAsIntendedOnly(String name) {
    return !isTimed(name) && isTimed(INTENDED + name);
  }

  private OperationResult result(int operation, String name, List<Double> morePercentiles) {
    Latencies latencies = total.latencies(operation);
    Latencies known = latencies == null ? Latencies.ofRun() : latencies;
    return OperationResult.of(
        known.histogram(),
        known.sumNanos(),
        known.minNanos(),
        known.maxNanos(),
        returns(name, known.count()),
        morePercentiles);
  }

  /**
   * Of the one section that has an operation's statuses: its own, or, if it was timed from the
   * intended start only, that. Plain success is not counted: it is the rest of the samples.
   */
  private Map<String, Long> returns(String section, long samples) {
    boolean intended = section.startsWith(INTENDED);
    String name = intended ? section.substring(INTENDED.length()) : section;
    if (intended && !isTimedAsIntendedOnly(name)) {
      return Map.of();
    }
    Map<String, Long> returns = new TreeMap<>(total.statuses(names.id(name)));
    if (RETURNING.contains(name)) {
      returns.merge("OK", samples - returns.getOrDefault("BATCHED_OK", 0L), Long::sum);
      returns.values().removeIf(times -> times == 0);
    }
    return returns;
  }

  /** The lag behind the intended starts; null when none was recorded. */
  public Pacing pacing(double spinSeconds) {
    Latencies lag = total.latencies(names.id(LAG));
    return lag == null || lag.count() == 0
        ? null
        : new Pacing(
            lag.sumNanos() / lag.count(), lag.percentileNanos(99), lag.maxNanos(), spinSeconds);
  }

  @Override
  public void close() {
    log.close();
  }
}
