package site.ycsb.tls.socket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Closes connections whose handshake takes too long, which ends the waiting read. A read timeout
 * would do so too, but with one the JDK polls before each read, which costs 2 % of a handshake's
 * CPU time. A thread that runs only during handshakes looks ten times per second. Thread-safe.
 */
final class HandshakeDeadlines {
  private static final long LOOK_MILLIS = 100;

  /** After this time without a handshake, the thread ends. */
  private static final int IDLE_LOOKS = 50;

  /**
   * The first element of a doubly linked list, which costs a handshake less than a concurrent set.
   */
  private Deadline newest;

  private boolean watched;

  /** A deadline for one handshake, from now on; close it when the handshake is over. */
  Deadline within(int millis, TlsCarrier carrier) {
    Deadline deadline = new Deadline(carrier, System.nanoTime() + millis * 1_000_000L);
    if (!add(deadline)) {
      Thread thread = new Thread(this::watch, "TLS handshake deadlines");
      thread.setDaemon(true);
      thread.start();
    }
    return deadline;
  }

  /** Returns whether a thread is already running that will look at it. */
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
        // An interrupt means: do not wait.
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

  /** The deadline of a handshake. */
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

    /** Whether the carrier was closed because the time was over. */
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
        // The waiting thread notices that the time is over; an error of closing adds nothing.
      }
    }
  }
}
