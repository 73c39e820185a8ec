package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
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
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.OrderReceiver;
import site.ycsb.tls.slice.OrderSender;
import site.ycsb.tls.slice.SliceReport;
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

  /** What a test orders of a run that has connected. */
  @FunctionalInterface
  interface Turns {
    void order(OrderSender orders) throws Exception;
  }

  /** The transactions, active when the test says so over a real connection, and then their end. */
  RunResult inTurns(Turns turns) throws Exception {
    Process alive = new ProcessBuilder("cat").start();
    try (OrderSender sender = OrderSender.open();
        OrderReceiver receiver = receiver(sender)) {
      assertThat(sender.accept(alive, 30)).isTrue();
      orders = Optional.of(receiver);
      CompletableFuture<RunResult> run = CompletableFuture.supplyAsync(this::ordered);
      obey(sender, new Order(Order.Kind.CONNECT, 0));
      turns.order(sender);
      sender.send(Order.end());
      return run.get();
    } finally {
      alive.destroyForcibly();
    }
  }

  /** Sends the order and waits for the answer. */
  static SliceReport obey(OrderSender orders, Order order) throws Exception {
    orders.send(order);
    return orders.await(60).orElseThrow();
  }

  private static OrderReceiver receiver(OrderSender orders) throws Exception {
    String[] property = orders.jvmArgument().substring("-D".length()).split("=", 2);
    System.setProperty(property[0], property[1]);
    try {
      return OrderReceiver.ofThisProcess().orElseThrow();
    } finally {
      System.clearProperty(property[0]);
    }
  }

  private RunResult ordered() {
    try {
      return transactions();
    } catch (InterruptedException | WorkloadException e) {
      throw new IllegalStateException(e);
    }
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
