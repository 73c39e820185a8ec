package site.ycsb.tls.cli.option;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Handles Ctrl-C (or SIGTERM) during a command: the work is told to stop, its results are written,
 * what it made for itself is removed, and the process ends with exit code 130.
 *
 * <p>An instance is a part of the command that can be told to stop; parts may be nested, and the
 * innermost is told. All methods may be called by any thread.
 */
public final class Interruption implements AutoCloseable {
  /** The exit code of an interrupted program. */
  public static final int EXIT_CODE = 130;

  private static final int SECONDS_FOR_RESULTS = 30;
  private static final int SECONDS_FOR_FILES = 3;

  private static final Deque<Interruption> OPEN = new ArrayDeque<>();

  private final Runnable stop;
  private final int patienceSeconds;

  private Interruption(Runnable stop, int patienceSeconds) {
    this.stop = stop;
    this.patienceSeconds = patienceSeconds;
    synchronized (OPEN) {
      OPEN.push(this);
    }
  }

  /**
   * From now until {@link #close()}, an interruption calls {@code stop} and waits at most 30 s for
   * the end of the command.
   */
  public static Interruption calls(Runnable stop) {
    return new Interruption(stop, SECONDS_FOR_RESULTS);
  }

  /**
   * The same for a part that has no results yet, by interrupting the calling thread. It waits 3 s
   * only: a driver that waits for a server may not be interruptible.
   */
  public static Interruption beforeResults() {
    return new Interruption(Thread.currentThread()::interrupt, SECONDS_FOR_FILES);
  }

  /**
   * The same for a part without results whose thread waits for what cannot be interrupted: another
   * thread closes the part, and then the process ends at once.
   */
  public static Interruption closes(Closeable part) {
    return new Interruption(
        () -> {
          try {
            part.close();
          } catch (IOException e) {
            System.err.println("ycsb: " + e.getMessage());
          }
        },
        0);
  }

  /**
   * Runs the command of this process and returns its exit code. An interruption ends the process
   * with {@link #EXIT_CODE}; at once if no part is open.
   */
  public static int during(IntSupplier command) {
    CountDownLatch ended = new CountDownLatch(1);
    // The other threads continue while a shutdown hook runs, so it can wait for them.
    Thread hook = new Thread(() -> endProcess(ended), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return command.getAsInt();
    } finally {
      ended.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending already: the hook has run, and it decides the exit code.
      }
    }
  }

  private static void endProcess(CountDownLatch ended) {
    Interruption innermost;
    synchronized (OPEN) {
      innermost = OPEN.peek();
    }
    if (innermost != null) {
      innermost.stopAndAwait(ended);
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private void stopAndAwait(CountDownLatch ended) {
    stop.run();
    try {
      if (!ended.await(patienceSeconds, TimeUnit.SECONDS)
          && patienceSeconds == SECONDS_FOR_RESULTS) {
        System.err.println(
            "ycsb: interrupted, and the work did not end within " + SECONDS_FOR_RESULTS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** This part has ended and its results are written. */
  @Override
  public void close() {
    synchronized (OPEN) {
      OPEN.remove(this);
    }
  }
}
