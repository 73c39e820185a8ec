package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.QuickFleetCertificates;
import site.ycsb.tls.cli.option.Version;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.slice.SliceFile;
import site.ycsb.tls.slice.SliceReport;

/** Comparisons whose variants take turns on several agents: all are processes. */
@Timeout(300)
class FleetSlicesIT {
  private static final int AGENTS = 2;

  /** Its silence may be noticed before the group knows that it is gone. */
  private static final String LOST =
      "block \\d is repeated: .*agent 2 \\(.*(no message for 4 s|gone)";

  @TempDir private Path directory;

  private Program compare(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("compare", FileDb.class.getName()));
    Path keys = Files.createDirectories(directory.resolve("keys"));
    for (String property :
        List.of(
            "workload=site.ycsb.workloads.CoreWorkload",
            "recordcount=1000",
            "readproportion=1",
            "updateproportion=0",
            "file.dir=" + keys,
            "file.millis=1",
            "file.label=plain",
            "variants.slower.file.millis=3",
            "variants.slower.file.label=slower",
            "stall.seconds=10")) {
      all.addAll(List.of("-p", property));
    }
    all.addAll(List.of("--out", results().toString()));
    all.addAll(List.of(more));
    return Program.start(directory, all.toArray(String[]::new));
  }

  private Path results() {
    return directory.resolve("results");
  }

  private Program briefly(String... more) throws IOException {
    return compare(words("--blocks 1 --warmup 0.1 --seconds 1 --local-agents " + AGENTS, more));
  }

  private Path folder(RunRecord run) {
    return results().resolve(run.place().directory());
  }

  private static List<SliceReport> slices(Path folder, RunRecord run) throws IOException {
    return SliceFile.read(folder.resolve(SliceFile.NAME)).slices().get(run.variant());
  }

  /** What agents did in slices is theirs alone; what is reported of all of them is the sum. */
  @Test
  void oneVariantIsActiveInTheWholeFleetAndEachFigureIsTheSumOfTheAgents() throws Exception {
    // Any process that works: its CPU time counts as the server's. It works while clients do, since
    // what it uses at rest is taken out.
    String work =
        "while :; do new=; for f in keys/*; do [ \"$f\" -nt stamp ] && new=1; done; : >stamp; "
            + "[ -z \"$new\" ] || { i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; }; sleep 0.05; done";
    Process server =
        new ProcessBuilder("sh", "-c", work)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    try (Program program = briefly("-p", "server.pid=" + server.pid())) {
      assertThat(program.exitCode()).as(program.err()).isZero();
      assertThat(program.out())
          .contains("Not for publication: the coordinator runs on the same machine");
    } finally {
      server.destroyForcibly();
    }
    ComparisonResult result = ComparisonDirectory.read(results());
    assertThat(result.acceptedRuns()).hasSize(2);
    requireAlone(result);
    for (RunRecord record : result.acceptedRuns()) {
      Path folder = folder(record);
      RunResult run = RunResultFile.read(folder.resolve("run.json"));
      List<RunResult> own = new ArrayList<>();
      List<List<SliceReport>> slices = new ArrayList<>();
      for (int agent = 1; agent <= AGENTS; agent++) {
        own.add(RunResultFile.read(folder.resolve("agent-" + agent + "/run.json")));
        slices.add(slices(folder.resolve("agent-" + agent), record));
      }
      requireSums(run, own);
      requireSums(slices(folder.getParent(), record), slices);
      assertThat(record.facts().sliceSeconds()).isPositive();
      assertThat(record.facts().fleet()).isEqualTo(run.fleet());
      assertThat(run.fleet().togetherShare()).isBetween(0.5, 1.0);
      assertThat(run.slices().count()).isEqualTo(slices.get(0).size()).isGreaterThanOrEqualTo(4);
    }
  }

  private static void requireSums(RunResult run, List<RunResult> own) {
    assertThat(run.succeeded())
        .isEqualTo(own.stream().mapToLong(RunResult::succeeded).sum())
        .isPositive();
    assertThat(run.throughput())
        .isCloseTo(own.stream().mapToDouble(RunResult::throughput).sum(), within(1e-6));
    assertThat(run.operations().get("READ").count()).isEqualTo(run.succeeded());
    assertThat(run.resources().cpu().clientSeconds())
        .isCloseTo(
            own.stream().mapToDouble(r -> r.resources().cpu().clientSeconds()).sum(), within(1e-9));
    assertThat(run.fleet().members())
        .extracting(FleetFigures.Member::cpuSeconds)
        .containsExactlyElementsOf(
            own.stream().map(r -> r.resources().cpu().clientSeconds()).toList());
    // The server is one, however many agents it has. What a late first agent missed is estimated.
    double server = own.get(0).resources().cpu().serverSeconds();
    assertThat(server).isPositive();
    assertThat(run.resources().cpu().serverSeconds()).isBetween(server, 1.5 * server);
    assertThat(own.get(1).resources().cpu().serverSeconds()).isNull();
  }

  private static void requireSums(List<SliceReport> all, List<List<SliceReport>> own) {
    for (int i = 0; i < all.size(); i++) {
      SliceReport one = own.get(0).get(i);
      SliceReport other = own.get(1).get(i);
      assertThat(all.get(i).succeeded()).isEqualTo(one.succeeded() + other.succeeded());
      assertThat(all.get(i).clientNanos()).isEqualTo(one.clientNanos() + other.clientNanos());
      assertThat(all.get(i).throughput())
          .isCloseTo(one.throughput() + other.throughput(), within(1e-3));
      assertThat(one.serverNanos()).isPositive();
      assertThat(all.get(i).serverNanos()).isGreaterThanOrEqualTo(one.serverNanos());
      assertThat(other.serverNanos()).isNegative();
      assertThat(all.get(i).beganAt()).isEqualTo(Math.min(one.beganAt(), other.beganAt()));
      assertThat(all.get(i).endedAt()).isEqualTo(Math.max(one.endedAt(), other.endedAt()));
    }
  }

  /**
   * No read of a slice that counts may overlap one of the other variant on any agent, by the clock
   * that they share; and the slices do not overlap by the coordinator's.
   */
  private void requireAlone(ComparisonResult result) throws IOException {
    record Span(String variant, long began, long ended) {}
    List<Span> reads = new ArrayList<>();
    List<Span> slices = new ArrayList<>();
    for (RunRecord record : result.acceptedRuns()) {
      for (int agent = 1; agent <= AGENTS; agent++) {
        Path folder = folder(record).resolve("agent-" + agent);
        List<String> all =
            Files.readAllLines(directory.resolve("keys/" + record.variant() + "-" + agent));
        // Those of the slices that count are the last.
        int counted = (int) RunResultFile.read(folder.resolve("run.json")).succeeded();
        assertThat(all).hasSizeGreaterThan(counted);
        for (String line : all.subList(all.size() - counted, all.size())) {
          String[] both = line.split(" ", -1);
          reads.add(new Span(record.variant(), Long.parseLong(both[0]), Long.parseLong(both[1])));
        }
        slices(folder, record)
            .forEach(s -> slices.add(new Span(record.variant(), s.beganAt(), s.endedAt())));
      }
    }
    for (List<Span> spans : List.of(reads, slices)) {
      spans.sort(Comparator.comparing(Span::began));
      long ended = Long.MIN_VALUE;
      String active = "";
      for (Span span : spans) {
        if (!span.variant().equals(active)) {
          assertThat(span.began()).isGreaterThanOrEqualTo(ended);
          active = span.variant();
        }
        ended = Math.max(ended, span.ended());
      }
    }
  }

  @Test
  @Tag("full")
  void wholeRunsAreMadeWhereTheyAreAskedFor() throws Exception {
    try (Program program = briefly("--whole-runs")) {
      assertThat(program.exitCode()).as(program.err()).isZero();
    }
    for (RunRecord record : ComparisonDirectory.read(results()).acceptedRuns()) {
      assertThat(RunResultFile.read(folder(record).resolve("run.json")).slices()).isNull();
    }
  }

  /**
   * Its block is made again with another agent in its place; the other agent goes on, so it must
   * not be silent for four seconds (tag "alone").
   */
  @Test
  @Tag("full")
  @Tag("alone")
  void anAgentThatIsKilledFailsTheBlockByNameAndAnotherTakesItsPlace() throws Exception {
    try (Program program = measuring()) {
      program.agent(2).destroyForcibly();
      assertThat(program.ended(0)).containsPattern(LOST);
      assertThat(program.err().lines())
          .filteredOn(line -> line.contains(" joined, "))
          .extracting(line -> line.substring(0, "agent 1".length()))
          .containsExactlyInAnyOrder("agent 1", "agent 2", "agent 2");
    }
    assertThat(ComparisonDirectory.read(results()).complete()).isTrue();
  }

  @Test
  @Tag("full")
  void anAgentThatIsSuspendedFailsTheBlockByName() throws Exception {
    try (Program program = measuring()) {
      program.stop(program.agent(2));
      assertThat(program.ended(0)).containsPattern(LOST);
    }
  }

  @Test
  @Tag("full")
  void aLoadGeneratorThatIsSuspendedFailsTheBlockByTheNameOfItsAgent() throws Exception {
    try (Program program = measuring()) {
      ProcessHandle victim = program.agent(2).children().findFirst().orElseThrow();
      program.stop(victim);
      // Slices are longer on a busy machine, and the victim has none to make in others' turns.
      for (int i = 0; i < 100 && !program.err().contains(" is repeated: "); i++) {
        Thread.sleep(100);
      }
      new ProcessBuilder("sh", "-c", "kill -CONT " + victim.pid()).start().waitFor();
      assertThat(program.ended(0)).containsPattern("block \\d is repeated: .*agent 2 \\(");
    }
  }

  /** One whose variants both make slices that count. */
  private Program measuring() throws IOException, InterruptedException {
    Program program =
        compare(words("--blocks 1 --warmup 0.5 --seconds 5 --local-agents " + AGENTS));
    // A run's log is made when its slices begin to count; then they take ten seconds together.
    while (logs(AGENTS) < 2) {
      program.requireAlive();
      Thread.sleep(50);
    }
    return program;
  }

  /** How many load generators of the agent have begun slices that count. */
  private long logs(int agent) throws IOException {
    Path folder = results().resolve("agent-" + agent);
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> runs = Files.list(folder)) {
      return runs.filter(run -> Files.exists(run.resolve("intervals.hlog"))).count();
    }
  }

  /** Speaks as an agent does, and says what the test wants. */
  private static final class Imposter implements Consumer<FleetEvent>, AutoCloseable {
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final long wallMillisAhead;
    private final Group group;

    Imposter(InetSocketAddress there, FleetCertificates fleet, String java, long wallMillisAhead)
        throws IOException {
      this.wallMillisAhead = wallMillisAhead;
      group =
          Group.join(InetAddress.getLoopbackAddress(), there, fleet.context(), "imposter", this);
      group.send(
          group.founder(),
          new Message.Hello(
              Message.PROTOCOL, Version.text(), java, "elsewhere", "another machine", 1, 0));
    }

    @Override
    public void accept(FleetEvent event) {
      if (event instanceof FleetEvent.Received said) {
        received(said.from(), said.message());
      }
    }

    private void received(Address from, Message message) {
      if (message instanceof Message.Ping ping) {
        try {
          group.send(
              from,
              new Message.Pong(
                  ping.number(), System.nanoTime(), System.currentTimeMillis() + wallMillisAhead));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
      received.add(message);
    }

    String refusal() throws InterruptedException {
      for (Message next = received.poll(60, TimeUnit.SECONDS);
          next != null;
          next = received.poll(60, TimeUnit.SECONDS)) {
        if (next instanceof Message.Dismissed dismissed) {
          return dismissed.refusal();
        }
      }
      throw new AssertionError("it was not dismissed");
    }

    @Override
    public void close() {
      group.close();
    }
  }

  private Program waiting(InetSocketAddress there, FleetCertificates fleet, int agents)
      throws Exception {
    String line = "--agents %d --listen %s --fleet".formatted(agents, Group.text(there));
    Program program = compare(words(line, fleet.directory().toString()));
    program.awaitWord("Waiting for " + agents + " agents");
    return program;
  }

  private static InetSocketAddress freeAddress() throws IOException {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), ListeningSockets.freePort());
  }

  @Test
  @Tag("full")
  void anAgentWithAnotherJavaIsRefusedByName() throws Exception {
    InetSocketAddress there = freeAddress();
    FleetCertificates fleet = QuickFleetCertificates.create(directory.resolve("fleet"));
    try (Program program = waiting(there, fleet, 2);
        Imposter first = new Imposter(there, fleet, "17, Here", 0)) {
      program.awaitWord("joined, 1 of 2");
      try (Imposter second = new Imposter(there, fleet, "21, There", 0)) {
        assertThat(second.refusal())
            .contains("it has Java 21, There, and agent 1 (elsewhere, process 1) has 17, Here");
        assertThat(first.received).noneMatch(Message.Dismissed.class::isInstance);
      }
    }
  }

  @Test
  @Tag("full")
  void anAgentWhoseWallClockIsWrongByMoreThanASecondIsRefusedByName() throws Exception {
    InetSocketAddress there = freeAddress();
    FleetCertificates fleet = QuickFleetCertificates.create(directory.resolve("fleet"));
    try (Program program = waiting(there, fleet, 1);
        Imposter agent = new Imposter(there, fleet, "17", 5_000)) {
      assertThat(program.ended(1))
          .containsPattern("the clock of agent 1 \\(elsewhere.* is [45]\\.\\d s ahead");
      assertThat(agent.received).anyMatch(Message.Welcome.class::isInstance);
    }
  }
}
