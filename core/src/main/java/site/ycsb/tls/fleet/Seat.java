package site.ycsb.tls.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.engine.StartSignal;
import site.ycsb.tls.engine.StatusLine;

/**
 * A forked run's place in its fleet: over a Unix domain socket to the agent that forked it, it says
 * how far it is, answers the coordinator's pings, and is told when to start. When the coordinator
 * falls silent, the run ends. Thread-safe.
 *
 * <p>Lines from the run: {@code here}, {@code ready}, {@code pong NUMBER NANOS WALL_MILLIS}, {@code
 * started NANOS}, {@code status SECONDS OPERATIONS}; to the run: {@code ping NUMBER}, {@code start
 * NANOS}.
 */
public final class Seat implements StartSignal, AutoCloseable {
  /** System property of a forked run: path of the socket. */
  static final String PROPERTY = "ycsb.fleet.seat";

  /** How long the other side may be silent, s; pings come twice a second. */
  static final long SILENCE_SECONDS = 4;

  static final String HERE = "here";
  static final String READY = "ready";
  static final String PING = "ping";
  static final String PONG = "pong";
  static final String START = "start";
  static final String STARTED = "started";
  static final String STATUS = "status";

  private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

  private final SocketChannel socket;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean closed;
  private Runnable end = () -> {};
  private boolean alone;
  private volatile OptionalLong instant = OptionalLong.empty();
  private boolean ready;

  private Seat(SocketChannel socket) {
    this.socket = socket;
  }

  /**
   * Takes the seat that the command line of this JVM names; empty when the run belongs to no fleet.
   *
   * @throws IOException when the agent is gone
   */
  public static Optional<Seat> take() throws IOException {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      return Optional.empty();
    }
    SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
    socket.connect(UnixDomainSocketAddress.of(path));
    write(socket, HERE);
    Seat seat = new Seat(socket);
    // At once: to connect to a database takes as long as it takes, and is no silence.
    daemon("fleet seat", seat::listen);
    daemon("fleet watch", seat::watch);
    return Optional.of(seat);
  }

  /**
   * Says what is to be done when coordinator or agent are gone; at once, if they are.
   *
   * @param work is called by another thread, perhaps more than once
   */
  public synchronized void whenAlone(Runnable work) {
    end = work;
    if (alone) {
      work.run();
    }
  }

  private synchronized void end() {
    alone = true;
    end.run();
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(Channels.newReader(socket, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        lastHeard = System.nanoTime();
        String[] words = line.split(" ", -1);
        switch (words[0]) {
          case PING -> pong(words[1]);
          case START -> instant = OptionalLong.of(Long.parseLong(words[1]));
          default -> throw new IOException("unknown word: " + line);
        }
      }
    } catch (IOException e) {
      LOG.debug("the seat in the fleet is lost", e);
    }
    if (!closed) {
      end();
    }
  }

  private void pong(String number) {
    say(PONG + " " + number + " " + System.nanoTime() + " " + System.currentTimeMillis());
  }

  private void watch() {
    try {
      while (!closed) {
        Thread.sleep(100);
        if (System.nanoTime() - lastHeard > SILENCE_SECONDS * 1_000_000_000L) {
          end();
          return;
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("nobody watches the coordinator any more", e);
    }
  }

  /** Whoever listens notices that the agent is gone, and ends the run; its result is still due. */
  private void say(String line) {
    try {
      synchronized (socket) {
        write(socket, line);
      }
    } catch (IOException e) {
      LOG.debug("the fleet's agent is gone", e);
    }
  }

  /** Not through a stream: that would wait for the reader of the same channel. */
  static void write(SocketChannel socket, String line) throws IOException {
    ByteBuffer bytes = StandardCharsets.US_ASCII.encode(line + "\n");
    while (bytes.hasRemaining()) {
      socket.write(bytes);
    }
  }

  @Override
  public OptionalLong instant() {
    if (!ready) {
      ready = true;
      say(READY);
    }
    return instant;
  }

  @Override
  public void started(long nanos) {
    say(STARTED + " " + nanos);
  }

  /** Tells how many operations were done until now. */
  public void status(StatusLine line) {
    say(STATUS + " " + line.seconds() + " " + line.operations());
  }

  /** The run has ended, and its result is on disk. */
  @Override
  public void close() throws IOException {
    closed = true;
    socket.close();
  }
}
