package site.ycsb.tls.fleet;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.channel.ParentSocket;
import site.ycsb.tls.engine.StartSignal;
import site.ycsb.tls.engine.StatusLine;

/**
 * A forked run's connection to its agent, over a Unix domain socket. The run reports its progress,
 * answers the coordinator's pings, and receives the start ({@link RunMessage}). When the
 * coordinator falls silent, the run ends. Thread-safe.
 */
public final class AgentLink implements StartSignal, AutoCloseable {
  /** System property of a forked run: path of the socket. */
  static final String PROPERTY = "ycsb.fleet.agent";

  /** How long the other side may be silent, s; pings come twice a second. */
  static final long SILENCE_SECONDS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);

  private final JsonChannel channel;
  private volatile boolean ready;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean closed;
  private Runnable onLoss = () -> {};
  private boolean lost;
  private volatile OptionalLong instant = OptionalLong.empty();

  private AgentLink(JsonChannel channel) {
    this.channel = channel;
  }

  /**
   * Connects to the agent that this JVM's command line names; empty when the run belongs to no
   * fleet.
   *
   * @throws IOException when the agent is gone
   */
  public static Optional<AgentLink> ofThisProcess() throws IOException {
    Optional<JsonChannel> channel = ParentSocket.ofThisProcess(PROPERTY);
    if (channel.isEmpty()) {
      return Optional.empty();
    }
    AgentLink link = new AgentLink(channel.get());
    link.channel.send(new RunMessage.Alive(false));
    // Now, not when the run is connected to the database: that may take long, and pings come.
    DaemonThread.start("fleet messages", link::listen);
    DaemonThread.start("fleet watch", link::watch);
    return Optional.of(link);
  }

  /**
   * Says what to do when coordinator or agent are gone; done at once if they are already.
   *
   * @param work is called by another thread, perhaps more than once
   */
  public synchronized void onLoss(Runnable work) {
    onLoss = work;
    if (lost) {
      work.run();
    }
  }

  private synchronized void lost() {
    lost = true;
    onLoss.run();
  }

  private void listen() {
    try {
      for (Optional<RunMessage> message = channel.receive(RunMessage.class);
          message.isPresent();
          message = channel.receive(RunMessage.class)) {
        lastHeard = System.nanoTime();
        if (message.get() instanceof RunMessage.Ping) {
          send(new RunMessage.Alive(ready));
        } else if (message.get() instanceof RunMessage.Start start) {
          instant = OptionalLong.of(start.nanos());
        } else {
          throw new IOException("not a message to a run: " + message.get());
        }
      }
    } catch (IOException e) {
      LOG.debug("the connection to the fleet's agent is lost", e);
    }
    if (!closed) {
      lost();
    }
  }

  private void watch() {
    try {
      while (!closed) {
        Thread.sleep(100);
        if (System.nanoTime() - lastHeard > SILENCE_SECONDS * 1_000_000_000L) {
          lost();
          return;
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("the coordinator is no longer watched", e);
    }
  }

  /** If the agent is gone, the listening thread notices it and ends the run. */
  private void send(RunMessage message) {
    try {
      channel.send(message);
    } catch (IOException e) {
      LOG.debug("the fleet's agent is gone", e);
    }
  }

  @Override
  public OptionalLong instant() {
    if (!ready) {
      ready = true;
      send(new RunMessage.Alive(true));
    }
    return instant;
  }

  @Override
  public void started(long nanos) {
    send(new RunMessage.Started(nanos));
  }

  /** Reports the number of operations so far. */
  public void status(StatusLine line) {
    send(new RunMessage.Status(line.seconds(), line.operations()));
  }

  /** The run has ended, and its result is on disk. */
  @Override
  public void close() throws IOException {
    closed = true;
    channel.close();
  }
}
