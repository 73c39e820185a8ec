package site.ycsb.tls.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.measurement.result.OperationResult;

/** Nothing that is recorded gets lost or counted twice on its way to the log and the result. */
class RecorderTest {
  private final OperationNames names = new OperationNames();
  private final int read = names.id("READ");
  private final int update = names.id("UPDATE");

  @Test
  void intervalsOfBusyThreadsAddUpToTheResult(@TempDir Path directory) throws Exception {
    int threads = 3;
    int perThread = 200_000;
    AtomicLong epoch = new AtomicLong();
    List<Recorder> recorders = new ArrayList<>();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Recorder recorder = new Recorder();
      recorders.add(recorder);
      workers.add(
          new Thread(
              () -> {
                for (int n = 1; n <= perThread; n++) {
                  recorder.record(n % 4 == 0 ? update : read, n);
                  recorder.succeeded();
                  recorder.handOver(epoch.get());
                }
              }));
    }

    Map<String, OperationResult> results;
    try (RunRecords records =
        new RunRecords(names, recorders, ReportOptions.defaults(), Optional.of(directory), 0)) {
      workers.forEach(Thread::start);
      for (int tick = 0; workers.stream().anyMatch(Thread::isAlive); tick++) {
        epoch.incrementAndGet();
        records.collect(tick, tick + 1);
      }
      for (Thread worker : workers) {
        worker.join();
      }
      records.collectRest(1_000_000, 1_000_001);
      results = records.operations(List.of());
      assertThat(records.successes()).isEqualTo((long) threads * perThread);
    }

    assertThat(results.get("READ").count()).isEqualTo((long) threads * perThread * 3 / 4);
    assertThat(results.get("UPDATE").count()).isEqualTo((long) threads * perThread / 4);
    double all = results.get("READ").sumNanos() + results.get("UPDATE").sumNanos();
    assertThat(all).isEqualTo(threads * (perThread * (perThread + 1.0) / 2));
    assertThat(results.get("READ").minNanos()).isEqualTo(1);
    assertThat(results.get("UPDATE").maxNanos()).isEqualTo(perThread);

    Map<String, Histogram> logged = read(directory.resolve(IntervalLog.NAME));
    assertThat(logged).containsOnlyKeys("READ", "UPDATE");
    results.forEach((name, result) -> assertThat(logged.get(name)).isEqualTo(result.decode()));
  }

  private static Map<String, Histogram> read(Path log) throws Exception {
    Map<String, Histogram> sums = new HashMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      EncodableHistogram interval = reader.nextIntervalHistogram();
      while (interval != null) {
        sums.computeIfAbsent(String.valueOf(interval.getTag()), tag -> new Histogram(3))
            .add((Histogram) interval);
        interval = reader.nextIntervalHistogram();
      }
    }
    return sums;
  }

  @Test
  void upstreamsLogsAreInMicroseconds(@TempDir Path directory) throws Exception {
    Map<String, String> properties = new TreeMap<>();
    properties.put("hdrhistogram.fileoutput", "true");
    properties.put("hdrhistogram.output.path", directory + "/run-");
    Recorder recorder = new Recorder();
    recorder.record(read, 5_000_000);

    try (RunRecords records =
        new RunRecords(
            names, List.of(recorder), ReportOptions.parse(properties), Optional.empty(), 0)) {
      records.collectRest(0, 1);
    }

    Histogram logged = read(directory.resolve("run-READ.hdr")).get("null");
    assertThat(logged.getTotalCount()).isEqualTo(1);
    assertThat(logged.valuesAreEquivalent(logged.getMaxValue(), 5_000)).isTrue();
  }

  /** As with {@code measurement.interval=intended}. */
  @Test
  void whereOnlyTheIntendedStartIsTimedThatSectionHasTheStatuses() throws Exception {
    Recorder recorder = new Recorder();
    int intended = names.id("Intended-READ");
    for (int i = 0; i < 10; i++) {
      recorder.record(intended, 10);
    }
    recorder.count(read, "BATCHED_OK");
    recorder.count(read, "NOT_FOUND");

    try (RunRecords records =
        new RunRecords(names, List.of(recorder), ReportOptions.defaults(), Optional.empty(), 0)) {
      records.collectRest(0, 1);
      Map<String, OperationResult> operations = records.operations(List.of());
      assertThat(operations).containsOnlyKeys("Intended-READ");
      assertThat(operations.get("Intended-READ").returns())
          .isEqualTo(Map.of("OK", 9L, "BATCHED_OK", 1L, "NOT_FOUND", 1L));
    }
  }

  /** As with {@code measurement.interval=both}. */
  @Test
  void whereBothAreTimedStatusesAreCountedOnce() throws Exception {
    Recorder recorder = new Recorder();
    recorder.record(read, 10);
    recorder.record(names.id("Intended-READ"), 20);

    try (RunRecords records =
        new RunRecords(names, List.of(recorder), ReportOptions.defaults(), Optional.empty(), 0)) {
      records.collectRest(0, 1);
      Map<String, OperationResult> operations = records.operations(List.of());
      assertThat(operations.get("READ").returns()).isEqualTo(Map.of("OK", 1L));
      assertThat(operations.get("Intended-READ").returns()).isEmpty();
    }
  }

  @Test
  void percentilesNeverExceedTheLargest() throws Exception {
    Recorder recorder = new Recorder();
    recorder.record(read, 1_000_001);

    try (RunRecords records =
        new RunRecords(names, List.of(recorder), ReportOptions.defaults(), Optional.empty(), 0)) {
      records.collectRest(0, 1);
      assertThat(records.operations(List.of(99.999)).get("READ").percentilesNanos())
          .containsEntry("99.999", 1_000_001L)
          .containsEntry("50", 1_000_001L);
    }
  }

  @Test
  void norDoThoseOfStatusLinesAndOfTheLag() throws Exception {
    Recorder recorder = new Recorder();
    recorder.record(read, 1_234_567_891);
    recorder.record(names.id(RunRecords.LAG), 1_234_567_891);

    try (RunRecords records =
        new RunRecords(names, List.of(recorder), ReportOptions.defaults(), Optional.empty(), 0)) {
      records.collectRest(0, 1);
      assertThat(records.summary()).contains("Max=1234567, ", ", 99.99=1234567]");
      assertThat(records.pacing(0).p99LagNanos()).isEqualTo(1_234_567_891);
    }
  }
}
