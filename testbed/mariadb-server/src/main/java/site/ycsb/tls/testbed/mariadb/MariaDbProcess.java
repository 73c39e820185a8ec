package site.ycsb.tls.testbed.mariadb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@code mariadbd} that ends with this process. Thread-safe. */
final class MariaDbProcess implements AutoCloseable {
  private static final long READY_SECONDS = 60;
  private static final long STOP_SECONDS = 10;
  private static final int MOST_LINES = 200;
  private static final int LONGEST_LINE = 1000;
  private static final String READY = "ready for connections";

  /**
   * Runs the command until it ends or standard input does. That is a pipe from this JVM, which the
   * system closes even when the JVM is killed. The server then has 8 s to end.
   */
  private static final String WATCH =
      """
      exec 3<&0
      "$@" 3<&- </dev/null &
      server=$!
      {
        cat <&3
        kill -TERM $server
        tenths=0
        while kill -0 $server && [ $tenths -lt 80 ]; do
          sleep 0.1
          tenths=$((tenths + 1))
        done
        kill -KILL $server
      } >/dev/null 2>&1 &
      watch=$!
      wait $server
      status=$?
      kill $watch 2>/dev/null
      exit $status
      """;

  private final Process process;

  /**
   * The last lines only: a server that runs for days, or repeats messages, must not fill the heap.
   */
  private final Deque<String> log = new ArrayDeque<>();

  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<String> failure = new CompletableFuture<>();
  private volatile boolean closing;

  private MariaDbProcess(Process process) {
    this.process = process;
    Thread reader = new Thread(this::readLog, "log of mariadbd");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @throws IOException when it ends before that; the message has its error
   */
  static MariaDbProcess start(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> watched = new ArrayList<>(List.of("/bin/sh", "-c", WATCH, "mariadbd"));
    watched.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(watched).redirectErrorStream(true);
    builder.environment().putAll(environment);
    MariaDbProcess started = new MariaDbProcess(builder.start());
    try {
      started.awaitReady();
      return started;
    } catch (IOException | InterruptedException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** Completes with its error when the server ends unexpectedly. */
  CompletableFuture<String> failure() {
    return failure;
  }

  /** Ends the server. */
  @Override
  public void close() throws IOException {
    closing = true;
    process.getOutputStream().close();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("mariadbd does not end; process " + process.pid());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitReady() throws IOException, InterruptedException {
    CompletableFuture<Object> either = CompletableFuture.anyOf(ready, failure);
    try {
      Object words = either.get(READY_SECONDS, TimeUnit.SECONDS);
      if (words != null) {
        throw new IOException(words.toString());
      }
    } catch (TimeoutException e) {
      throw new IOException("mariadbd does not become ready: " + lastLines(), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Copies the server's log to stderr, which is the log of this process. */
  private void readLog() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
        remember(line);
        if (line.contains(READY)) {
          ready.complete(null);
        }
      }
    } catch (IOException e) {
      System.err.println("the log of mariadbd cannot be read: " + e.getMessage());
    }
    if (!closing) {
      failure.complete("mariadbd ended with exit code " + exitCode() + ": " + lastLines());
    }
  }

  private int exitCode() {
    return process.onExit().join().exitValue();
  }

  private synchronized void remember(String line) {
    log.add(line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line);
    if (log.size() > MOST_LINES) {
      log.remove();
    }
  }

  private synchronized String lastLines() {
    return ErrorLines.of(List.copyOf(log));
  }
}
