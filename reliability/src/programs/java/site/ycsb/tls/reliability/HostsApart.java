package site.ycsb.tls.reliability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs of a fleet whose coordinator and two agents are on hosts of their own ({@link Hosts}), on a
 * network that misbehaves. A run must be right, or fail with the name of the host within {@value
 * #PROMISED_SECONDS} s.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.HostsApart TIMES [SEED]
 * </pre>
 *
 * Started as root in the folder of {@code bin/ycsb}. Linux only; delay and loss need Python 3,
 * clocks that differ need time namespaces.
 */
public final class HostsApart {
  /**
   * An agent that is cut off is noticed after 4 s, the others have 15 s to end, a JVM some to
   * start.
   */
  static final long PROMISED_SECONDS = 30;

  private static final int COORDINATOR = 0;
  private static final int VICTIM = 2;
  private static final int[] AGENTS = {1, VICTIM};
  private static final long RUN_SECONDS = 8;

  /** Of a run that must not have ended when its host is cut off, however busy the machine is. */
  private static final long LONG_RUN_SECONDS = 90;

  /** The longest that a case may take, s. */
  private static final long LONGEST_SECONDS = 180;

  /** How exactly an instant is written down, s. */
  private static final double READING_SECONDS = 0.001;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What happens to the network, or to a host. */
  enum Fault {
    NONE(true),
    /** The agents' clocks are 1000 s ahead, and 5 s. */
    OTHER_CLOCKS(true),
    /** Each way. */
    DELAY_50_MS(true, new Hosts.Impairment(50, 10, 0)),
    LOSS_2_PERCENT(false, new Hosts.Impairment(0, 0, 2)),
    CUT_OFF_3_S(false),
    CUT_OFF_30_S(false),
    /** The agent dies and nobody is told: its connection is half open. */
    DEAD_AND_CUT_OFF(false);

    private final boolean mustBeRight;

    /** Null: the network is as it is. */
    @SuppressWarnings("ImmutableEnumChecker") // A record of numbers.
    private final Hosts.Impairment impairment;

    Fault(boolean mustBeRight) {
      this(mustBeRight, null);
    }

    Fault(boolean mustBeRight, Hosts.Impairment impairment) {
      this.mustBeRight = mustBeRight;
      this.impairment = impairment;
    }

    private boolean isCut() {
      return this == CUT_OFF_3_S || losesAnAgent();
    }

    private boolean losesAnAgent() {
      return this == CUT_OFF_30_S || this == DEAD_AND_CUT_OFF;
    }

    private long runSeconds() {
      return losesAnAgent() ? LONG_RUN_SECONDS : RUN_SECONDS;
    }

    private long clockSeconds(int agent) {
      return this == OTHER_CLOCKS ? agent == VICTIM ? 1000 : 5 : 0;
    }
  }

  private final Path home;
  private final Path directory;

  /**
   * A series.
   *
   * @param home folder of {@code bin/ycsb}
   * @param directory for the runs' files
   */
  HostsApart(Path home, Path directory) {
    this.home = home.toAbsolutePath();
    this.directory = directory;
  }

  /** One run. */
  private final class Case {
    private final Hosts hosts;
    private final Fault fault;
    private final double moment;
    private final Path folder;
    private final List<Process> agents = new ArrayList<>();

    Case(Hosts hosts, Fault fault, double moment, Path folder) {
      this.hosts = hosts;
      this.fault = fault;
      this.moment = moment;
      this.folder = folder;
    }

    /** How it ended, in words, if that was as promised. */
    String run() throws IOException, InterruptedException, BrokenPromise {
      String there = Hosts.address(COORDINATOR) + ":7800";
      Path fleet = directory.resolve("fleet");
      for (int agent : AGENTS) {
        agents.add(
            hosts.start(
                agent,
                fault.clockSeconds(agent),
                folder.resolve(Hosts.name(agent) + ".txt"),
                ycsb(
                    "agent --join " + there,
                    "--fleet",
                    fleet.toString(),
                    "--out",
                    folder.resolve(Hosts.name(agent)).toString())));
      }
      String run =
          """
          run site.ycsb.BasicDB -P workloads/workloadc -p basicdb.verbose=false
          -p maxexecutiontime=%d -p operationcount=1000000 -p status.interval=1 -s
          -target 1000 -threads 2 --agents 2 --listen %s
          """
              .formatted(fault.runSeconds(), there);
      String results = "results.dir=" + folder.resolve("results");
      Process coordinator =
          hosts.start(
              COORDINATOR, 0, output(), ycsb(run, "--fleet", fleet.toString(), "-p", results));
      long faultAt = disturb(coordinator);
      if (!coordinator.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new BrokenPromise("the coordinator did not end within " + LONGEST_SECONDS + " s");
      }
      double seconds = (System.nanoTime() - faultAt) / 1e9;
      if (fault == Fault.CUT_OFF_30_S) {
        Surroundings.sleep(30 - seconds);
        hosts.connectAgain(VICTIM);
      }
      String ending = coordinator.exitValue() == 0 ? right() : named(coordinator, seconds);
      requireAgentsEnd();
      return ending;
    }

    private List<String> ycsb(String line, String... further) {
      return Surroundings.ycsb(home, Surroundings.words(line, further)).command();
    }

    private Path output() {
      return folder.resolve("coordinator.txt");
    }

    private String told() throws IOException {
      return Files.readString(output());
    }

    /** Returns the instant of the fault. */
    private long disturb(Process coordinator)
        throws IOException, InterruptedException, BrokenPromise {
      while (!told().contains(" 1 sec: ")) {
        if (!coordinator.isAlive()) {
          throw new BrokenPromise("it ended before it measured: " + told().strip());
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
      Surroundings.sleep(moment);
      long now = System.nanoTime();
      if (fault.isCut()) {
        hosts.cutOff(VICTIM);
      }
      if (fault == Fault.CUT_OFF_3_S) {
        Surroundings.sleep(3);
        hosts.connectAgain(VICTIM);
      }
      if (fault == Fault.DEAD_AND_CUT_OFF) {
        agents.get(1).destroyForcibly();
      }
      return now;
    }

    /** Each operation is counted once, and all agents were told the same instant. */
    private String right() throws IOException, BrokenPromise {
      if (fault.losesAnAgent()) {
        throw new BrokenPromise("exit code 0, though an agent was lost");
      }
      JsonNode sum = result("");
      long succeeded = 0;
      List<OffsetDateTime> starts = new ArrayList<>();
      for (int agent : AGENTS) {
        JsonNode own = result("agent-" + agent);
        succeeded += own.path("succeeded").asLong();
        starts.add(OffsetDateTime.parse(own.path("startedAt").asText()));
      }
      if (sum.path("succeeded").asLong() != succeeded || succeeded == 0) {
        throw new BrokenPromise(
            sum.path("succeeded") + " operations, but the agents' sum is " + succeeded);
      }
      JsonNode fleet = sum.path("fleet");
      double apart = Math.abs(Duration.between(starts.get(0), starts.get(1)).toNanos() / 1e9);
      double told = fleet.path("startSkewSeconds").asDouble();
      double error = fleet.path("clockErrorSeconds").asDouble();
      if (apart > error + READING_SECONDS) {
        throw new BrokenPromise(
            "their starts are planned %.6f s apart, though the clocks are known to ±%.6f s"
                .formatted(apart, error));
      }
      return "right: %d operations; clocks compared to ±%.2f ms, in truth to %.2f; start skew %.1f ms"
          .formatted(succeeded, 1e3 * error, 1e3 * apart, 1e3 * told);
    }

    private JsonNode result(String of) throws IOException, BrokenPromise {
      Path file = folder.resolve("results").resolve(of).resolve("run.json");
      if (!Files.exists(file)) {
        throw new BrokenPromise("no " + file);
      }
      return JSON.readTree(file.toFile());
    }

    private String named(Process coordinator, double seconds) throws IOException, BrokenPromise {
      Optional<String> reason =
          told().lines().filter(line -> line.startsWith("ycsb: ")).findFirst();
      if (fault.mustBeRight) {
        throw new BrokenPromise("it failed: " + reason.orElse("no reason"));
      }
      if (coordinator.exitValue() != 1
          || reason.filter(line -> line.contains("(" + Hosts.name(VICTIM) + ",")).isEmpty()
          || told().contains("\tat ")) {
        throw new BrokenPromise(
            "exit code " + coordinator.exitValue() + ": " + reason.orElse("no reason"));
      }
      if (seconds > PROMISED_SECONDS) {
        throw new BrokenPromise("it took %.1f s: %s".formatted(seconds, reason.orElseThrow()));
      }
      if (!result("").path("outcome").asText().equals("FAILED")) {
        throw new BrokenPromise("run.json says " + result("").path("outcome"));
      }
      return "failed after %.1f s: %s".formatted(seconds, reason.orElseThrow());
    }

    /** An agent ends with its coordinator, cut off or not. */
    private void requireAgentsEnd() throws InterruptedException, BrokenPromise {
      for (int i = 0; i < agents.size(); i++) {
        if (!agents.get(i).waitFor(PROMISED_SECONDS, TimeUnit.SECONDS)) {
          throw new BrokenPromise("the agent on " + Hosts.name(AGENTS[i]) + " does not end");
        }
      }
    }
  }

  /**
   * Makes runs with each of these faults in turn.
   *
   * @return a line for each run that went wrong
   * @throws IOException also when this user may not make hosts
   */
  List<String> run(List<Fault> faults, int times, long seed)
      throws IOException, InterruptedException {
    Process certificates =
        Surroundings.ycsb(home, List.of("certs", "--fleet", directory.resolve("fleet").toString()))
            .inheritIO()
            .start();
    if (certificates.waitFor() != 0) {
      throw new IOException("no certificates for the fleet");
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<String> wrong = new ArrayList<>();
    for (int time = 1; time <= times; time++) {
      for (Fault fault : faults) {
        double moment = random.nextDouble(RUN_SECONDS - 2.0);
        Path folder = Files.createDirectories(directory.resolve(fault + "-" + time));
        String name = "%d of %d %s after %.2f s: ".formatted(time, times, fault, moment);
        try (Hosts hosts = Hosts.make(3)) {
          if (fault.impairment != null) {
            hosts.disturb(home.resolve("reliability/slow-network"), fault.impairment, seed + time);
          }
          System.out.println(name + new Case(hosts, fault, moment, folder).run());
        } catch (BrokenPromise e) {
          wrong.add(name + "WRONG: " + e.getMessage() + " (" + folder + ")");
          System.out.println(wrong.get(wrong.size() - 1));
        }
      }
    }
    return wrong;
  }

  /** Makes runs with each fault: how often, and a seed if they are to be repeated. */
  public static void main(String[] words) throws Exception {
    System.exit(
        Arguments.run(
            words,
            "TIMES [SEED]",
            arguments -> {
              arguments.requireCount(1, 2);
              int times = arguments.number(0);
              long seed = arguments.seed(1);
              List<String> wrong =
                  new HostsApart(Path.of(""), Files.createTempDirectory("hosts-apart"))
                      .run(List.of(Fault.values()), times, seed);
              System.out.println(wrong.size() + " wrong");
              return wrong.isEmpty() ? 0 : 1;
            }));
  }
}
