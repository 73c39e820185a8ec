package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;

/** A test server that is one program of this machine, and listens on loopback. */
public abstract class ProgramServer implements RunningServer {
  /** Where it listens. */
  public static final String LOOPBACK = "127.0.0.1";

  private final List<ListenerSpec> listeners;
  private final ToIntFunction<ListenerSpec> port;
  private final ProgramProcess process;
  private final String product;

  /**
   * A server that is ready.
   *
   * @param port of a listener; several may have the same
   * @param product see {@link #product()}
   */
  protected ProgramServer(
      List<ListenerSpec> listeners,
      ToIntFunction<ListenerSpec> port,
      ProgramProcess process,
      String product) {
    this.listeners = listeners;
    this.port = port;
    this.process = process;
    this.product = product;
  }

  /** Starts a server. */
  @FunctionalInterface
  protected interface Starter {
    /**
     * Starts it.
     *
     * @param ports to try: if one is taken, the next
     * @throws IOException when it does not start; the message goes to the user
     */
    RunningServer start(ServerSpec spec, ProgramArguments given, Ports ports)
        throws IOException, InterruptedException;
  }

  /**
   * Runs the server and ends this process with it.
   *
   * @param args those of {@link TestServerMain}
   */
  protected static void serve(String[] args, Starter starter) throws InterruptedException {
    System.exit(
        TestServerMain.serve(
            args,
            (spec, given) -> starter.start(spec, new ProgramArguments(given), Ports.ofLoopback())));
  }

  @Override
  public final String product() {
    return product;
  }

  protected final List<ListenerSpec> listeners() {
    return listeners;
  }

  @Override
  public final Map<String, InetSocketAddress> addresses() {
    return listeners.stream()
        .collect(
            Collectors.toMap(
                ListenerSpec::name,
                one -> InetSocketAddress.createUnresolved(LOOPBACK, port.applyAsInt(one))));
  }

  /**
   * What the listeners saw where the program counts the connections of all together: with several
   * it cannot tell whose they were.
   */
  protected final Map<String, ListenerWitness> counted(
      long connections, long failed, long completed) {
    if (listeners.size() > 1) {
      return Map.of();
    }
    ListenerSpec only = listeners.get(0);
    return Map.of(only.name(), ListenerWitness.counted(only, connections, failed, completed));
  }

  @Override
  public final CompletableFuture<String> failure() {
    return process.failure();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
