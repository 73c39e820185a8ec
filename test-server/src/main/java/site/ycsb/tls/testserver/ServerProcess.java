package site.ycsb.tls.testserver;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/**
 * The process of a test server that follows the protocol of {@link TestServerMain}. It ends when
 * its standard input ends, so it never outlives this object or this JVM. Thread-safe.
 */
public final class ServerProcess implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration STOP = Duration.ofSeconds(15);

  private final Process process;
  private final BufferedWriter commands;
  private final ServerLog log;

  /** Lines of the server; an empty line means the end. */
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

  private final Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
  private final Duration patienceForAnswers;
  private String server = "";

  /** Questions whose answers have not been read to their end. */
  private int unanswered;

  private ServerProcess(Process process, ServerLog log, Duration patienceForAnswers) {
    this.process = process;
    this.patienceForAnswers = patienceForAnswers;
    this.log = log;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::readLines, "test server " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * @param command program and arguments
   * @param logFile where its stderr is appended
   * @param patience the longest time it may take
   * @throws IOException when it does not start; the message is one line with the server's own error
   *     message
   */
  public static ServerProcess start(List<String> command, Path logFile, Duration patience)
      throws IOException, InterruptedException {
    return start(command, logFile, patience, ANSWER);
  }

  /** The same with another longest time for each answer. */
  static ServerProcess start(
      List<String> command, Path logFile, Duration patience, Duration patienceForAnswers)
      throws IOException, InterruptedException {
    ServerLog log = ServerLog.appendingTo(logFile);
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(logFile.toFile()))
            .start();
    ServerProcess started = new ServerProcess(process, log, patienceForAnswers);
    try {
      started.awaitReady(patience);
      return started;
    } catch (IOException | InterruptedException | RuntimeException e) {
      started.kill();
      throw e;
    }
  }

  /** The address of the listener. */
  public InetSocketAddress address(String listener) {
    InetSocketAddress address = addresses.get(listener);
    if (address == null) {
      throw new IllegalArgumentException(
          "no listener " + listener + "; there are " + addresses.keySet());
    }
    return address;
  }

  /** Name and version, as the server reports them. */
  public String server() {
    return server;
  }

  /**
   * The process and those that it started, without the copies that a server makes of itself: they
   * come and go with its connections, and are descendants of one that is here.
   */
  public List<Long> processIds() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants().filter(this::lasts))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** One that is ending has no program any more. */
  private boolean lasts(ProcessHandle descendant) {
    Optional<ProcessHandle> parent = descendant.parent().filter(p -> p.pid() != process.pid());
    Optional<String> program = descendant.info().command();
    return program.isPresent() && !program.equals(parent.flatMap(p -> p.info().command()));
  }

  /**
   * Asks the server what it saw.
   *
   * @throws IOException when it is gone or does not answer
   */
  public synchronized Map<String, ListenerWitness> witness()
      throws IOException, InterruptedException {
    Map<String, ListenerWitness> seen = new LinkedHashMap<>();
    for (List<String> words : ask("witness")) {
      switch (words.get(0)) {
        case "WITNESS" ->
            seen.put(
                words.get(1), new ListenerWitness(number(words, 2), number(words, 3), Map.of()));
        case "HANDSHAKES" -> seen.merge(words.get(1), handshakes(words), ListenerWitness::plus);
        default -> throw unexpected(words);
      }
    }
    return seen;
  }

  /**
   * Asks the server whether all of it is alive.
   *
   * @throws IOException when it is gone or does not answer
   */
  public synchronized ServerHealth health() throws IOException, InterruptedException {
    List<String> unready = new ArrayList<>();
    Map<String, Long> incidents = new LinkedHashMap<>();
    for (List<String> words : ask("health")) {
      switch (words.get(0)) {
        case "UNREADY" -> unready.add(rest(words, 1));
        case "INCIDENT" -> incidents.put(rest(words, 2), number(words, 1));
        default -> throw unexpected(words);
      }
    }
    return new ServerHealth(unready, incidents);
  }

  /**
   * The lines of the answer to the question. Answers to earlier ones, which came too late, precede
   * it and say nothing about now.
   */
  private List<List<String>> ask(String question) throws IOException, InterruptedException {
    tell(question);
    unanswered++;
    List<List<String>> answer = new ArrayList<>();
    long deadline = System.nanoTime() + patienceForAnswers.toNanos();
    while (unanswered > 0) {
      List<String> words = words(deadline);
      boolean late = unanswered > 1;
      if (words.get(0).equals("DONE")) {
        unanswered--;
      } else if (!late) {
        answer.add(words);
      }
    }
    return answer;
  }

  private static String rest(List<String> words, int from) {
    return String.join(" ", words.subList(from, words.size()));
  }

  /** Those of one kind. */
  private static ListenerWitness handshakes(List<String> words) {
    Negotiated kind = new Negotiated(words.get(2), words.get(3), words.get(4).equals("resumed"));
    return new ListenerWitness(0, 0, Map.of(kind, number(words, 5)));
  }

  private static long number(List<String> words, int index) {
    return Long.parseLong(words.get(index));
  }

  /**
   * Ends the process: first with a request, then by force.
   *
   * @return whether it ended in order; otherwise what it has written cannot be relied on
   */
  public boolean stop() {
    try {
      tell("stop");
      commands.close();
      if (process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
    } catch (IOException e) {
      // It has already ended, or cannot be reached.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
    return false;
  }

  /** The same. */
  @Override
  public void close() {
    stop();
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private void tell(String command) throws IOException {
    if (!process.isAlive()) {
      throw new IOException(
          "the test server has ended (exit code " + process.exitValue() + "): " + log.reason());
    }
    commands.write(command + "\n");
    commands.flush();
  }

  private void awaitReady(Duration patience) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      List<String> words = words(deadline);
      switch (words.get(0)) {
        case "LISTENER" ->
            addresses.put(
                words.get(1),
                InetSocketAddress.createUnresolved(words.get(2), Integer.parseInt(words.get(3))));
        case "READY" -> {
          server = rest(words, 1);
          return;
        }
        default -> throw unexpected(words);
      }
    }
  }

  /** The words of the server's next line. */
  private List<String> words(long deadline) throws IOException, InterruptedException {
    Optional<String> line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    if (line == null) {
      throw new IOException("the test server does not answer: " + log.reason());
    }
    if (line.isEmpty()) {
      lines.add(line);
      process.waitFor(ANSWER.toSeconds(), TimeUnit.SECONDS);
      throw new IOException("the test server ended by itself: " + log.reason());
    }
    return List.of(line.get().split(" ", -1));
  }

  private IOException unexpected(List<String> words) throws IOException {
    return new IOException(
        "the test server said \""
            + String.join(" ", words)
            + "\", which is not of its protocol: "
            + log.reason());
  }

  private void readLines() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      reader.lines().map(Optional::of).forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // The pipe broke: the same as its end.
    }
    lines.add(Optional.empty());
  }
}
