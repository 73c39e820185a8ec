package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Closes sockets whose handshake takes too long, which ends the read that waits. A read timeout
 * would do so too, but with one set the JDK polls before each read: 2 % of a handshake's CPU time.
 * A thread that is there only while handshakes are looks ten times per second. Thread-safe.
 */
final class HandshakeDeadlines {
  private static final long LOOK_MILLIS = 100;

  /** So long without a handshake, and the thread ends. */
  private static final int IDLE_LOOKS = 50;

  private final Set<Deadline> pending = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean watched = new AtomicBoolean();

  /** One handshake has so long from now on; to be closed when it is over. */
  Deadline within(int millis, Socket carrier) {
    Deadline deadline = new Deadline(carrier, System.nanoTime() + millis * 1_000_000L);
    pending.add(deadline);
    if (!watched.get() && watched.compareAndSet(false, true)) {
      Thread thread = new Thread(this::watch, "TLS handshake deadlines");
      thread.setDaemon(true);
      thread.start();
    }
    return deadline;
  }

  private void watch() {
    try {
      do {
        watchUntilIdle();
        watched.set(false);
        // One that came after the last look and found this thread still there.
      } while (!pending.isEmpty() && watched.compareAndSet(false, true));
    } catch (InterruptedException e) {
      watched.set(false);
    }
  }

  private void watchUntilIdle() throws InterruptedException {
    for (int idle = 0; idle < IDLE_LOOKS; idle = pending.isEmpty() ? idle + 1 : 0) {
      Thread.sleep(LOOK_MILLIS);
      pending.forEach(Deadline::closeWhenOver);
    }
  }

  /** The time that a handshake has. */
  final class Deadline implements AutoCloseable {
    private final Socket carrier;
    private final long end;
    private volatile boolean missed;

    private Deadline(Socket carrier, long end) {
      this.carrier = carrier;
      this.end = end;
    }

    /** Spares the set to ask the JVM for an identity, which costs more than all else here. */
    @Override
    public int hashCode() {
      return Long.hashCode(end);
    }

    /** Only itself. */
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    /** Whether the carrier was closed because time was up. */
    boolean missed() {
      return missed;
    }

    @Override
    public void close() {
      pending.remove(this);
    }

    private void closeWhenOver() {
      if (System.nanoTime() - end > 0 && pending.remove(this)) {
        missed = true;
        try {
          carrier.close();
        } catch (IOException ignored) {
          // Who waits learns that time is up; of the carrier there is nothing else to tell.
        }
      }
    }
  }
}
