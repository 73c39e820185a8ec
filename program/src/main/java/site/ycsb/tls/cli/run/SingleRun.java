package site.ycsb.tls.cli.run;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import site.ycsb.WorkloadException;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.Version;
import site.ycsb.tls.cli.option.WorkloadArguments;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.comparison.run.ResultsDirectory;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.engine.BenchmarkRun;
import site.ycsb.tls.engine.StartSignal;
import site.ycsb.tls.engine.StatusLine;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.file.FolderLock;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.fleet.AgentLink;
import site.ycsb.tls.fleet.Fleet;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.ServerCpuCheck;
import site.ycsb.tls.servers.ServerCpuHint;
import site.ycsb.tls.servers.ServerTlsCheck;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.session.AllowedErrors;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.ClientOffers;
import site.ycsb.tls.session.PropertyNames;
import site.ycsb.tls.session.Session;
import site.ycsb.tls.slice.OrderReceiver;
import site.ycsb.tls.workload.Workloads;

/** One load or run from the command line to the exit code. Used once. */
abstract class SingleRun extends CommonOptions implements Callable<Integer> {
  /** In the part of a result that says what is known of the server. */
  private static final String CLIENT_CERTIFICATE = "clientCertificate";

  /** Time for its end in addition to {@code stall.seconds}, s. */
  private static final double SECONDS_TO_END = 10;

  private static final String LOCK = "run.lock";

  @Mixin private WorkloadArguments arguments;
  @Mixin private FleetArguments fleetArguments;
  private final Phase phase;
  private Map<String, String> given;

  SingleRun(Phase phase) {
    this.phase = phase;
  }

  /** Runs, prints the report, and returns the exit code: 0, 1 or 130. */
  @Override
  public Integer call()
      throws IOException, InterruptedException, DatabaseException, WorkloadException {
    // No database answers yet: there is nothing to end.
    Parent.onEnd(() -> {});
    Binding binding = Bindings.named(arguments.binding());
    Map<String, String> typed = phase == Phase.LOAD ? arguments.ofLoad() : arguments.ofOneRun();
    // The counts of a run that another process asked for are that process's.
    given = ForkedRunLauncher.isChild() ? typed : Workloads.withOwnCounts(typed);
    Optional<FleetOptions> fleet = fleetArguments.options(fleetDirectory(given));
    Map<String, String> whole = fleet.map(f -> f.whole(given)).orElse(given);
    // Refuses bad values before a server is started.
    fleet.ifPresent(f -> refuseWhatAgentsDoNot(whole));
    requireThisJava(whole);
    Map<String, String> checked = fleet.map(f -> f.firstShare(whole)).orElse(whole);
    RunOptions options = RunOptions.parse(checked, phase);
    refuseLookingForRecords(options);
    AllowedErrors.require(binding, checked, phase);
    Workloads.of(options, TypedProperties.asProperties(checked)).close();
    requireWritable(options);
    if (!ForkedRunLauncher.isChild()) {
      ServerCpuCheck.require(binding, TypedProperties.merged(whole, AlsoWithTls.of(whole)));
      // What another process asked for may be of a file, and it may have started a server.
      Servers.refuseSettingsWithoutEffect(binding, whole, arguments.named());
      PropertyNames.requireRead(arguments.named(), "-p ", whole);
      Servers.refuseTrustOfNobody(binding, whole, List.of(whole));
    }
    if (fleet.isEmpty() && !ForkedRunLauncher.isChild()) {
      ClientOffers.requireBeforeTls(LoadGeneratorArguments.ofThisProgram(), whole);
      ServerTlsCheck.requireGroup(binding, whole);
    }
    boolean ours = Servers.areOurs(binding, whole);
    if (ours && phase == Phase.TRANSACTIONS) {
      AllowedErrors.require(binding, ofLoad(whole), Phase.LOAD);
    }
    fleet.ifPresent(f -> f.requireReachable(ours));
    Optional<Path> directory = fleet.map(FleetOptions::directory).or(options::resultsDir);
    // Whoever asked for this run has the folder.
    boolean claims = directory.isPresent() && !ForkedRunLauncher.isChild();
    if (options.exportFile().isPresent() && !ForkedRunLauncher.isChild()) {
      CommandLines.empty(options.exportFile().get());
    }
    try (FolderLock folder = claims ? claim(directory.get()) : null;
        Interruption interruption = Interruption.beforeResults();
        Session session =
            fleet.isPresent()
                ? Session.forAgents(binding, whole, err())
                : Session.open(binding, whole, err())) {
      if (ours) {
        prepareTestServer(session, whole);
      }
      return fleet.isPresent() ? runFleet(fleet.get(), session) : run(binding, session);
    }
  }

  /** Refuses, before the run, a file of the report that could not be written after it. */
  private static void requireWritable(RunOptions options) {
    options
        .exportFile()
        .ifPresent(
            file -> CommandLines.requireWritable(ReportProperties.EXPORTFILE + "=" + file, file));
    options
        .report()
        .logPrefix()
        .map(prefix -> Path.of(prefix + "operation.hdr"))
        .ifPresent(
            file -> CommandLines.requireWritable(ReportProperties.OUTPUT_PATH + "=" + file, file));
  }

  /**
   * The folder is this run's alone, without the result of an earlier one: this one may end before
   * it has its own.
   */
  private static FolderLock claim(Path directory) throws IOException {
    String given = RunProperties.RESULTS_DIR + "=" + directory;
    try {
      Files.createDirectories(directory);
      FolderLock lock =
          FolderLock.take(directory.resolve(LOCK))
              .orElseThrow(
                  () ->
                      new UsageException(
                          given
                              + ": another run is writing there; wait for its end, or give another directory"));
      RunResultFile.remove(directory);
      return lock;
    } catch (FileSystemException e) {
      throw ResultsDirectory.refusal(given, "another directory", e);
    }
  }

  private static void requireThisJava(Map<String, String> given) {
    Optional<JavaInstallation> wanted = new TypedProperties(given).given(RunProperties.CLIENT_JAVA);
    if (wanted.isPresent() && !wanted.get().runsThis()) {
      throw new UsageException(
          "%s=%s: a single run is made by the Java that runs this program; start it with JAVA_HOME=%s"
              .formatted(
                  RunProperties.CLIENT_JAVA,
                  given.get(RunProperties.CLIENT_JAVA.name()),
                  wanted.get().home()));
    }
  }

  private static void refuseWhatAgentsDoNot(Map<String, String> given) {
    TypedProperties values = new TypedProperties(given);
    if (values.given(RunProperties.CLIENT_JAVA).isPresent()) {
      throw new UsageException(
          RunProperties.CLIENT_JAVA
              + ": agents have the Java that they were started with; leave it out");
    }
    if (values.given(RunProperties.CLIENT_PROFILE).isPresent()) {
      throw new UsageException(
          RunProperties.CLIENT_PROFILE
              + ": agents are not profiled; leave it out, or make the run without --agents");
    }
  }

  /** A file may ask for it, too, and so does a comparison, of whatever workload. */
  private void refuseLookingForRecords(RunOptions options) {
    String check = RunProperties.LOAD_CHECK.name();
    if (phase == Phase.TRANSACTIONS
        && !options.workload().equals(RunOptions.CORE_WORKLOAD)
        && arguments.named().contains(check)
        && new TypedProperties(given).get(RunProperties.LOAD_CHECK)) {
      throw new UsageException(
          "%s=true: only %s looks for its records before it runs; leave it out"
              .formatted(check, RunOptions.CORE_WORKLOAD));
    }
  }

  private static Path fleetDirectory(Map<String, String> given) {
    return new TypedProperties(given)
        .given(RunProperties.RESULTS_DIR)
        .orElseGet(() -> ResultsDirectory.named("fleet"));
  }

  /** The same run, made by agents: measured in their JVMs, reported here. */
  private int runFleet(FleetOptions options, Session session) throws IOException {
    Thread main = Thread.currentThread();
    try (Interruption interruption = Interruption.calls(main::interrupt);
        Fleet fleet = FleetArguments.gather(options, err())) {
      RunLauncher launcher =
          fleet.launcher(
              session.secrets(),
              command(session),
              status(session.properties()),
              new Fleet.SideBySideRuns(0, 0, false));
      ServerView before = session.servers().witness(session.variant());
      RunOutcome outcome =
          launcher.launch(
              new RunRequest(
                  phase, arguments.binding(), session.properties(), options.directory()));
      if (outcome.result().isEmpty()) {
        note("ycsb: " + outcome.message());
        return outcome.exitCode() == RunOutcome.KILLED ? RunOutcome.FAILED : outcome.exitCode();
      }
      return finish(
          confirmed(
              outcome.result().get(),
              Optional.of(options.directory()),
              before,
              session.servers().witness(session.variant()),
              Optional.empty(),
              Optional.empty()),
          RunOptions.parse(session.properties(), phase));
    } catch (InterruptedException e) {
      Path file = options.directory().resolve(RunResultFile.NAME);
      return Files.exists(file)
          ? finish(RunResultFile.read(file), RunOptions.parse(session.properties(), phase))
          : Interruption.EXIT_CODE;
    }
  }

  private String command(Session session) {
    if (!ForkedRunLauncher.isChild()) {
      return CommandLines.repeat(spec, session.secrets());
    }
    // As a user would type it: who asked for this run sent the properties through a pipe.
    List<String> words =
        new ArrayList<>(List.of(phase == Phase.LOAD ? "load" : "run", arguments.binding()));
    given.forEach((name, value) -> words.addAll(List.of("-p", name + "=" + value)));
    return CommandLines.repeat(words, session.secrets());
  }

  private int finish(RunResult result, RunOptions options) throws IOException {
    report(result, options);
    if (phase == Phase.TRANSACTIONS && !ForkedRunLauncher.isChild() && !knowsServerCpu(result)) {
      ServerCpuHint.ofThisMachine(Bindings.named(arguments.binding()), given).ifPresent(this::note);
    }
    return exitCode(result);
  }

  private static boolean knowsServerCpu(RunResult result) {
    CpuUse cpu = result.resources().cpu();
    return result.outcome() != Outcome.COMPLETE || cpu == null || cpu.serverSeconds() != null;
  }

  private void prepareTestServer(Session session, Map<String, String> given)
      throws IOException, InterruptedException {
    if (phase == Phase.LOAD) {
      note(
          "The test server and its data are deleted when this command ends; to keep the data, load your own server.");
      return;
    }
    Map<String, String> load = ofLoad(given);
    load.putAll(session.servers().loading(session.variant()));
    note(
        "Loading %s records into the test server."
            .formatted(load.getOrDefault(RunProperties.RECORDCOUNT.name(), "0")));
    try (TemporaryDirectory directory = TemporaryDirectory.create("load")) {
      RunOutcome outcome =
          new ForkedRunLauncher(LoadGeneratorArguments.ofThisProgram())
              .launch(new RunRequest(Phase.LOAD, arguments.binding(), load, directory.path()));
      if (outcome.exitCode() == CommandLine.ExitCode.USAGE) {
        throw new UsageException(outcome.message());
      } else if (outcome.exitCode() != 0) {
        throw new IOException("the test server could not be loaded: " + outcome.message());
      }
    }
  }

  /** What a load of the test server gets of what is given for the run. */
  private static Map<String, String> ofLoad(Map<String, String> given) {
    Map<String, String> load = new TreeMap<>(given);
    load.keySet()
        .removeIf(
            name ->
                Servers.NOT_FOR_LOADING.contains(name) || name.startsWith(TlsProperties.PREFIX));
    return load;
  }

  private int run(Binding binding, Session session)
      throws IOException, InterruptedException, DatabaseException, WorkloadException {
    RunOptions options = RunOptions.parse(session.properties(), phase);
    RunIdentity identity =
        new RunIdentity(binding.name(), command(session), Version.text(), session.secrets());
    ServerView before = session.servers().witness(session.variant());
    try (AgentLink link = AgentLink.ofThisProcess().orElse(null);
        OrderReceiver orders = OrderReceiver.ofThisProcess().orElse(null);
        WorkloadSource workload = Workloads.of(options, session.shared());
        DatabasePool pool = session.openPool()) {
      Optional<AgentLink> agent = Optional.ofNullable(link);
      clearWhenAsked(pool, session.properties());
      BenchmarkRun run =
          new BenchmarkRun(
              options,
              session.shared(),
              identity,
              workload,
              pool,
              session.transport(),
              agent
                  .<Consumer<StatusLine>>map(each -> each::status)
                  .orElseGet(() -> status(session.properties())),
              agent.map(StartSignal.class::cast).orElse(StartSignal.AT_ONCE),
              Optional.ofNullable(orders));
      Parent.onEnd(run::interrupt);
      agent.ifPresent(each -> each.onLoss(run::interrupt));
      try (Interruption interruption = Interruption.calls(run::interrupt)) {
        return finish(
            confirmed(
                run.execute(),
                options.resultsDir(),
                before,
                session.servers().witness(session.variant()),
                session.networkFailure(),
                session.transport().clientCertificate()),
            options);
      } finally {
        Parent.waitsAtMost(options.stallSeconds() + SECONDS_TO_END);
      }
    }
  }

  /** The result with the server's own view of it; failed when the two disagree. */
  private RunResult confirmed(
      RunResult result,
      Optional<Path> directory,
      ServerView before,
      ServerView after,
      Optional<String> networkFailure,
      Optional<String> clientCertificate)
      throws IOException {
    Map<String, String> server = after.complete(result.server());
    if (!after.connections().isEmpty()) {
      server.put("witness", after.connectionsSince(before).toString());
    }
    clientCertificate.ifPresent(
        words -> {
          server.put(CLIENT_CERTIFICATE, words);
          if (words.contains(" not sent")) {
            note("Note: " + words + ".");
          }
        });
    RunResult confirmed =
        result.confirmedBy(
            server,
            Stream.concat(networkFailure.stream(), after.objection(result, before).stream())
                .toList());
    if (directory.isPresent()) {
      RunResultFile.write(confirmed, directory.get().resolve(RunResultFile.NAME));
    }
    return confirmed;
  }

  private void clearWhenAsked(DatabasePool pool, Map<String, String> properties)
      throws DatabaseException {
    TypedProperties values = new TypedProperties(properties);
    if (values.get(RunProperties.LOAD_CLEAR)) {
      pool.clear(values.get(WorkloadProperties.TABLE));
    }
  }

  private Consumer<StatusLine> status(Map<String, String> properties) {
    return new TypedProperties(properties).get(RunProperties.STATUS)
        ? line -> note(line.toString())
        : line -> {};
  }

  private void report(RunResult result, RunOptions options) throws IOException {
    if (options.exportFile().isPresent()) {
      try (Writer out = Files.newBufferedWriter(options.exportFile().get())) {
        options.report().format().write(result, options.report(), out);
        return;
      } catch (IOException e) {
        print(result, options);
        throw new IOException(
            "%s=%s cannot be written (%s); the report is on standard output instead"
                .formatted(ReportProperties.EXPORTFILE, options.exportFile().get(), e.getMessage()),
            e);
      }
    }
    print(result, options);
  }

  private void print(RunResult result, RunOptions options) throws IOException {
    options.report().format().write(result, options.report(), out());
    out().flush();
  }

  private int exitCode(RunResult result) {
    result.problems().forEach(problem -> note("ycsb: " + problem));
    return switch (result.outcome()) {
      case COMPLETE -> CommandLine.ExitCode.OK;
      case INCOMPLETE -> Interruption.EXIT_CODE;
      case FAILED -> CommandLine.ExitCode.SOFTWARE;
    };
  }
}
