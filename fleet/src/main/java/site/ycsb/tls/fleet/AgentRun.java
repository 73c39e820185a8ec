package site.ycsb.tls.fleet;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;

/** One run that an agent forked, from the order to its result. Thread-safe. */
final class AgentRun {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRun.class);
  private static final int INTERRUPTED = 130;
  private static final int FAILED = 1;

  /** Properties of the whole run, not of an agent's share, or properties that name files. */
  private static final Set<String> NOT_FOR_AGENTS = RunProperties.in(Scope.COORDINATOR);

  private static final String LOG_PREFIX = "hdrhistogram.output.path";

  private final Message.Order order;
  private final Path directory;
  private final Consumer<Message> report;
  private final TemporaryDirectory socketDirectory;
  private final ServerSocketChannel server;
  private final ForkedRunLauncher launcher;
  private final Thread work;
  private JsonChannel run;

  /**
   * @param directory of the run, on this machine
   * @param jvmArguments for the run's JVM
   * @param classPath of the run's JVM
   * @param report receives the run's messages and its end, on threads of this object
   */
  AgentRun(
      Message.Order order,
      Path directory,
      List<String> jvmArguments,
      String classPath,
      Consumer<Message> report)
      throws IOException {
    this.order = order;
    this.directory = directory;
    this.report = report;
    // Only for this user.
    socketDirectory = TemporaryDirectory.create("agent");
    Path socket = socketDirectory.path().resolve("s");
    server = open(socket);
    List<String> arguments = new ArrayList<>(jvmArguments);
    arguments.add("-D" + AgentLink.PROPERTY + "=" + socket);
    launcher = new ForkedRunLauncher(arguments, Secrets.named(order.secrets()), classPath, 0);
    work = new Thread(this::work, "run " + order.run());
  }

  /** Whether the property is not sent to an agent, and ignored by it. */
  static boolean isNotForAgents(String property) {
    return NOT_FOR_AGENTS.contains(property) || property.startsWith("testbed.");
  }

  /** The properties of an agent's run: it writes in its own directory, whatever the order says. */
  static Map<String, String> properties(Map<String, String> ordered, Path directory) {
    Map<String, String> own = new LinkedHashMap<>(ordered);
    own.keySet().removeIf(AgentRun::isNotForAgents);
    own.put(LOG_PREFIX, directory + "/");
    return own;
  }

  private ServerSocketChannel open(Path socket) throws IOException {
    try {
      ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        return opened.bind(UnixDomainSocketAddress.of(socket));
      } catch (IOException e) {
        opened.close();
        throw e;
      }
    } catch (IOException e) {
      socketDirectory.close();
      throw new IOException(
          "no socket can be made at "
              + socket
              + ": "
              + e.getMessage()
              + "; its path may have at most 107 bytes: set a shorter temporary directory with -jvm-args"
              + " -Djava.io.tmpdir=DIR",
          e);
    }
  }

  int number() {
    return order.run();
  }

  /** Forks the run. */
  void start() {
    Thread listener = new Thread(this::listen, "messages of run " + order.run());
    listener.setDaemon(true);
    listener.start();
    work.start();
  }

  private void work() {
    Message.Ended ended;
    try {
      RunOutcome outcome =
          launcher.launch(
              new RunRequest(
                  order.phase(),
                  order.binding(),
                  properties(order.properties(), directory),
                  directory));
      ended = ended(outcome.exitCode(), outcome.message());
    } catch (InterruptedException e) {
      ended = ended(INTERRUPTED, "stopped");
    } catch (IOException e) {
      ended = ended(FAILED, e.getMessage());
    }
    leave();
    report.accept(ended);
  }

  private Message.Ended ended(int exitCode, String message) {
    Path file = directory.resolve(RunResultFile.NAME);
    try {
      String result = Files.exists(file) ? Files.readString(file) : "";
      return new Message.Ended(order.run(), exitCode, message, result);
    } catch (IOException e) {
      return new Message.Ended(
          order.run(), FAILED, file + " cannot be read: " + e.getMessage(), "");
    }
  }

  private void listen() {
    try (JsonChannel channel = new JsonChannel(server.accept())) {
      synchronized (this) {
        run = channel;
      }
      for (Optional<RunMessage> message = channel.receive(RunMessage.class);
          message.isPresent();
          message = channel.receive(RunMessage.class)) {
        report.accept(new Message.FromRun(order.run(), message.get()));
      }
    } catch (IOException e) {
      LOG.debug("the run has closed its connection", e);
    }
  }

  /** Passes a message to the run, if it is connected. */
  synchronized void send(RunMessage message) {
    if (run != null) {
      try {
        run.send(message);
      } catch (IOException e) {
        LOG.debug("the run is no longer connected", e);
      }
    }
  }

  /** Ends the run; it has time to write its results. */
  void stop() {
    work.interrupt();
  }

  /** Waits until the run has ended and was reported. */
  void awaitEnd() throws InterruptedException {
    work.join();
  }

  private void leave() {
    try {
      server.close();
      socketDirectory.close();
    } catch (IOException e) {
      LOG.debug("{} is left behind", socketDirectory.path(), e);
    }
  }
}
