package site.ycsb.tls.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.channel.ParentSocket;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.slice.Order;

/**
 * A whole run, which begins when its coordinator says so. Agent and run are on one machine and have
 * one {@link System#nanoTime()}. Thread-safe.
 */
final class WholeAgentRun extends AgentRun {
  private static final Logger LOG = LoggerFactory.getLogger(WholeAgentRun.class);

  private final ParentSocket socket;
  private final ForkedRunLauncher launcher;
  private JsonChannel run;

  /**
   * @param jvmArguments for the run's JVM
   * @param classPath of the run's JVM
   */
  WholeAgentRun(
      Message.Fork fork,
      Path directory,
      List<String> jvmArguments,
      String classPath,
      Consumer<Message> report)
      throws IOException {
    super(fork, directory, report);
    socket = ParentSocket.open("agent");
    List<String> arguments = new ArrayList<>(jvmArguments);
    arguments.add(socket.jvmArgument(AgentLink.PROPERTY));
    launcher = new ForkedRunLauncher(arguments, classPath, 0);
  }

  @Override
  void start() {
    DaemonThread.start("messages of run " + number(), this::listen);
    super.start();
  }

  /** Its only order is the start. */
  @Override
  void follow(Order order, long nanos) {
    send(new RunMessage.Start(order.beginAt()));
  }

  /** It works without further orders: so it must notice the coordinator's loss, and be missed. */
  @Override
  void pinged(long number) {
    send(new RunMessage.Ping(number));
  }

  @Override
  RunOutcome make(RunRequest request) throws IOException, InterruptedException {
    try {
      return launcher.launch(request);
    } finally {
      closeSocket();
    }
  }

  private void listen() {
    try (JsonChannel channel = new JsonChannel(socket.server().accept())) {
      synchronized (this) {
        run = channel;
      }
      for (Optional<RunMessage> message = channel.receive(RunMessage.class);
          message.isPresent();
          message = channel.receive(RunMessage.class)) {
        report(new Message.FromRun(number(), message.get()));
      }
    } catch (IOException e) {
      LOG.debug("the run has closed its connection", e);
    }
  }

  /** Passes a message to the run, if it is connected. */
  private synchronized void send(RunMessage message) {
    if (run != null) {
      try {
        run.send(message);
      } catch (IOException e) {
        LOG.debug("the run is no longer connected", e);
      }
    }
  }

  private void closeSocket() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{} is left behind", socket.path(), e);
    }
  }
}
