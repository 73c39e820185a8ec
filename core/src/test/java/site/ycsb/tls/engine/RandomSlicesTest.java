package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.Slices;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/**
 * Whatever slices are ordered: each operation that the database was asked for is in exactly one of
 * them, and in the figures of its kind only.
 */
@Needs(Requirement.LINUX)
@Timeout(120)
class RandomSlicesTest {
  private static final long MILLISECOND = 1_000_000L;

  @Test
  void eachOperationIsInOneSliceAndInTheFiguresOfItsKind() {
    RandomCases.check(
        3,
        8,
        (random, size) -> {
          Journal journal = new Journal();
          List<SliceReport> reports = new ArrayList<>();
          RunResult result = run(random, size, journal, reports);

          long asked = journal.asked().values().stream().mapToLong(List::size).sum();
          assertThat(sum(reports, report -> report.succeeded() + report.failed())).isEqualTo(asked);
          List<SliceReport> measured = of(reports, Order.Kind.MEASURE);
          assertThat(result.succeeded()).isEqualTo(sum(measured, SliceReport::succeeded));
          assertThat(result.failed()).isEqualTo(sum(measured, SliceReport::failed));
          assertThat(count(result, "")).isEqualTo(result.succeeded());
          assertThat(count(result, "-FAILED")).isEqualTo(result.failed());
          assertThat(result.window().runtimeSeconds())
              .isCloseTo(measured.stream().mapToDouble(SliceReport::seconds).sum(), within(1e-9));

          Slices slices = result.slices();
          assertThat(slices.count()).isEqualTo(measured.size());
          assertThat(slices.warmupOperations())
              .isEqualTo(sum(of(reports, Order.Kind.WARM_UP), SliceReport::succeeded));
          List<SliceReport> cold = of(reports, Order.Kind.COLD);
          assertThat(slices.cold() == null).isEqualTo(cold.isEmpty());
          if (slices.cold() != null) {
            assertThat(slices.cold().succeeded()).isEqualTo(sum(cold, SliceReport::succeeded));
          }
        });
  }

  private static List<SliceReport> of(List<SliceReport> reports, Order.Kind kind) {
    return reports.stream().filter(report -> report.kind() == kind).toList();
  }

  private static long sum(List<SliceReport> reports, ToLongFunction<SliceReport> what) {
    return reports.stream().mapToLong(what).sum();
  }

  /** Samples of reads and updates that succeeded or, with a suffix, did not. */
  private static long count(RunResult result, String suffix) {
    long count = 0;
    for (String operation : List.of("READ", "UPDATE")) {
      OperationResult latencies = result.operations().get(operation + suffix);
      count += latencies == null ? 0 : latencies.count();
    }
    return count;
  }

  /** Slices of random kinds and lengths, of which at least one counts. */
  private static List<Order> orders(SplittableRandom random, int size) {
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      orders.add(order(random, Order.Kind.COLD, Order.Kind.WARM_UP, Order.Kind.MEASURE));
    }
    orders.add(random.nextInt(size + 1), order(random, Order.Kind.MEASURE));
    return orders;
  }

  private static Order order(SplittableRandom random, Order.Kind... kinds) {
    return new Order(RandomCases.one(random, kinds), (1 + random.nextInt(10)) * MILLISECOND);
  }

  /** Some operations fail, from an instant on that differs from thread to thread. */
  private static Map<String, String> properties(SplittableRandom random) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("operationcount", "0");
    properties.put("maxexecutiontime", "60");
    properties.put("errors.max", "1000000");
    properties.put("threadcount", Integer.toString(1 + random.nextInt(4)));
    properties.put("test.delay.nanos", Integer.toString(random.nextInt(200_000)));
    properties.put("test.fault", RandomCases.one(random, "none", "error", "error-once"));
    properties.put("test.fault.after", Integer.toString(random.nextInt(100)));
    if (random.nextBoolean()) {
      properties.put("target", Integer.toString(100 + random.nextInt(5_000)));
    }
    return properties;
  }

  private static RunResult run(
      SplittableRandom random, int size, Journal journal, List<SliceReport> reports)
      throws Exception {
    TestRun made = new TestRun(properties(random), journal);
    return SlicedRunTest.inSlices(made, reports, orders(random, size).toArray(Order[]::new));
  }
}
