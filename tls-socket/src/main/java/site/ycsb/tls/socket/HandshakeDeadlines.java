package site.ycsb.tls.socket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends connections whose handshake takes too long, which ends the read that waits. A read timeout
 * would do so too, but with one set the JDK polls before each read: 2 % of a handshake's CPU time.
 * A thread that is there only while handshakes are looks ten times per second. Thread-safe.
 */
final class HandshakeDeadlines {
  private static final long LOOK_MILLIS = 100;

  /** So long without a handshake, and the thread ends. */
  private static final int IDLE_LOOKS = 50;

  /** The first of a list, linked both ways: it costs a handshake less than a concurrent set. */
  private Deadline newest;

  private boolean watched;

  /** One handshake has so long from now on; to be closed when it is over. */
  Deadline within(int millis, TlsCarrier carrier) {
    Deadline deadline = new Deadline(carrier, System.nanoTime() + millis * 1_000_000L);
    if (!add(deadline)) {
      Thread thread = new Thread(this::watch, "TLS handshake deadlines");
      thread.setDaemon(true);
      thread.start();
    }
    return deadline;
  }

  /** Returns whether there is a thread already that will look at it. */
  private synchronized boolean add(Deadline deadline) {
    deadline.older = newest;
    if (newest != null) {
      newest.newer = deadline;
    }
    newest = deadline;
    deadline.pending = true;
    boolean already = watched;
    watched = true;
    return already;
  }

  private synchronized void remove(Deadline deadline) {
    if (!deadline.pending) {
      return;
    }
    deadline.pending = false;
    if (deadline.newer == null) {
      newest = deadline.older;
    } else {
      deadline.newer.older = deadline.older;
    }
    if (deadline.older != null) {
      deadline.older.newer = deadline.newer;
    }
  }

  private void watch() {
    int idle = 0;
    do {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        // Whoever interrupts it does not want it to wait.
        idle = IDLE_LOOKS;
      }
      takeOverdue().forEach(Deadline::hangUp);
      idle = isEmpty() ? idle + 1 : 0;
    } while (idle < IDLE_LOOKS || !endWatching());
  }

  private synchronized boolean isEmpty() {
    return newest == null;
  }

  private synchronized boolean endWatching() {
    watched = newest != null;
    return !watched;
  }

  private synchronized List<Deadline> takeOverdue() {
    long now = System.nanoTime();
    List<Deadline> overdue = new ArrayList<>();
    for (Deadline d = newest; d != null; d = d.older) {
      if (now - d.end > 0) {
        d.missed = true;
        overdue.add(d);
      }
    }
    overdue.forEach(this::remove);
    return overdue;
  }

  /** The time that a handshake has. */
  final class Deadline implements AutoCloseable {
    private final TlsCarrier carrier;
    private final long end;
    private Deadline newer;
    private Deadline older;
    private boolean pending;
    private volatile boolean missed;

    private Deadline(TlsCarrier carrier, long end) {
      this.carrier = carrier;
      this.end = end;
    }

    /** Whether the carrier was closed because time was up. */
    boolean missed() {
      return missed;
    }

    @Override
    public void close() {
      remove(this);
    }

    private void hangUp() {
      try {
        carrier.hangUp();
      } catch (IOException ignored) {
        // Who waits learns that time is up; of the carrier there is nothing else to tell.
      }
    }
  }
}
