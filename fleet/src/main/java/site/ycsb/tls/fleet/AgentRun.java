package site.ycsb.tls.fleet;

import static site.ycsb.tls.comparison.run.RunOutcome.FAILED;
import static site.ycsb.tls.comparison.run.RunOutcome.INTERRUPTED;
import static site.ycsb.tls.comparison.run.RunOutcome.USAGE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.slice.Order;

/** One run that an agent forked, from the order to its result. Thread-safe. */
abstract class AgentRun {
  /** Properties of the whole run, not of an agent's share, or properties that name files. */
  private static final Set<String> NOT_FOR_AGENTS = RunProperties.in(Scope.COORDINATOR);

  private final Message.Fork fork;
  private final Path directory;
  private final Consumer<Message> report;
  private final Thread work;

  /**
   * @param directory of the run, on this machine
   * @param report receives the run's messages and its end, on threads of this object
   */
  AgentRun(Message.Fork fork, Path directory, Consumer<Message> report) {
    this.fork = fork;
    this.directory = directory;
    this.report = report;
    work = new Thread(this::work, "run " + fork.run());
  }

  /** Whether the property is not sent to an agent, and ignored by it. */
  static boolean isNotForAgents(String property) {
    return NOT_FOR_AGENTS.contains(property) || property.startsWith("testbed.");
  }

  /** The properties of an agent's run: it writes in its own directory, whatever the order says. */
  static Map<String, String> properties(Map<String, String> ordered, Path directory) {
    Map<String, String> own = new LinkedHashMap<>(ordered);
    own.keySet().removeIf(AgentRun::isNotForAgents);
    own.put(ReportProperties.OUTPUT_PATH.name(), directory + "/");
    return own;
  }

  /**
   * Makes the run and waits for its end, on a thread of its own.
   *
   * @throws InterruptedException when it was stopped; the run has ended by then
   */
  abstract RunOutcome make(RunRequest request) throws IOException, InterruptedException;

  /**
   * An order has come.
   *
   * @param nanos when, as {@link System#nanoTime()}
   */
  abstract void follow(Order order, long nanos);

  /**
   * The coordinator is there.
   *
   * @param number of its ping
   */
  abstract void pinged(long number);

  final int number() {
    return fork.run();
  }

  final void report(Message message) {
    report.accept(message);
  }

  /** Forks the run. */
  void start() {
    work.start();
  }

  private void work() {
    Message.Ended ended;
    try {
      // The run may end before it removes it.
      RunResultFile.remove(directory);
      RunOutcome outcome =
          make(
              new RunRequest(
                  fork.phase(),
                  fork.binding(),
                  properties(fork.properties(), directory),
                  directory));
      ended = ended(outcome.exitCode(), outcome.message());
    } catch (InterruptedException e) {
      ended = ended(INTERRUPTED, "stopped");
    } catch (IOException | RuntimeException e) {
      Message.Ended failed = failed(number(), e);
      ended = ended(failed.exitCode(), failed.message());
    }
    report.accept(ended);
  }

  /** The end of a run that this was thrown in, without a result. */
  static Message.Ended failed(int run, Exception why) {
    String message = why.getMessage() == null ? why.toString() : why.getMessage();
    return new Message.Ended(run, why instanceof UsageException ? USAGE : FAILED, message, "");
  }

  private Message.Ended ended(int exitCode, String message) {
    Path file = directory.resolve(RunResultFile.NAME);
    try {
      String result = Files.exists(file) ? Files.readString(file) : "";
      return new Message.Ended(number(), exitCode, message, result);
    } catch (IOException e) {
      return new Message.Ended(number(), FAILED, file + " cannot be read: " + e.getMessage(), "");
    }
  }

  /** Ends the run; it has time to write its results. */
  final void stop() {
    work.interrupt();
  }

  /** Waits until the run has ended and was reported. */
  final void awaitEnd() throws InterruptedException {
    work.join();
  }
}
