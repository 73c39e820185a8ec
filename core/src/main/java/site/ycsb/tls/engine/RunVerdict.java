package site.ycsb.tls.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.RunControl;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.measurement.process.ResourceUse;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * Whether the figures of a run may be used; why not, or warnings.
 *
 * @param outcome whether they may be used
 * @param problems one line each, the most serious first
 */
record RunVerdict(Outcome outcome, List<String> problems) {
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

  RunVerdict {
    problems = List.copyOf(problems);
  }

  /** The facts that decide the verdict. */
  record RunFindings(
      RunOptions options,
      RunControl control,
      boolean timeIsUp,
      boolean sliced,
      long succeeded,
      long failed,
      double runtimeSeconds,
      List<Double> perSecond,
      Map<String, OperationResult> operations,
      Map<String, Map<String, String>> reasons,
      CpuUse cpu,
      ResourceUse use,
      Optional<TlsEvidence> tls,
      int renegotiation,
      Optional<Churn> churn,
      Moved moved,
      Optional<String> connectionFailure) {}

  /**
   * Bytes of the successful operations.
   *
   * @param least of their values together; 0 if that is not known
   * @param pinned what went through the pinned TLS, both ways; empty for plain
   */
  record Moved(long least, OptionalLong pinned) {}

  static RunVerdict of(RunFindings found) {
    List<String> failures = new ArrayList<>();
    wrongValues(found, failures);
    // What the client itself says explains what else is wrong, and not the other way round.
    String statuses = statuses(found);
    if (statuses.isEmpty()) {
      failures.addAll(found.control().failures());
      failedOperations(found, statuses, failures);
    } else {
      failedOperations(found, statuses, failures);
      failures.addAll(found.control().failures());
    }
    found.churn().ifPresent(churn -> notOneConnection(churn, found.failed(), failures));
    boolean interrupted = found.control().interrupted();
    if (failures.isEmpty() && !interrupted) {
      tooFew(found, failures);
      unknownCpu(found, failures);
      notThroughTls(found, failures);
      notAsAsked(found, failures);
    }
    found
        .connectionFailure()
        .filter(why -> !failures.isEmpty() && failures.stream().noneMatch(f -> f.contains(why)))
        .ifPresent(why -> failures.add("a connection failed: " + why));
    List<String> problems = new ArrayList<>(failures);
    if (interrupted) {
      problems.add("interrupted: these are the figures until then");
    }
    warnings(found, problems);
    return new RunVerdict(
        !failures.isEmpty() ? Outcome.FAILED : interrupted ? Outcome.INCOMPLETE : Outcome.COMPLETE,
        problems);
  }

  private static void wrongValues(RunFindings found, List<String> failures) {
    OperationResult verify = found.operations().get("VERIFY");
    if (verify != null) {
      String wrong = notOk(verify, Map.of());
      if (!wrong.isEmpty()) {
        failures.add("the database returned wrong values (dataintegrity): VERIFY " + wrong);
      }
    }
  }

  /** What the client answered where it was not OK, operation by operation. */
  private static String statuses(RunFindings found) {
    return found.operations().entrySet().stream()
        .filter(entry -> !notOk(entry.getValue(), Map.of()).isEmpty())
        .map(
            entry ->
                entry.getKey()
                    + " "
                    + notOk(
                        entry.getValue(), found.reasons().getOrDefault(entry.getKey(), Map.of())))
        .collect(Collectors.joining("; "));
  }

  private static void failedOperations(RunFindings found, String statuses, List<String> failures) {
    if (found.failed() > found.options().errorsMax()) {
      failures.add(
          found.failed()
              + " of "
              + (found.failed() + found.succeeded())
              + " operations failed"
              + (statuses.isEmpty() ? "" : " (" + statuses + ")")
              + "; errors.max allows "
              + found.options().errorsMax());
    }
  }

  /**
   * Checks the promise of {@code churn.scope=connection} with the transport's counts; and, for both
   * scopes, that no cycle of a run with TLS went without.
   */
  private static void notOneConnection(Churn churn, long failed, List<String> failures) {
    long handshakes = churn.fullHandshakes() + churn.resumedHandshakes();
    if (churn.scope().equals("client")
        && failed == 0
        && handshakes > 0
        && handshakes < churn.cycles()) {
      failures.add(
          "%d cycles made only %d TLS handshakes: a client keeps a connection over its end, or connects without TLS"
              .formatted(churn.cycles(), handshakes));
    }
    boolean promised = churn.scope().equals("connection") && failed == 0;
    if (promised
        && (churn.connections() != churn.cycles()
            || (handshakes != 0 && handshakes != churn.cycles()))) {
      failures.add(
          "%d cycles made %d connections and %d handshakes; churn.scope=connection means one each"
              .formatted(churn.cycles(), churn.connections(), handshakes));
    }
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
    String line = reason.strip().lines().findFirst().orElse("").strip();
    if (line.length() > LONGEST_REASON) {
      line = line.substring(0, LONGEST_REASON) + "…";
    }
    return ", such as \"" + line + '"';
  }

  private static void tooFew(RunFindings found, List<String> failures) {
    long done = found.succeeded() + found.failed();
    long asked = found.options().operations();
    if (found.succeeded() == 0) {
      failures.add("no operation succeeded");
    } else if (done < asked && !found.timeIsUp()) {
      failures.add("the workload ended by itself after " + done + " of " + asked + " operations");
    }
  }

  /** What was asked of TLS and not seen. */
  private static void notAsAsked(RunFindings found, List<String> failures) {
    rows(found, Agreement.DIFFERENT).map(AccountRow::remark).forEach(failures::add);
    OperationResult renewed = found.operations().get(RunRecords.TLS_RENEGOTIATE);
    long done = found.succeeded() + found.failed();
    if (found.renegotiation() > 0 && found.succeeded() > 0) {
      long most = done / found.renegotiation();
      long least = Math.max(1, most - found.options().workers());
      long seen = renewed == null ? 0 : renewed.count();
      if (seen < least || seen > most) {
        failures.add(
            "tls.renegotiate=%d: keys were renewed %d times in %d operations of %d threads, expected %d to %d; give each thread more operations than lie between two renewals"
                .formatted(
                    found.renegotiation(),
                    seen,
                    done,
                    found.options().workers(),
                    least,
                    Math.max(least, most)));
      }
    }
  }

  private static Stream<AccountRow> rows(RunFindings found, Agreement agreement) {
    return found.tls().stream()
        .flatMap(tls -> tls.account().stream())
        .filter(row -> row.agreement() == agreement);
  }

  /** Where operations succeeded, client and server have used CPU time. */
  private static void unknownCpu(RunFindings found, List<String> failures) {
    if (found.cpu() == null || found.succeeded() == 0) {
      return;
    }
    if (found.cpu().clientSeconds() == 0
        && found.runtimeSeconds() >= LEAST_SECONDS
        && found.options().target() == 0) {
      failures.add(
          "CPU time of the client: 0 for %d operations; the idle process used more in the same time, give longer slices"
              .formatted(found.succeeded()));
    }
    Optional<CpuTime> server = found.use().server();
    if (server.isEmpty() && found.options().server().isKnown()) {
      failures.add(
          "CPU time of the server unknown: %s has ended, or cannot be seen"
              .formatted(found.options().server()));
    } else if (server
        .filter(used -> used.nanos() < LEAST_SERVER_NANOS * found.succeeded())
        .isPresent()) {
      failures.add(
          String.format(
              Locale.ROOT,
              "CPU time of the server: %.3f µs for each of %d operations; %s does not do their work, name the process that does",
              server.get().nanos() / 1e3 / found.succeeded(),
              found.succeeded(),
              found.options().server().isKnown() ? found.options().server() : "what tells it"));
    }
  }

  /** A client that compresses moves less, but hardly half of YCSB's random values. */
  private static void notThroughTls(RunFindings found, List<String> failures) {
    OptionalLong pinned = found.moved().pinned();
    if (pinned.isPresent() && pinned.getAsLong() < found.moved().least() / 2) {
      failures.add(
          "the values of %,d operations have %,d bytes, and only %,d bytes went through the pinned TLS: does the client answer from a cache? were the records loaded with another fieldlength?"
              .formatted(found.succeeded(), found.moved().least(), pinned.getAsLong()));
    }
  }

  private static void warnings(RunFindings found, List<String> problems) {
    RunOptions options = found.options();
    if (options.workers() < options.threads()) {
      problems.add(
          "only "
              + options.workers()
              + " of "
              + options.threads()
              + " threads were used: there are no more operations");
    }
    double throughput = found.runtimeSeconds() > 0 ? found.succeeded() / found.runtimeSeconds() : 0;
    if (RunResult.missesTarget(
        options.target(), throughput, found.succeeded(), options.workers())) {
      problems.add(
          String.format(
              Locale.ROOT,
              "the target of %.1f operations per second was not reached: %.1f",
              options.target(),
              throughput));
    }
    // Loading has no warm-up, and with a target latency varies instead. For slices, the other runs
    // of the round show what the machine did.
    if (!found.sliced() && options.phase() == Phase.TRANSACTIONS && options.target() == 0) {
      Trend.of(found.perSecond()).ifPresent(problems::add);
    }
    rows(found, Agreement.IN_PART).map(AccountRow::remark).forEach(problems::add);
    if (found.cpu() == null) {
      problems.add(
          "CPU time is known here in steps of 10 ms only, and there was less than 2 s of it");
    }
  }
}
