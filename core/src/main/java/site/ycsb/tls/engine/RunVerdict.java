package site.ycsb.tls.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.Worker;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.socket.count.TransportCounts;

/** Whether the figures of a run may be used; why not, or warnings. Used once. */
final class RunVerdict {
  /** The most characters of a client's message. */
  private static final int LONGEST_REASON = 500;

  /**
   * The least CPU time of a server for an operation, ns: reading a request and writing an answer
   * takes more, also where many go together.
   */
  private static final long LEAST_SERVER_NANOS = 200;

  /**
   * In less time the background of a JVM may take more than the operations: 0 is no contradiction.
   */
  private static final double LEAST_SECONDS = 1;

  /**
   * A server that uses more than this when it is asked nothing works for others, processors. Test
   * servers use up to 0.002. With less, a server of which little is asked may be left with 0.
   */
  private static final double BUSY_AT_REST = 0.1;

  /** With more of its operations unsent, a run looks faster than it is. */
  private static final double MOST_UNSENT = 0.01;

  private final FinishedRun finished;
  private final Worker.Shared run;
  private final SliceTotals measured;
  private final Map<String, OperationResult> operations;
  private final CpuUse cpu;
  private final long succeeded;
  private final long failed;
  private final List<String> failures = new ArrayList<>();

  /**
   * @param operations of the run, by name
   * @param cpu null when it is not known
   */
  RunVerdict(FinishedRun finished, Map<String, OperationResult> operations, CpuUse cpu) {
    this.finished = finished;
    this.run = finished.run();
    this.measured = finished.measured();
    this.operations = operations;
    this.cpu = cpu;
    this.succeeded = measured.records().successes();
    this.failed = measured.records().failures();
  }

  /** Whether they may be used, with one line for each problem, the most serious first. */
  RunValidity validity() {
    wrongValues();
    // What the client itself says explains what else is wrong, and not the other way round.
    String statuses = statuses();
    if (statuses.isEmpty()) {
      failures.addAll(run.control().failures());
      failedOperations(statuses);
    } else {
      failedOperations(statuses);
      failures.addAll(run.control().failures());
    }
    boolean interrupted = run.control().interrupted();
    if (failures.isEmpty() && !interrupted) {
      run.source().churn().ifPresent(this::notOneConnection);
      tooFew();
      unknownCpu();
      if (!isPlainLoad()) {
        tooFewBytes().ifPresent(failures::add);
      }
      notAsAsked();
    }
    run.pool()
        .connectionFailure()
        .filter(why -> !failures.isEmpty() && failures.stream().noneMatch(f -> f.contains(why)))
        .ifPresent(why -> failures.add("a connection failed: " + why));
    List<String> problems = new ArrayList<>(failures);
    if (interrupted) {
      problems.add("interrupted: these are the figures until then");
    }
    measured.limit().problem().ifPresent(problems::add);
    if (problems.isEmpty() && isPlainLoad()) {
      tooFewBytes().ifPresent(problems::add);
    }
    warnings(problems);
    finished.server().silence().ifPresent(problems::add);
    return new RunValidity(
        !failures.isEmpty() ? Outcome.FAILED : interrupted ? Outcome.INCOMPLETE : Outcome.COMPLETE,
        problems.stream().map(run.identity().secrets()::mask).toList());
  }

  private void wrongValues() {
    OperationResult verify = operations.get("VERIFY");
    if (verify != null) {
      String wrong = notOk(verify, Map.of());
      if (!wrong.isEmpty()) {
        failures.add("the database returned wrong values (dataintegrity): VERIFY " + wrong);
      }
    }
  }

  /** What the client answered where it was not OK, operation by operation. */
  private String statuses() {
    Map<String, Map<String, String>> reasons =
        measured.records().reasons(run.identity().secrets()::mask);
    return operations.entrySet().stream()
        .filter(entry -> !notOk(entry.getValue(), Map.of()).isEmpty())
        .map(
            entry -> {
              String name = timed(entry.getKey());
              return name + " " + notOk(entry.getValue(), reasons.getOrDefault(name, Map.of()));
            })
        .collect(Collectors.joining("; "));
  }

  private void failedOperations(String statuses) {
    if (failed > run.options().errorsMax()) {
      failures.add(
          "%s of %s operations failed%s; errors.max allows %s"
              .formatted(
                  failed,
                  failed + succeeded,
                  statuses.isEmpty() ? "" : " (" + statuses + ")",
                  run.options().errorsMax()));
    }
  }

  /**
   * Checks the promise of {@code churn.scope=connection} with the transport's counts; and, for both
   * scopes, that no cycle of a run with TLS went without.
   */
  private void notOneConnection(Churn churn) {
    boolean pinned = run.transport().options().isPresent();
    long handshakes = churn.fullHandshakes() + churn.resumedHandshakes();
    if (churn.scope().equals("connection")) {
      if (isNotOneEach(churn.connections(), churn) || (pinned && isNotOneEach(handshakes, churn))) {
        failures.add(
            "%d cycles made %d connections and %d handshakes; churn.scope=connection expects one of each in every cycle"
                .formatted(churn.cycles(), churn.connections(), handshakes));
      }
    } else if (pinned && isTooFew(handshakes, churn)) {
      failures.add(
          "%d cycles made only %d TLS handshakes: the client keeps its connection when a cycle ends, or connects without TLS"
              .formatted(churn.cycles(), handshakes));
    }
  }

  /** A cycle that failed may have made none, or several. */
  private boolean isNotOneEach(long made, Churn churn) {
    return isTooFew(made, churn) || (failed == 0 && made > churn.cycles());
  }

  private boolean isTooFew(long made, Churn churn) {
    return made + failed < churn.cycles();
  }

  /**
   * Statuses other than success, with their counts and one reason each: {@code ERROR 3, such as
   * "Connection refused", NULL 1}.
   */
  private static String notOk(OperationResult operation, Map<String, String> reasons) {
    return operation.returns().entrySet().stream()
        .filter(entry -> !entry.getKey().equals("OK") && !entry.getKey().equals("BATCHED_OK"))
        .map(
            entry -> entry.getKey() + " " + entry.getValue() + example(reasons.get(entry.getKey())))
        .collect(Collectors.joining(", "));
  }

  private static String example(String reason) {
    if (reason == null || reason.isBlank()) {
      return "";
    }
    String line = reason.strip().lines().findFirst().orElse("");
    return ", such as \"" + DatabaseException.oneLine(line, LONGEST_REASON) + '"';
  }

  private void tooFew() {
    long done = succeeded + failed;
    long asked = run.options().operations();
    if (succeeded == 0) {
      failures.add("no operation succeeded");
    } else if (done < asked && !finished.timeIsUp()) {
      failures.add("the workload ended by itself after " + done + " of " + asked + " operations");
    } else if (finished.timeIsUp() && !run.control().endedByWorkload().isEmpty()) {
      failures.add(
          "the workload ended %s by itself, before the time was up: %d operations in all"
              .formatted(run.control().endedByWorkload(), done));
    } else if (done < asked && run.options().phase() == Phase.LOAD) {
      failures.add(
          "%s ended the load after %d of %d records; leave it out of a load"
              .formatted(RunProperties.MAXEXECUTIONTIME, done, asked));
    }
  }

  /** What was asked of TLS and not seen. */
  private void notAsAsked() {
    rows(Agreement.DIFFERENT).map(AccountRow::remark).forEach(failures::add);
    OperationResult renewed = operations.get(RunRecords.TLS_RENEGOTIATE);
    long done = succeeded + failed;
    int every = run.renegotiation();
    if (every > 0 && succeeded > 0) {
      long most = done / every;
      long least = Math.max(1, most - run.options().workers());
      long seen = renewed == null ? 0 : renewed.count();
      if (seen < least || seen > most) {
        failures.add(
            "tls.renegotiate=%d: the connections got new keys %d times in %d operations of %d threads, expected %d to %d times; give each thread more operations than tls.renegotiate"
                .formatted(
                    every, seen, done, run.options().workers(), least, Math.max(least, most)));
      }
    }
  }

  private Stream<AccountRow> rows(Agreement agreement) {
    return run.transport().evidence().stream()
        .flatMap(tls -> tls.account().stream())
        .filter(row -> row.agreement() == agreement);
  }

  /** Where operations succeeded, client and server have used CPU time. */
  private void unknownCpu() {
    if (cpu == null || succeeded == 0) {
      return;
    }
    boolean worksAllTheTime = measured.seconds() >= LEAST_SECONDS && run.options().target() == 0;
    if (worksAllTheTime && cpu.clientSeconds() == 0) {
      failures.add(
          "CPU time of the client: nothing is left for %d operations, as the process used more when idle; give longer slices"
              .formatted(succeeded));
    }
    Optional<CpuTime> server = measured.use().server();
    double atRest = finished.slices().flatMap(SlicedRun::idleServerCpu).orElse(0.0);
    if (server.isEmpty() && run.options().server().isKnown()) {
      failures.add(
          "CPU time of the server unknown: %s has ended, or cannot be seen"
              .formatted(run.options().server()));
    } else if (server.filter(used -> used.nanos() < LEAST_SERVER_NANOS * succeeded).isPresent()) {
      failures.add(
          String.format(
              Locale.ROOT,
              "CPU time of the server: %.3f µs for each of %d operations; %s does not do their work, name the process that does",
              server.get().nanos() / 1e3 / succeeded,
              succeeded,
              run.options().server().isKnown()
                  ? run.options().server()
                  : "the server that reports it"));
    } else if (worksAllTheTime
        && atRest > BUSY_AT_REST
        && cpu.serverSeconds() != null
        && cpu.serverSeconds() * 1e9 < LEAST_SERVER_NANOS * succeeded) {
      failures.add(
          String.format(
              Locale.ROOT,
              "CPU time of the server: nothing is left for %d operations, as the server used %.2f"
                  + " processors without operations, too; measure while it has no other work",
              succeeded,
              atRest));
    }
  }

  /**
   * A client that compresses moves less, but hardly half of YCSB's random values. Not of a client
   * of YCSB's without TLS, whose connections are not counted.
   */
  private Optional<String> tooFewBytes() {
    long least =
        operations.entrySet().stream()
            .mapToLong(
                each -> run.source().leastBytes(timed(each.getKey())) * each.getValue().count())
            .sum();
    TransportCounts counts = measured.counts();
    long moved = counts.payloadBytesOut() + counts.payloadBytesIn();
    boolean pinned = run.transport().options().isPresent();
    boolean counted =
        !(run.pool() instanceof ThirdPartyPool)
            && counts.plus(measured.countsBefore()).opened() > 0;
    return (pinned || counted) && moved < least / 2
        ? Optional.of(
            "the values of %,d operations have %,d bytes, and only %,d bytes went through %s: does the client answer from a cache? does it wait for a batch that the run does not fill? were the records loaded with another fieldlength?"
                .formatted(succeeded, least, moved, pinned ? "the pinned TLS" : "the connections"))
        : Optional.empty();
  }

  /** What they took is not known apart, and is divided by the number of those that succeeded. */
  private Optional<String> toleratedFailures() {
    if (failed > run.options().errorsMax() || !RunResult.areManyFailures(failed, succeeded)) {
      return Optional.empty();
    }
    String statuses = statuses();
    return Optional.of(
        "%,d of %,d operations failed%s, which errors.max allows: their CPU time and bytes count in the figures per operation, where those that succeeded look dearer than they are; a comparison leaves out such CPU time"
            .formatted(
                failed, failed + succeeded, statuses.isEmpty() ? "" : " (" + statuses + ")"));
  }

  /** They are sent when the clients are closed, which is in no figure. */
  private Optional<String> unsent() {
    return finished.unsent() <= MOST_UNSENT * succeeded
        ? Optional.empty()
        : Optional.of(
            "%,d of %,d operations were still in batches of the client when the measured window ended, and count as done: throughput and CPU time per operation look better than they are; give more operations, or smaller batches"
                .formatted(finished.unsent(), succeeded));
  }

  /** What its last batches insert after the measured window is loaded, too. */
  private boolean isPlainLoad() {
    return run.options().phase() == Phase.LOAD && run.transport().options().isEmpty();
  }

  /**
   * The operation that has latencies of this name. With {@code measurement.interval=intended} there
   * are only those from the intended start.
   */
  private String timed(String name) {
    return run.options().plainLatency() ? name : name.replaceFirst("^Intended-", "");
  }

  private Optional<String> measuredElsewhere() {
    List<String> names =
        operations.entrySet().stream()
            .filter(each -> each.getValue().measuredElsewhere())
            .map(Map.Entry::getKey)
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(", ", names)
                + ": measured by the workload itself, including the warm-up; it is not limited to"
                + " the measured window, and no comparison uses it");
  }

  private void warnings(List<String> problems) {
    RunOptions options = run.options();
    if (options.workers() < options.threads()) {
      problems.add(
          "only %s of %s threads were used: there are too few operations for more"
              .formatted(options.workers(), options.threads()));
    }
    unsent().ifPresent(problems::add);
    toleratedFailures().ifPresent(problems::add);
    double throughput = measured.seconds() > 0 ? succeeded / measured.seconds() : 0;
    if (RunResult.missesTarget(options.target(), throughput, succeeded, options.workers())) {
      problems.add(
          String.format(
              Locale.ROOT,
              "the target of %.1f operations per second was not reached: %.1f",
              options.target(),
              throughput));
    }
    // Loading has no warm-up, and with a target latency varies instead. For slices, the other runs
    // of the round show what the machine did.
    if (finished.slices().isEmpty()
        && options.phase() == Phase.TRANSACTIONS
        && options.target() == 0) {
      Trend.of(measured.perSecond()).ifPresent(problems::add);
    }
    problems.addAll(finished.atRest().problems());
    rows(Agreement.IN_PART).map(AccountRow::remark).forEach(problems::add);
    if (run.warmsUp()) {
      measuredElsewhere().ifPresent(problems::add);
    }
    if (cpu == null) {
      problems.add(
          "this machine counts CPU time in steps of 10 ms, and the run used less than 2 s, which is"
              + " too little for a figure");
    }
  }
}
