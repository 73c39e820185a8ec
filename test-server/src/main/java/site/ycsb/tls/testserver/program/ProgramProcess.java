package site.ycsb.tls.testserver.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server program that ends with this process. Thread-safe. */
public final class ProgramProcess implements AutoCloseable {
  private static final long READY_SECONDS = 60;
  private static final long STOP_SECONDS = 10;

  /** A shell's exit code for SIGKILL. */
  private static final int KILLED = 128 + 9;

  private static final int MOST_LINES = 200;
  private static final int LONGEST_LINE = 1000;

  /**
   * Runs the command until it ends or standard input does. That is a pipe from this JVM, which the
   * system closes even when the JVM is killed. The server then has 8 s to end. This shell is in the
   * server's session, so that it outlives who kills this process with its group.
   */
  private static final String WATCH =
      """
      exec 3<&0
      "$@" 3<&- </dev/null &
      server=$!
      {
        cat <&3
        kill -%s $server
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

  private final ServerProgram program;
  private final Process process;

  /**
   * The last lines only: a server that runs for days, or repeats messages, must not fill the heap.
   */
  private final Deque<String> log = new ArrayDeque<>();

  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<String> failure = new CompletableFuture<>();
  private volatile boolean closing;

  private ProgramProcess(ServerProgram program, Process process) {
    this.program = program;
    this.process = process;
    Thread reader = new Thread(this::readLog, "log of " + program.name());
    reader.setDaemon(true);
    reader.start();
  }

  /** What the launcher does with a server that is ready. */
  @FunctionalInterface
  public interface Ready<T> {
    /**
     * Asks it what is to be known of it, for example.
     *
     * @throws IOException when it is not as it must be
     */
    T with(ProgramProcess process) throws IOException, InterruptedException;
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @param command its program, in {@link ServiceUser#command} if it cannot change its user itself
   * @param environment in addition to this process's
   * @param ready what to do then; the server is ended if that fails
   * @throws IOException when it ends before that; the message has its error
   */
  public static <T> T start(
      ServerProgram program, List<String> command, Map<String, String> environment, Ready<T> ready)
      throws IOException, InterruptedException {
    List<String> watched =
        new ArrayList<>(List.of("/bin/sh", "-c", WATCH.formatted(program.stop()), program.name()));
    watched.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(OwnSession.of(program.name(), watched)).redirectErrorStream(true);
    builder.environment().putAll(environment);
    // Where the user of the server may not enter, some servers do not start.
    builder.directory(Path.of("/").toFile());
    ProgramProcess started = new ProgramProcess(program, builder.start());
    try {
      started.awaitReady();
      return ready.with(started);
    } catch (IOException | InterruptedException | RuntimeException e) {
      try {
        started.close();
      } catch (IOException end) {
        e.addSuppressed(end);
      }
      throw e;
    }
  }

  /** Completes with its error when the server ends unexpectedly. */
  public CompletableFuture<String> failure() {
    return failure;
  }

  /**
   * Ends the server.
   *
   * @throws IOException when it does not end by itself or fails: what it has written cannot be
   *     relied on
   */
  @Override
  public void close() throws IOException {
    closing = true;
    process.getOutputStream().close();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(program.name() + " does not end; process " + process.pid());
      }
      if (process.exitValue() == KILLED) {
        throw new IOException(program.name() + " had to be killed");
      }
      if (process.exitValue() != 0) {
        throw new IOException(itsEnd());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("nobody waited for the end of " + program.name(), e);
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
      throw new IOException(program.name() + " does not become ready: " + lastLines(), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void readLog() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        program.line().accept(line);
        remember(line);
        if (line.contains(program.ready())) {
          ready.complete(null);
        }
      }
    } catch (IOException e) {
      System.err.println("the log of " + program.name() + " cannot be read: " + e.getMessage());
    }
    if (!closing) {
      failure.complete(itsEnd());
    }
  }

  private String itsEnd() {
    return program.name()
        + " ended with exit code "
        + process.onExit().join().exitValue()
        + ": "
        + lastLines();
  }

  private synchronized void remember(String line) {
    log.add(line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line);
    if (log.size() > MOST_LINES) {
      log.remove();
    }
  }

  private synchronized String lastLines() {
    return program.errors().apply(List.copyOf(log));
  }
}
