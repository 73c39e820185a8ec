package site.ycsb.tls.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.WorkloadException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.slice.OrderReceiver;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.workload.Workloads;

/** A run against {@link ScriptedDb}, or another pool, as the command line would make it. */
public final class TestRun {
  private final Properties properties = new Properties();
  private final Journal journal;
  private final List<String> statusLines = new CopyOnWriteArrayList<>();
  private Transport transport = new PlainTransport();
  private Optional<OrderReceiver> orders = Optional.empty();
  private Function<Transport, DatabasePool> pool =
      given -> new ThirdPartyPool(ScriptedDb.class.getName(), properties, given);

  public TestRun(Map<String, String> given) {
    this(given, new Journal());
  }

  /** One that finds what another run has stored. */
  public TestRun(Map<String, String> given, Journal journal) {
    this.journal = journal;
    properties.setProperty("workload", RunOptions.CORE_WORKLOAD);
    properties.setProperty("recordcount", "1000");
    given.forEach(properties::setProperty);
    properties.put(Journal.PROPERTY, journal);
  }

  /** With properties without blanks: {@code operationcount=10 threadcount=2}. */
  public static TestRun of(String given) {
    return new TestRun(properties(given));
  }

  /** The properties of such a line. */
  public static Map<String, String> properties(String line) {
    return Arrays.stream(line.split(" ", -1))
        .map(word -> word.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  /** Another database than {@link ScriptedDb}. */
  public TestRun on(Function<Transport, DatabasePool> database) {
    pool = database;
    return this;
  }

  /** Connections of another kind than plain ones. */
  public TestRun over(Transport other) {
    transport = other;
    return this;
  }

  /** Active when another says so. */
  TestRun inTurns(OrderReceiver receiver) {
    orders = Optional.of(receiver);
    return this;
  }

  public RunResult load() throws InterruptedException, WorkloadException {
    return execute(Phase.LOAD, run -> {});
  }

  public RunResult transactions() throws InterruptedException, WorkloadException {
    return execute(Phase.TRANSACTIONS, run -> {});
  }

  /** The transactions, and something that happens meanwhile on another thread. */
  RunResult transactions(Consumer<BenchmarkRun> meanwhile)
      throws InterruptedException, WorkloadException {
    return execute(Phase.TRANSACTIONS, meanwhile);
  }

  private RunResult execute(Phase phase, Consumer<BenchmarkRun> meanwhile)
      throws InterruptedException, WorkloadException {
    RunOptions options = RunOptions.parse(properties, phase);
    RunIdentity identity =
        new RunIdentity("scripted", "ycsb run scripted", "test", Secrets.of(List.of()));
    try (WorkloadSource workload = Workloads.of(options, properties);
        DatabasePool database = pool.apply(transport)) {
      BenchmarkRun run =
          new BenchmarkRun(
              options,
              properties,
              identity,
              workload,
              database,
              transport,
              line -> statusLines.add(line.toString()),
              StartSignal.AT_ONCE,
              orders);
      Thread other = new Thread(() -> meanwhile.accept(run));
      other.start();
      RunResult result = run.execute();
      other.join();
      return result;
    }
  }

  public Journal journal() {
    return journal;
  }

  public List<String> statusLines() {
    return statusLines;
  }
}
