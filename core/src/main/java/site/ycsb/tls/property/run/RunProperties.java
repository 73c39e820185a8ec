package site.ycsb.tls.property.run;

import static site.ycsb.tls.property.run.Scope.COORDINATOR;
import static site.ycsb.tls.property.run.Scope.FIRST_AGENT;
import static site.ycsb.tls.property.run.Scope.SET_BY_COMPARISON;
import static site.ycsb.tls.property.run.Scope.SET_BY_FLEET;
import static site.ycsb.tls.property.run.Scope.TRANSACTIONS;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.ValueType;

/** The properties of every run; others in their namespaces are refused. */
public final class RunProperties {
  private static final String BY_FLEET = "set by a fleet";

  /** More threads than this are a typing error. */
  private static final int MOST_THREADS = 100_000;

  public static final Property<String> WORKLOAD =
      Property.optional(
          "workload",
          ValueType.text("class"),
          "",
          "class of the workload; the files in workloads/ name one; any site.ycsb.Workload on the"
              + " class path");

  public static final Property<Long> RECORDCOUNT =
      Property.optional(
          "recordcount",
          ValueType.whole(0),
          "",
          "number of records in the database; may exceed 2^31");

  public static final Property<Long> OPERATIONCOUNT =
      Property.of(
              "operationcount",
              ValueType.whole(0),
              "0",
              "number of operations of a run, over all threads; 0: until maxexecutiontime")
          .in(SET_BY_COMPARISON);

  public static final Property<Long> INSERTSTART =
      Property.of(
          "insertstart", ValueType.whole(0), "0", "number of the first record that a load inserts");

  public static final Property<Long> INSERTCOUNT =
      Property.optional(
          "insertcount",
          ValueType.whole(0),
          "all",
          "number of records that a load inserts from there");

  public static final Property<Integer> THREADCOUNT =
      Property.of(
          "threadcount", ValueType.integer(1, MOST_THREADS), "1", "load threads (-threads)");

  public static final Property<Double> TARGET =
      Property.optional(
              "target",
              ValueType.number(0),
              "as many as possible",
              "operations per second over all threads (-target); in compare also a share of the"
                  + " baseline's capacity, such as 70%")
          .in(TRANSACTIONS);

  public static final Property<Double> MAXEXECUTIONTIME =
      Property.optional(
              "maxexecutiontime", ValueType.number(0), "no limit", "longest measured window, s")
          .in(SET_BY_COMPARISON, TRANSACTIONS);

  public static final Property<Double> WARMUP_SECONDS =
      Property.of(
              "warmup.seconds",
              ValueType.number(0),
              "0",
              "minimum length of the warm-up, s; the warm-up is not measured")
          .in(SET_BY_COMPARISON, TRANSACTIONS);

  public static final Property<Long> WARMUP_OPERATIONS =
      Property.of(
              "warmup.operations",
              ValueType.whole(0),
              "0",
              "minimum number of operations of the warm-up, over all threads")
          .in(SET_BY_COMPARISON, TRANSACTIONS);

  public static final Property<Long> SEED =
      Property.optional(
              "seed",
              ValueType.whole(Long.MIN_VALUE).as("whole number"),
              "a new one",
              "seed of all random numbers: the same seed gives the same operations on the same"
                  + " keys; run.json has it")
          .in(SET_BY_COMPARISON);

  public static final Property<Double> STALL_SECONDS =
      Property.of(
          "stall.seconds",
          ValueType.number(0.001),
          "60",
          "the run fails when no operation succeeds for this long, s");

  public static final Property<Long> ERRORS_MAX =
      Property.of(
              "errors.max",
              ValueType.whole(0),
              "0",
              "the run fails when more operations than this fail")
          .in(TRANSACTIONS);

  public static final Property<JavaInstallation> CLIENT_JAVA =
      Property.optional(
              "client.java",
              ValueType.of("version, path", JavaInstallation::parse),
              "the one that runs this program",
              "the Java that runs the load generators of compare, study and model: its version,"
                  + " such as 25 or 25.0.5, or its folder; it may differ between variants")
          .in(COORDINATOR);

  public static final Property<SampleInterval> CLIENT_PROFILE =
      Property.optional(
              "client.profile",
              ValueType.of("time", SampleInterval::parse),
              "no profile",
              "CPU time between two profiling samples of the load generator, such as"
                  + " 1ms; 'run' writes the samples to profile.jfr in results.dir, 'compare"
                  + " --explain' takes them in further runs")
          .in(TRANSACTIONS);

  public static final Property<List<Long>> SERVER_PID =
      Property.optional(
              "server.pid",
              ValueType.list("comma list", RunProperties::processId),
              "the test server's",
              "processes whose CPU counts as the server's, separated by commas")
          .in(FIRST_AGENT);

  public static final Property<String> SERVER_CPU =
      Property.optional(
              "server.cpu",
              ValueType.text("pid:, ssh:, agent:"),
              "server.pid's",
              "processes whose CPU counts as the server's: pid:N on this machine; on another"
                  + " machine ssh:USER@HOST:NAME, with the name or number of a process there (ssh"
                  + " must not ask for a password), or agent:HOST:PORT, where 'bin/ycsb agent"
                  + " --watch NAME' runs")
          .in(FIRST_AGENT);

  public static final Property<Path> SERVER_CPU_FLEET =
      Property.optional(
              "server.cpu.fleet",
              ValueType.path(),
              "this user's own",
              "directory with the certificates for the agent of server.cpu, from 'bin/ycsb certs"
                  + " --fleet DIR'")
          .in(FIRST_AGENT);

  public static final Property<Path> RESULTS_DIR =
      Property.optional(
              "results.dir", ValueType.path(), "none", "directory for run.json and intervals.hlog")
          .in(SET_BY_COMPARISON, TRANSACTIONS, COORDINATOR);

  public static final Property<List<String>> RESULTS_MASKED =
      Property.optional(
          "results.masked",
          ValueType.list(),
          "none",
          "names of properties whose values no result shows, beside those that are declared as"
              + " passwords or have names of such; of a property that nobody declares, a value"
              + " env:NAME is masked without it");

  public static final Property<Boolean> LOAD_CLEAR =
      Property.flag("load.clear", "true: a load first removes all records of the table")
          .in(FIRST_AGENT);

  public static final Property<Boolean> LOAD_CHECK =
      Property.flag(
              "load.check",
              "true: the run, of CoreWorkload, first checks that the first and the last record"
                  + " exist; compare checks that once, before its first block")
          .in(TRANSACTIONS, FIRST_AGENT);

  public static final Property<Boolean> STATUS =
      Property.flag("status", "true: print status lines on stderr (-s)")
          .in(TRANSACTIONS, COORDINATOR);

  public static final Property<Long> STATUS_INTERVAL =
      Property.of("status.interval", ValueType.whole(1), "10", "time between two status lines, s");

  public static final Property<String> LABEL =
      Property.optional(
              "label",
              ValueType.verbatimText(),
              "",
              "text to print in status lines and results (-l)")
          .in(TRANSACTIONS);

  public static final Property<Long> FLEET_AGENTS =
      Property.optional(
              "fleet.agents", ValueType.whole(1), BY_FLEET, "number of agents that make the run")
          .in(SET_BY_FLEET);

  public static final Property<String> FLEET_MEMBER =
      Property.optional(
              "fleet.member",
              ValueType.text("MEMBER/MEMBERS"),
              BY_FLEET,
              "this agent's number and the number of agents, such as 2/8")
          .in(SET_BY_FLEET);

  /** All of them. */
  public static final List<Property<?>> ALL = Property.declaredIn(RunProperties.class);

  private RunProperties() {}

  private static long processId(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected process ids, separated by commas", e);
    }
  }

  /** The names of the run's and the report's properties with this treatment. */
  public static Set<String> in(Scope scope) {
    return Property.names(
        Stream.concat(ALL.stream(), ReportProperties.ALL.stream()).toList(), scope);
  }
}
