package site.ycsb.tls.measurement.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;

/** A result is read as it was written, and written again as it was, whatever is in it. */
class RandomResultFilesTest {
  private static final String LETTERS = "ab Z0_-/.:,;\"'\\{}[]\n\t\u0001µ€😀";

  @TempDir private Path directory;

  @Test
  void aResultIsReadAsItWasWritten() {
    Path file = directory.resolve(RunResultFile.NAME);
    RandomCases.check(
        100,
        5,
        (random, size) -> {
          RunResult result = new Drawing(random, size).result();
          RunResultFile.write(result, file);

          RunResult read = RunResultFile.read(file);
          assertThat(read).isEqualTo(result);
          assertThat(JsonFile.text(read)).isEqualTo(Files.readString(file));
        });
  }

  /** Draws a result of all that it may have. */
  private record Drawing(SplittableRandom random, int size) {
    RunResult result() {
      return new RunResult(
          RunResult.FORMAT,
          new Configuration(
              text(),
              text(),
              text(),
              text(),
              text(),
              map(this::text),
              random.nextLong(),
              random.nextInt(),
              number()),
          new RunValidity(RandomCases.one(random, Outcome.values()), list(this::text)),
          new Window(text(), number(), number(), number()),
          new Work(
              count(),
              count(),
              map(this::operation),
              list(this::number),
              maybe(() -> new Pacing(number(), count(), count(), number())),
              maybe(() -> new Churn(text(), count(), count(), count(), count(), count()))),
          resources(),
          new TransportUse(
              maybe(this::counts),
              maybe(this::counts),
              maybe(this::tls),
              maybe(() -> new ByteBalance(count(), count(), count())),
              maybe(() -> new CallCounts(count(), count()))),
          map(this::text),
          maybe(
              () ->
                  new Environment(
                      text(),
                      list(this::text),
                      text(),
                      text(),
                      random.nextInt(),
                      count(),
                      text(),
                      maybe(random::nextBoolean))),
          maybe(() -> new FleetFigures(number(), number(), number(), list(this::member))),
          maybe(this::slices));
    }

    private Resources resources() {
      return new Resources(
          maybe(
              () ->
                  new CpuUse(
                      number(), maybe(this::number), maybe(this::number), number(), number())),
          map(() -> new GarbageCollection(count(), count())),
          maybe(() -> new Compilation(maybe(this::number), maybe(this::number))),
          new Counters(maybe(this::count)));
    }

    private OperationResult operation() {
      return new OperationResult(
          count(), number(), count(), count(), map(this::count), map(this::count), text());
    }

    private FleetFigures.Member member() {
      return new FleetFigures.Member(
          text(),
          random.nextInt(),
          number(),
          number(),
          count(),
          count(),
          maybe(this::number),
          number());
    }

    private Slices slices() {
      return new Slices(
          count(),
          number(),
          count(),
          number(),
          number(),
          maybe(this::number),
          count(),
          maybe(
              () ->
                  new Slices.Cold(
                      count(), number(), number(), maybe(this::number), count(), count())));
    }

    /** Closed connections are in no file. */
    private TransportCounts counts() {
      return new TransportCounts(
          count(), 0, count(), count(), count(), count(), count(), count(), count(), count(),
          count());
    }

    private TlsEvidence tls() {
      return new TlsEvidence(
          text(),
          text(),
          text(),
          text(),
          text(),
          text(),
          text(),
          text(),
          text(),
          random.nextBoolean(),
          list(
              () ->
                  random.nextBoolean()
                      ? AccountRow.open(text(), text())
                      : AccountRow.different(text(), text(), text(), "why " + text())));
    }

    private String text() {
      return RandomCases.text(random, LETTERS, 0, 8);
    }

    private long count() {
      return random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1_000);
    }

    private double number() {
      return RandomCases.one(
          random,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          -0.0,
          0.0,
          5.0,
          1e300,
          Double.MIN_VALUE,
          -random.nextDouble(),
          random.nextGaussian(),
          RandomCases.magnitude(random, 1e-12, 1e12));
    }

    private <T> T maybe(Supplier<T> value) {
      return random.nextInt(3) == 0 ? null : value.get();
    }

    private <T> List<T> list(Supplier<T> value) {
      return IntStream.range(0, random.nextInt(size)).mapToObj(i -> value.get()).toList();
    }

    private <T> Map<String, T> map(Supplier<T> value) {
      Map<String, T> map = new LinkedHashMap<>();
      for (int i = random.nextInt(size); i > 0; i--) {
        map.put(text(), value.get());
      }
      return map;
    }
  }
}
