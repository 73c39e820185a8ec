package site.ycsb.tls.testserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.option.JvmTls;

/**
 * The process of a test server of any kind. It is started with the file of a {@link ServerSpec} and
 * further arguments, and exchanges lines of UTF-8 with the process that started it:
 *
 * <pre>
 * stdout  LISTENER NAME HOST PORT              one for each listener
 * stdout  READY SERVER VERSION                 clients may come
 * stdin   witness
 * stdout  WITNESS NAME CONNECTIONS FAILED      one for each listener
 * stdout  HANDSHAKES NAME PROTOCOL SUITE full|resumed COUNT
 * stdout  DONE
 * stdin   health
 * stdout  UNREADY REASON                       one for each reason
 * stdout  INCIDENT COUNT WHAT                  one for each kind
 * stdout  DONE
 * stdin   stop, or its end
 * </pre>
 *
 * <p>After SIGINT and SIGTERM it continues to serve until its parent ends it (at most a minute).
 *
 * <p>All other messages go to stderr. It exits with 0 after {@code stop} or at the end of its
 * input, so that it always ends with its parent, and with 1 when it cannot start, ends by itself,
 * or does not end in order.
 */
public final class TestServerMain {
  /** The beginning of the line that says why it cannot start, or has ended. */
  static final String ERROR = "error: ";

  private static final String STOP = "stop";

  /** Not a command from the parent: the server has ended. */
  private static final String FAILED = "";

  private static final long GRACE_SECONDS = 10;
  private static final long INTERRUPTED_SECONDS = 60;

  private final PrintStream out;
  private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);

  private TestServerMain(PrintStream out) {
    this.out = out;
  }

  /** Starts a server. */
  @FunctionalInterface
  public interface Starter {
    /**
     * Starts the server; it is ready for clients when this returns.
     *
     * @param spec what to listen on
     * @param arguments further arguments of the recipe
     * @throws Exception when it cannot start; the message goes to the user
     */
    RunningServer start(ServerSpec spec, List<String> arguments) throws Exception;
  }

  /**
   * Runs the server until it is told to stop.
   *
   * @param args the file of the {@link ServerSpec}, then the recipe's arguments
   * @return the exit code for {@code main}
   */
  public static int serve(String[] args, Starter starter) throws InterruptedException {
    // The parent reads numbers in these digits, whatever the user's language is.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    PrintStream out = System.out;
    System.setOut(System.err);
    TestServerMain main = new TestServerMain(out);
    Thread reader = new Thread(main::readCommands, "commands");
    reader.setDaemon(true);
    reader.start();
    try (RunningServer server = start(args, starter)) {
      Runtime.getRuntime().addShutdownHook(new Thread(main::serveOn, "serve on"));
      main.announce(server);
      main.obey(server);
      return 0;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      // The message of an error is a name or a number alone.
      boolean saysWhy = e instanceof Exception && e.getMessage() != null;
      System.err.println(ERROR + (saysWhy ? e.getMessage() : e));
      e.printStackTrace();
      return 1;
    } finally {
      main.over.countDown();
    }
  }

  /**
   * Ctrl-C on a terminal goes to all processes at once. The parent then ends its measurement in
   * order, and this process with it. Until then the server must continue, or the last operations
   * would fail.
   */
  private void serveOn() {
    try {
      over.await(INTERRUPTED_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static RunningServer start(String[] args, Starter starter) throws Exception {
    if (args.length == 0) {
      throw new IllegalArgumentException("the first argument is the file of a ServerSpec");
    }
    List<String> arguments = List.of(args);
    ServerSpec spec = ServerSpec.read(Path.of(arguments.get(0)));
    if (spec.legacy()) {
      JvmTls.liftDisabledAlgorithms();
    }
    return starter.start(spec, arguments.subList(1, arguments.size()));
  }

  private void announce(RunningServer server) {
    for (Map.Entry<String, InetSocketAddress> listener : server.addresses().entrySet()) {
      InetSocketAddress address = listener.getValue();
      say("LISTENER", listener.getKey(), address.getHostString(), address.getPort());
    }
    say("READY", server.product());
  }

  private void obey(RunningServer server) throws InterruptedException, IOException {
    var unused = server.failure().thenRun(() -> commands.add(FAILED));
    for (String command = commands.take(); !command.equals(STOP); command = commands.take()) {
      if (command.equals(FAILED)) {
        throw new IOException(server.failure().join());
      } else if (command.equals("witness")) {
        server.witness().forEach(this::testify);
        say("DONE");
      } else if (command.equals("health")) {
        ServerHealth health = server.health();
        health.unready().forEach(reason -> say("UNREADY", reason));
        health.incidents().forEach((what, count) -> say("INCIDENT", count, what));
        say("DONE");
      } else {
        System.err.println(
            "unknown command \"" + command + "\"; known are witness, health and stop");
      }
    }
  }

  private void testify(String listener, ListenerWitness witness) {
    say("WITNESS", listener, witness.connections(), witness.failed());
    witness
        .handshakes()
        .forEach(
            (negotiated, count) ->
                say(
                    "HANDSHAKES",
                    listener,
                    negotiated.protocol(),
                    negotiated.cipherSuite(),
                    negotiated.resumed() ? "resumed" : "full",
                    count));
  }

  private void say(Object... words) {
    out.println(Stream.of(words).map(String::valueOf).collect(Collectors.joining(" ")));
    out.flush();
  }

  /**
   * Reads from the first moment on, so that the parent's death also ends a server that is still
   * starting.
   */
  private void readCommands() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      in.lines()
          .takeWhile(line -> !line.equals(STOP))
          .filter(line -> !line.isBlank())
          .forEach(commands::add);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("standard input: " + e.getMessage());
    }
    commands.add(STOP);
    haltAfterGrace();
  }

  /**
   * A server that neither starts nor stops is ended by force, with the processes that it started.
   */
  private static void haltAfterGrace() {
    try {
      TimeUnit.SECONDS.sleep(GRACE_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(1);
  }
}
