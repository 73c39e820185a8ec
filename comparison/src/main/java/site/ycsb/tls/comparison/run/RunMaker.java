package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.engine.WarmUpFailure;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.ServerSide.Address;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.servers.Variant;

/** Makes one run with everything around it: server, data, properties, and the server's witness. */
final class RunMaker {
  /** Within this time of a run, an interruption has reached this process. */
  private static final long SIGNAL_MILLIS = 1_000;

  /** A server that ends more often than this during loads cannot be used. */
  private static final int MOST_LOADS = 3;

  /** What the transport and the bindings say to who connects without TLS where it is needed. */
  private static final Pattern PIN_A_SUITE =
      Pattern.compile("(, but no suite is pinned)?[;,] (or |if it speaks TLS, )?set tls\\.cipher");

  /** And to who pins a suite where there is no TLS. */
  private static final Pattern PIN_NONE =
      Pattern.compile("leave out tls\\.cipher(, or give the port that speaks TLS)?");

  private static final String WAY_WITH_TLS =
      "give the port that speaks TLS with -p tls.also=NAME=VALUE";

  private static final String WAY_WITHOUT_TLS =
      "; this variant has no TLS, and the server's port accepts only TLS: let the port accept both"
          + " while you measure; or give the address of a port without TLS for all variants, and this port with -p"
          + " tls.also=NAME=VALUE; or leave plain out with --baseline VARIANT";

  private final ComparisonPlan plan;
  private final ComparisonDirectory directory;
  private final RunLauncher launcher;
  private final ServerSide servers;
  private final Tables tables;
  private final Forecast forecast;
  private final Set<Tables.LoadedTable> loaded = new HashSet<>();
  private int loads;

  /**
   * Whether the next run of the baseline looks for the records. Whether they were loaded is the
   * user's to know, and the likeliest first mistake.
   */
  private boolean looks;

  RunMaker(
      ComparisonDirectory directory, RunLauncher launcher, ServerSide servers, Forecast forecast) {
    this.plan = directory.plan();
    this.directory = directory;
    this.launcher = launcher;
    this.servers = servers;
    this.tables = new Tables(plan);
    this.forecast = forecast;
    this.looks = !plan.loadsData();
  }

  /** Starts new servers; the next run of the baseline looks for their records. */
  void renewServers() throws IOException, InterruptedException {
    forecast.announce("starting a new server");
    servers.renew();
    looks = true;
  }

  /** What the runs of the variant read at the point; equal if they read the same. */
  Tables.LoadedTable data(Variant variant, Point point) {
    return tables.key(servers.store(variant), variant, point);
  }

  /** Starts a run of a block, whose server and data are ready. */
  void start(BlockRun run, Point point) throws IOException, InterruptedException {
    RunRequest request = request(run.record(), run.address().orElseThrow(), run.variant(), point);
    run.start(launcher, request, servers.witness(run.variant()));
  }

  /**
   * A run that was made.
   *
   * @param record what the comparison keeps of it
   * @param failure why it cannot count; empty when it can
   */
  record JudgedRun(RunRecord record, Optional<String> failure) {}

  /**
   * Makes the run.
   *
   * @param record its place in the comparison
   * @param what for the progress
   * @throws ComparisonException when no repetition will help: wrong usage, or a run without any
   *     operation
   */
  JudgedRun make(RunRecord record, Variant variant, Point point, String what)
      throws ComparisonException, IOException, InterruptedException {
    Optional<Address> address = prepare(variant, point);
    if (address.isEmpty()) {
      return new JudgedRun(
          record, Optional.of("while loading " + unready(servers.witness(variant))));
    }
    RunRequest request = request(record, address.get(), variant, point);
    forecast.announce(what);
    ServerView before = servers.witness(variant);
    long start = System.nanoTime();
    RunOutcome outcome = launcher.launch(request);
    double seconds = (System.nanoTime() - start) / 1e9;
    JudgedRun made = judge(record, variant, outcome, seconds, before, false);
    used(address.get(), variant, point);
    forecast.runEnded(seconds);
    return made;
  }

  /** A run was made; if it inserts, the data have changed. */
  void used(Address address, Variant variant, Point point) {
    if (tables.isGrowing(point, variant)) {
      loaded.remove(tables.key(address.store(), variant, point));
    }
  }

  /** Server and data for a run of the variant; empty when the server ended meanwhile. */
  Optional<Address> prepare(Variant variant, Point point)
      throws ComparisonException, IOException, InterruptedException {
    long began = System.nanoTime();
    Address address = servers.prepare(variant);
    forecast.serverPrepared((System.nanoTime() - began) / 1e9);
    return load(address, variant, point) ? Optional.of(address) : Optional.empty();
  }

  /** The request for the run; the target is that of the point, unless this measures it. */
  private RunRequest request(RunRecord record, Address address, Variant variant, Point point) {
    Map<String, String> properties = length();
    properties.putAll(properties(address, variant, point));
    directory.target(point).ifPresent(t -> properties.put(RunProperties.TARGET.name(), number(t)));
    properties.put(RunProperties.SEED.name(), Long.toString(record.place().seed()));
    boolean mayFail = new TypedProperties(properties).get(RunProperties.ERRORS_MAX) > 0;
    if (looks && !mayFail && variant.equals(plan.baseline())) {
      properties.put(RunProperties.LOAD_CHECK.name(), "true");
    }
    return new RunRequest(
        Phase.TRANSACTIONS,
        plan.binding(),
        properties,
        directory.path().resolve(record.place().directory()));
  }

  /**
   * Judges a run that has ended.
   *
   * @param before the server's account before it
   * @param worked whether it is known to have done operations
   * @throws ComparisonException when no repetition will help
   */
  JudgedRun judge(
      RunRecord record,
      Variant variant,
      RunOutcome outcome,
      double seconds,
      ServerView before,
      boolean worked)
      throws ComparisonException, InterruptedException {
    refuseInterrupted(outcome);
    ServerView after = servers.witness(variant);
    if (isGone(after)) {
      return new JudgedRun(record, Optional.of("during the run " + unready(after)));
    }
    if (!worked || outcome.result().stream().anyMatch(r -> WarmUpFailure.isCertain(r.problems()))) {
      refuseHopeless(outcome, variant);
    }
    if (isOtherThanAsked(outcome) && !hasWorkedBefore(record)) {
      throw new ComparisonException(1, variant.name() + " cannot run: " + outcome.message());
    }
    Optional<String> failure = failure(outcome, variant, before, after);
    if (failure.isEmpty()) {
      // One that failed may have ended before it looked.
      looks &= outcome.result().stream().noneMatch(RunMaker::looked);
    }
    return new JudgedRun(
        outcome
            .result()
            .map(
                result ->
                    record.with(
                        result.confirmedBy(after.complete(result.server()), List.of()),
                        seconds,
                        after.connectionsSince(before)))
            .orElse(record),
        failure);
  }

  private static boolean looked(RunResult run) {
    return new TypedProperties(run.configuration().properties()).get(RunProperties.LOAD_CHECK);
  }

  /**
   * Loads the data of the point unless they are there; if the server ends meanwhile, again with
   * another server.
   */
  void load(Variant variant, Point point)
      throws ComparisonException, IOException, InterruptedException {
    for (int attempt = 1; !load(servers.prepare(variant), variant, point); attempt++) {
      if (attempt == MOST_LOADS) {
        throw new ComparisonException(
            1, "loading failed " + MOST_LOADS + " times: " + unready(servers.witness(variant)));
      }
    }
  }

  /** Returns false when the server ended meanwhile. */
  private boolean load(Address address, Variant variant, Point point)
      throws ComparisonException, IOException, InterruptedException {
    Tables.LoadedTable data = tables.key(address.store(), variant, point);
    if (!plan.loadsData() || loaded.contains(data)) {
      return true;
    }
    Map<String, String> properties = properties(address, variant, point);
    properties.keySet().removeAll(Servers.NOT_FOR_LOADING);
    properties.put(RunProperties.LOAD_CLEAR.name(), Boolean.toString(servers.clearsTables()));
    properties.put(RunProperties.SEED.name(), Long.toString(plan.schedule().seed()));
    forecast.announce("loading " + properties.get(WorkloadProperties.TABLE.name()));
    long start = System.nanoTime();
    RunOutcome outcome =
        launcher.launch(
            new RunRequest(
                Phase.LOAD,
                plan.binding(),
                properties,
                directory.path().resolve(String.format(Locale.ROOT, "loads/%03d", ++loads))));
    refuseInterrupted(outcome);
    if (isGone(servers.witness(variant))) {
      return false;
    }
    if (outcome.exitCode() != 0) {
      throw new ComparisonException(
          outcome.exitCode() == 2 ? 2 : 1, "loading failed: " + inContext(outcome, variant));
    }
    forecast.loadEnded((System.nanoTime() - start) / 1e9);
    loaded.add(data);
    return true;
  }

  /** Ctrl-C goes to all processes of a terminal: this one is interrupted a moment after its run. */
  private static void refuseInterrupted(RunOutcome outcome) throws InterruptedException {
    if (outcome.wasInterrupted()) {
      throw new InterruptedException("the run was interrupted");
    }
    if (outcome.mayHaveBeenInterrupted()) {
      Thread.sleep(SIGNAL_MILLIS);
    }
  }

  /** From the general to the specific; a later value replaces an earlier one. */
  private Map<String, String> properties(Address address, Variant variant, Point point) {
    Map<String, String> properties = plan.properties(point, variant);
    properties.putAll(tables.propertiesAt(point, variant));
    properties.putAll(address.properties());
    if (!address.processIds().isEmpty()) {
      properties.put(
          RunProperties.SERVER_PID.name(),
          address.processIds().stream().map(Object::toString).collect(Collectors.joining(",")));
    }
    return properties;
  }

  private Map<String, String> length() {
    Schedule schedule = plan.schedule();
    Map<String, String> length = new LinkedHashMap<>();
    length.put(RunProperties.WARMUP_SECONDS.name(), number(schedule.warmupSeconds()));
    length.put(RunProperties.OPERATIONCOUNT.name(), Long.toString(schedule.runOperations()));
    if (schedule.runSeconds() > 0) {
      length.put(RunProperties.MAXEXECUTIONTIME.name(), number(schedule.runSeconds()));
    }
    return length;
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** Whether its TLS was another one than was asked for, which the next run's will be, too. */
  private static boolean isOtherThanAsked(RunOutcome outcome) {
    return outcome.exitCode() != 0
        && outcome.exitCode() != RunOutcome.KILLED
        && outcome.result().stream()
            .flatMap(result -> Stream.ofNullable(result.tls()))
            .flatMap(tls -> tls.account().stream())
            .anyMatch(row -> row.agreement() == Agreement.DIFFERENT);
  }

  /** What differs after blocks that count differs by chance. */
  private boolean hasWorkedBefore(RunRecord record) {
    return directory.runs().stream()
        .anyMatch(
            run ->
                run.status() == RunRecord.Status.ACCEPTED
                    && run.variant().equals(record.variant()));
  }

  private void refuseHopeless(RunOutcome outcome, Variant variant) throws ComparisonException {
    int code = outcome.exitCode();
    if (code == 2 || (code != 0 && !outcome.mayDoBetter())) {
      throw new ComparisonException(
          code == 2 ? 2 : 1, variant.name() + " cannot run: " + inContext(outcome, variant));
    }
  }

  /**
   * A run without TLS advises to pin a suite; here others do, and it is the one without. One with
   * TLS advises to pin none.
   */
  private String inContext(RunOutcome outcome, Variant variant) {
    if (variant.pinsTls()) {
      return PIN_NONE.matcher(explained(outcome)).replaceFirst(WAY_WITH_TLS);
    }
    Matcher advice = PIN_A_SUITE.matcher(outcome.message());
    boolean othersPin = plan.columns().stream().anyMatch(Variant::pinsTls);
    return othersPin && advice.find()
        ? outcome.message().substring(0, advice.start()) + WAY_WITHOUT_TLS
        : explained(outcome);
  }

  private static String explained(RunOutcome outcome) {
    return outcome.mayHaveBeenInterrupted()
        ? outcome.message()
            + "; the client ended the JVM with exit code 130, or someone stopped it; stderr.txt in the run's folder has all that it said"
        : outcome.message();
  }

  /**
   * Whether the next preparation starts another server: nothing counts that was done with this one.
   */
  private static boolean isGone(ServerView witness) {
    return !witness.health().unready().isEmpty();
  }

  private static String unready(ServerView witness) {
    return String.join("; ", witness.health().unready());
  }

  /** Why the run cannot count: the run's reason and the server's. */
  private static Optional<String> failure(
      RunOutcome outcome, Variant variant, ServerView before, ServerView after) {
    List<String> reasons = new ArrayList<>();
    ownFailure(outcome, variant).ifPresent(reasons::add);
    outcome.result().flatMap(r -> after.objection(r, before)).ifPresent(reasons::add);
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  private static Optional<String> ownFailure(RunOutcome outcome, Variant variant) {
    if (outcome.exitCode() != 0) {
      // A run with a reason of its own was ended because of it, with whichever code.
      boolean said = outcome.result().filter(r -> !r.problems().isEmpty()).isPresent();
      return Optional.of(
          said ? outcome.message() : "exit code " + outcome.exitCode() + ": " + explained(outcome));
    }
    if (outcome.result().isEmpty()) {
      return Optional.of("it wrote no result");
    }
    RunResult result = outcome.result().get();
    if (result.outcome() != Outcome.COMPLETE || !(result.throughput() > 0)) {
      return Optional.of(
          "its result is " + result.outcome() + " " + List.copyOf(result.problems()));
    }
    if (variant.pinsTls() != (result.tls() != null)) {
      return Optional.of(
          variant.pinsTls()
              ? "its result has no evidence of TLS"
              : "it is plain, and its result has evidence of TLS");
    }
    return Optional.empty();
  }
}
