package site.ycsb.tls.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Pacing;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * Each sample is counted once, whenever it is handed over and collected, and whoever made it: the
 * results of parts add up to that of the whole.
 */
class RandomRecordsTest {
  private static final List<String> OPERATIONS = List.of("READ", "UPDATE", "INSERT", "CYCLE");
  private static final List<String> STATUSES = List.of("ERROR", "NOT_FOUND", "BATCHED_OK");

  /** A sample, or a status without one. */
  private record Event(String operation, long nanos, String status) {
    static Event of(SplittableRandom random) {
      String operation = RandomCases.one(random, OPERATIONS);
      boolean timed = random.nextInt(5) > 0;
      long nanos =
          random.nextInt(20) == 0
              ? random.nextInt(3) - 1
              : (long) RandomCases.magnitude(random, 1, 1e13);
      // A status of a batch comes with a sample.
      String status =
          timed
              ? RandomCases.one(random, "", "", "BATCHED_OK")
              : RandomCases.one(random, STATUSES.subList(0, 2));
      return new Event(operation, timed ? nanos : -1, status);
    }

    boolean isTimed() {
      return status.isEmpty() || status.equals("BATCHED_OK");
    }

    void recordOn(Recorder recorder, OperationNames names) {
      int number = names.id(operation);
      if (isTimed()) {
        recorder.record(number, nanos);
        recorder.succeeded();
      } else {
        recorder.failed();
      }
      if (!status.isEmpty()) {
        recorder.count(number, status);
      }
    }
  }

  /** What must come of some events, one by one. */
  private static Map<String, OperationResult> expected(List<Event> events) {
    Map<String, OperationResult> results = new TreeMap<>();
    for (String operation : OPERATIONS) {
      List<Event> own = events.stream().filter(e -> e.operation.equals(operation)).toList();
      List<Long> samples =
          own.stream().filter(Event::isTimed).map(e -> Math.max(0, e.nanos)).toList();
      Map<String, Long> returns = new TreeMap<>();
      own.stream()
          .map(Event::status)
          .filter(status -> !status.isEmpty())
          .forEach(status -> returns.merge(status, 1L, Long::sum));
      long successes = samples.size() - returns.getOrDefault("BATCHED_OK", 0L);
      if (successes > 0 && !operation.equals("CYCLE")) {
        returns.put("OK", successes);
      }
      Histogram histogram = new Histogram(3);
      samples.forEach(histogram::recordValue);
      if (!own.isEmpty()) {
        results.put(
            operation,
            OperationResult.of(
                histogram,
                samples.stream().mapToDouble(Long::doubleValue).sum(),
                samples.stream().mapToLong(Long::longValue).min().orElse(0),
                samples.stream().mapToLong(Long::longValue).max().orElse(0),
                returns,
                List.of()));
      }
    }
    return results;
  }

  /** Recorded by several threads, handed over and collected at any time. */
  private static Map<String, OperationResult> recorded(SplittableRandom random, List<Event> events)
      throws IOException {
    OperationNames names = new OperationNames();
    List<Recorder> recorders = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      recorders.add(new Recorder());
    }
    try (RunRecords records =
        new RunRecords(names, recorders, ReportOptions.defaults(), Optional.empty(), 0)) {
      long epoch = 0;
      double collected = 0;
      for (Event event : events) {
        event.recordOn(RandomCases.one(random, recorders), names);
        switch (random.nextInt(8)) {
          case 0 -> epoch++;
          case 1 -> records.collect(collected, ++collected);
          case 2 -> records.collectRest(collected, ++collected);
          case 3 -> records.summary();
          default -> RandomCases.one(random, recorders).handOver(epoch);
        }
      }
      records.collectRest(collected, collected + 1);
      assertThat(records.successes()).isEqualTo(events.stream().filter(Event::isTimed).count());
      assertThat(records.successes() + records.failures()).isEqualTo(events.size());
      return new TreeMap<>(records.operations(List.of()));
    }
  }

  /** The encodings of equal histograms may differ. */
  private static Map<String, Object> facts(OperationResult result) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("count", result.count());
    facts.put("sum", result.sumNanos());
    facts.put("min", result.minNanos());
    facts.put("max", result.maxNanos());
    facts.put("percentiles", result.percentilesNanos());
    facts.put("returns", result.returns());
    facts.put("histogram", result.decode());
    return facts;
  }

  private static void assertSame(
      Map<String, OperationResult> found, Map<String, OperationResult> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (name, result) -> assertThat(facts(found.get(name))).as(name).isEqualTo(facts(result)));
  }

  private static List<Event> events(SplittableRandom random, int count) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(Event.of(random));
    }
    return events;
  }

  @Test
  void whenSamplesAreHandedOverAndCollectedChangesNothing() {
    RandomCases.check(
        50,
        60,
        (random, size) -> {
          List<Event> events = events(random, size);
          assertSame(recorded(random, events), expected(events));
        });
  }

  @Test
  void partsAddUpToTheWholeInAnyOrder() {
    RandomCases.check(
        25,
        40,
        (random, size) -> {
          List<Event> events = events(random, size);
          List<List<Event>> shares = new ArrayList<>();
          for (int i = 1 + random.nextInt(4); i > 0; i--) {
            shares.add(new ArrayList<>());
          }
          events.forEach(event -> RandomCases.one(random, shares).add(event));
          List<Work> parts = new ArrayList<>();
          for (List<Event> share : shares) {
            parts.add(work(random, share));
          }

          Work sum = sum(random, parts, Work::plus);

          assertSame(new TreeMap<>(sum.operations()), expected(events));
          assertThat(sum.done()).isEqualTo(events.size());
          assertThat(sum.churn().cycles()).isEqualTo(events.size());
          assertThat(sum.throughputPerSecond()).hasSize(3);
          assertThat(sum.throughputPerSecond().stream().mapToDouble(rate -> rate).sum())
              .isEqualTo((double) sum.succeeded(), within(1e-6));
          double lag =
              parts.stream().mapToDouble(part -> part.pacing().meanLagNanos() * part.done()).sum();
          assertThat(sum.pacing().meanLagNanos())
              .isCloseTo(lag / events.size(), within(1e-6 * Math.max(1, lag)));
        });
  }

  private static Work work(SplittableRandom random, List<Event> events) throws IOException {
    long succeeded = events.stream().filter(Event::isTimed).count();
    long first = random.nextLong(succeeded + 1);
    return new Work(
        succeeded,
        events.size() - succeeded,
        recorded(random, events),
        List.of((double) first, 0.0, (double) (succeeded - first)),
        new Pacing(random.nextDouble(1e6), random.nextInt(1_000), random.nextInt(1_000), 1),
        new Churn("client", events.size(), 1, 0, 0, 0));
  }

  @Test
  void countsOfConnectionsAddUpInAnyOrderAndTheirDifferenceIsWhatWasAdded() {
    RandomCases.check(
        200,
        5,
        (random, size) -> {
          List<TransportUse> parts = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            parts.add(
                new TransportUse(
                    counts(random),
                    counts(random),
                    null,
                    new ByteBalance(some(random), some(random), some(random)),
                    new CallCounts(some(random), some(random))));
          }
          TransportUse inOrder = parts.stream().reduce(TransportUse::plus).orElseThrow();
          assertThat(sum(random, parts, TransportUse::plus)).isEqualTo(inOrder);
          assertThat(inOrder.connections().wireBytesIn())
              .isEqualTo(parts.stream().mapToLong(p -> p.connections().wireBytesIn()).sum());

          TransportUse first = parts.get(0);
          TransportUse more = first.plus(inOrder);
          assertThat(more.connections().minus(inOrder.connections()))
              .isEqualTo(first.connections());
          assertThat(more.calls().minus(inOrder.calls())).isEqualTo(first.calls());
        });
  }

  private static TransportCounts counts(SplittableRandom random) {
    return new TransportCounts(
        some(random),
        some(random),
        some(random),
        some(random),
        some(random),
        some(random),
        some(random),
        some(random),
        some(random),
        some(random),
        some(random));
  }

  private static long some(SplittableRandom random) {
    return random.nextLong(1L << 50);
  }

  /** Two at a time, whichever. */
  private static <T> T sum(SplittableRandom random, List<T> parts, BinaryOperator<T> plus) {
    List<T> left = RandomCases.shuffled(random, parts);
    while (left.size() > 1) {
      T one = left.remove(random.nextInt(left.size()));
      T other = left.remove(random.nextInt(left.size()));
      left.add(plus.apply(one, other));
    }
    return left.get(0);
  }
}
