package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.servers.ServerRestart;
import site.ycsb.tls.servers.UnusedBinding;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.slice.SliceFile;

/** A comparison of fabricated runs on a server of the user's whose starts are counted. */
class OpenComparisonTest {
  @TempDir private Path directory;
  private final StringWriter messages = new StringWriter();
  private final FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);

  /** A further plan on the same servers. */
  private record Further(ComparisonPlan plan, Path path, ComparisonSetup.Launchers launchers)
      implements ComparisonSetup.Sequel {
    @Override
    public boolean isComplete(Path first) {
      return false;
    }

    @Override
    public void run(OpenComparison first)
        throws ComparisonException, IOException, InterruptedException {
      first.runFurther(plan, path, launchers);
    }
  }

  @Test
  void furtherBlocksHaveNewServersFromTheFirstOneOn() throws Exception {
    assertThat(startsAgain(Slicing.of().withRenewalSeconds(0.1))).isEqualTo(1 + 3);
  }

  @Test
  void serversThatAreNotRenewedServeTheFurtherBlocks() throws Exception {
    assertThat(startsAgain(Slicing.of())).isZero();
  }

  /** Of a comparison of two blocks, and three further ones. */
  private long startsAgain(Slicing slicing) throws Exception {
    Path starts = directory.resolve("starts");
    Schedule schedule = Schedule.quick(1).withSlicing(slicing);
    Path further = directory.resolve("further");
    ServerRestart restart =
        new ServerRestart("echo started >> '" + starts + "'", Duration.ofSeconds(60));
    try (OpenComparison open =
        open(
            Bindings.named("basic"),
            Map.of(),
            plan(schedule.withBlocks(2)),
            Optional.of(restart),
            Optional.of(new Further(plan(schedule.withBlocks(3)), further, secrets -> runs)))) {
      open.run();
    }
    assertThat(messages.toString()).isEmpty();
    assertThat(ComparisonDirectory.read(further).acceptedRuns()).hasSize(3 * 2);
    return Files.exists(starts) ? Files.readAllLines(starts).size() : 0;
  }

  /** Or a command that the user ended would end as one that is done. */
  @Test
  void anInterruptionOfWhatFollowsIsNoWarning() throws Exception {
    ComparisonSetup.Launchers interrupted =
        secrets -> {
          throw new ClosedByInterruptException();
        };
    ComparisonPlan plan = plan(Schedule.quick(1));
    Further further = new Further(plan, directory.resolve("further"), interrupted);
    try (OpenComparison open =
        open(Bindings.named("basic"), Map.of(), plan, Optional.empty(), Optional.of(further))) {
      assertThatThrownBy(open::run).isInstanceOf(InterruptedException.class);
    }
    assertThat(messages.toString()).doesNotContain("Warning");
    assertThat(ComparisonDirectory.read(directory.resolve("results")).complete()).isTrue();
  }

  @Test
  void credentialsAreNoPointsOfASweep() {
    Axis axis = new Axis("db.passwd", List.of("hunter2", "other"));
    refused(() -> openSweep(Bindings.named("basic"), Map.of(), axis))
        .hasMessageStartingWith("--vary db.passwd: ")
        .hasMessageNotContaining("hunter2");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Test
  void addressesAreNoPointsOfASweepWhereTheBaseNamesAServerToo() {
    Axis axis = new Axis("db.url", List.of("db://a/", "db://b/"));
    refused(() -> openSweep(new Database(), Map.of("db.url", "db://a/"), axis))
        .hasMessageStartingWith("--vary db.url=db://a/,db://b/: a setting of the server");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  /** Each figure of the server would have another process. */
  @Test
  void processesOfTheServerAreNoPointsOfASweep() {
    for (Axis axis :
        List.of(
            new Axis("server.pid", List.of("1", "2")),
            new Axis("server.cpu", List.of("pid:1", "pid:2")))) {
      refused(() -> openSweep(new Database(), Map.of("db.url", "db://a/"), axis))
          .hasMessageStartingWith("--vary " + axis.property())
          .hasMessageContaining(": a setting of the server");
    }
  }

  /** The load generators are its children. */
  @Test
  void thisProcessIsNoServerOfAVariantEither() {
    String own = "pid:" + ProcessHandle.current().pid();
    Map<String, String> given = Map.of("db.url", "db://a/", "variants.own.server.cpu", own);
    refused(() -> openDatabase(given)).hasMessageContaining("has started this program, or is it");
  }

  /** Which is another process than that of the runs without TLS. */
  @Test
  @Needs(Requirement.LINUX)
  void theServerThatOnlyRunsWithTlsUseIsLookedForToo() throws Exception {
    Process other = new ProcessBuilder("sleep", "600").start();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Map<String, String> given =
          Map.of(
              "db.url",
              "db://192.0.2.77/",
              "tls.cipher",
              "TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384",
              "tls.also",
              "db.url=db://127.0.0.1:%d/".formatted(server.getLocalPort()),
              "server.cpu",
              "pid:" + other.pid());
      refused(() -> openDatabase(given))
          .hasMessageStartingWith("server.cpu=pid:" + other.pid() + ": process ")
          .hasMessageContaining("listens at port " + server.getLocalPort());
    } finally {
      other.destroyForcibly();
    }
  }

  /** It would be said of TLS. */
  @Test
  void runsWithTlsHaveNoOtherLoad() {
    Map<String, String> given =
        Map.of(
            "db.url",
            "db://a/",
            "tls.cipher",
            "TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384",
            "tls.also",
            "db.url=db://b/,threadcount=8");
    refused(() -> openDatabase(given))
        .hasMessageStartingWith("tls.also: threadcount is no property of the client, and runs");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Test
  void runsThatWouldRemoveRecordsAreRefusedBeforeAnythingRuns() {
    Map<String, String> given =
        Map.of("db.url", "db://a/", "load.clear", "true", "variants.narrow.fieldcount", "2");
    refused(() -> openDatabase(given))
        .hasMessageStartingWith("load.clear=true: only 'load' removes records");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  /** Of 64 threads that do 20,000 operations/s, 50 operations of each take 0.16 s. */
  @Test
  void aSliceIsLongEnoughForTheVariantWithTheMostThreads() throws Exception {
    ComparisonPlan plan = plan(Schedule.quick(1).withBlocks(1), "variants.many.threadcount", "64");
    try (OpenComparison open =
        open(Bindings.named("basic"), Map.of(), plan, Optional.empty(), Optional.empty())) {
      open.run();
    }
    Path path = directory.resolve("results");
    Path ofARun =
        path.resolve(ComparisonDirectory.read(path).acceptedRuns().get(0).place().directory());
    assertThat(SliceFile.read(ofARun.resolveSibling(SliceFile.NAME)).slices().values())
        .hasSize(2)
        .allSatisfy(slices -> assertThat(slices.get(0).seconds()).isGreaterThan(0.15));
  }

  /** Not by the first run, when a test server has been started for it. */
  @Test
  void whatTheBindingRefusesOfAllRunsIsRefusedBeforeAnythingRuns() {
    Map<String, String> given =
        Map.of("db.url", "db://a/", "db.batch", "0", "variants.narrow.fieldcount", "2");
    refused(() -> openDatabase(given)).hasMessageStartingWith("db.batch=0: expected");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  /** Not when the turn of its point comes. */
  @Test
  void whatTheBindingRefusesIsRefusedForAllPointsBeforeAnythingRuns() {
    Map<String, String> given = Map.of("db.url", "db://a/", "variants.narrow.fieldcount", "2");
    refused(() -> openDatabase(given, new Axis("db.batch", List.of("1", "0"))))
        .hasMessageStartingWith("db.batch=0: expected");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  /** Its points and variants would be named by what was not done. */
  @Test
  void whatNobodyReadsMakesNoPointsAndNoVariants() {
    refused(
            () ->
                openDatabase(
                    Map.of("db.url", "db://a/", "variants.narrow.fieldcount", "2"),
                    new Axis("fieldsize", List.of("100", "1000"))))
        .hasMessageStartingWith("--vary fieldsize: nothing reads it");
    refused(() -> openDatabase(Map.of("db.url", "db://a/", "variants.small.fieldsize", "100")))
        .hasMessageStartingWith("variants.small.fieldsize: nothing reads it");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Test
  void whatOnlyWritesUseMakesNoPointsOfReads() throws Exception {
    Axis axis = new Axis("db.sync", List.of("some", "all"));
    Map<String, String> writes = Map.of("db.url", "db://a/", "variants.narrow.fieldcount", "2");
    refused(
            () ->
                openDatabase(TypedProperties.merged(writes, Map.of("updateproportion", "0")), axis))
        .hasMessageStartingWith("--vary db.sync has no effect, as no operation uses it;");
    assertThat(directory.resolve("results")).doesNotExist();
    openDatabase(writes, axis);
  }

  /** The second point would find what was created for the first. */
  @Test
  void settingsOfWhatIsCreatedAreNoPointsOfASweep() {
    Axis axis = new Axis("db.replicas", List.of("1", "3"));
    refused(() -> openSweep(new Database(), Map.of("db.url", "db://a/"), axis))
        .hasMessageStartingWith("--vary db.replicas=1,3: a setting of the server");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  /** Of the same server, but for data that are loaded into one database. */
  @Test
  void optionsOfAUrlArePointsOfASweep() throws Exception {
    Map<String, String> given = Map.of("db.url", "db://a/");
    Axis axis = new Axis("db.url", List.of("db://a/", "db://a/?compressed=true"));
    ComparisonPlan plan = plan(Schedule.quick(1)).with().axes(List.of(axis)).build();

    openSweep(new Database(), given, plan);

    refused(() -> openSweep(new Database(), given, plan.withLoadsData(true)))
        .hasMessageContaining("with --load its whole URL");
  }

  /** In the second run they would be updates, or fail. */
  @Test
  void recordsAreInsertedIntoTablesThatAreLoadedForThem() throws Exception {
    Map<String, String> given =
        Map.of("db.url", "db://a/", "insertproportion", "0.05", "variants.narrow.fieldcount", "2");

    refused(() -> openDatabase(given))
        .hasMessageStartingWith("insertproportion=0.05: all runs would insert the same records")
        .hasMessageContaining("--load");
    assertThat(directory.resolve("results")).doesNotExist();
    openSweep(new Database(), given, loading(given, Map.of()));
  }

  /** The records that are loaded in batches are all there, or the load fails. */
  @Test
  void batchesOfTheLoadLeaveErrorsOfTheRunsAllowed() throws Exception {
    Map<String, String> given =
        Map.of("db.url", "db://a/", "db.batch", "100", "variants.narrow.fieldcount", "2");
    openSweep(new Database(), given, loading(given, Map.of("errors.max", "5")));

    refused(
            () ->
                openSweep(
                    new Database(),
                    given,
                    loading(given, Map.of("core_workload_insertion_retry_limit", "5"))))
        .hasMessageStartingWith("db.batch=100 with core_workload_insertion_retry_limit=5: ");
  }

  private static ComparisonPlan loading(Map<String, String> given, Map<String, String> more) {
    return ComparisonPlan.parse(
        "database",
        TypedProperties.merged(given, more),
        List.of(),
        "plain",
        true,
        Schedule.quick(1));
  }

  /** A binding that knows when its server is named. */
  private static final class Database implements UnusedBinding {
    private static final Property<Integer> BATCH =
        Property.of("db.batch", ValueType.integer(1), "1", "");

    @Override
    public List<Property<?>> properties() {
      return List.of(
          Property.optional("db.url", ValueType.text(), "", ""),
          Property.optional("db.replicas", ValueType.text(), "", "").in(Scope.SERVER),
          Property.optional("db.sync", ValueType.text(), "", "").in(Scope.OF_WRITES),
          BATCH);
    }

    @Override
    public boolean namesServer(Map<String, String> properties) {
      return properties.containsKey("db.url");
    }

    @Override
    public Optional<Property<Integer>> writeGroup(Map<String, String> properties, boolean inserts) {
      return Optional.of(BATCH)
          .filter(size -> inserts && new TypedProperties(properties).get(size) > 1);
    }

    /** Reads its other property, too, as all bindings do. */
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      new TypedProperties(properties).given(BATCH);
      URI url = URI.create(properties.get("db.url"));
      return List.of(InetSocketAddress.createUnresolved(url.getHost(), Math.max(1, url.getPort())));
    }
  }

  private void openSweep(Binding binding, Map<String, String> given, Axis axis) throws Exception {
    openSweep(binding, given, plan(Schedule.quick(1)).with().axes(List.of(axis)).build());
  }

  private void openDatabase(Map<String, String> given, Axis... axes) throws Exception {
    Schedule schedule = Schedule.quick(1);
    openSweep(
        new Database(),
        given,
        ComparisonPlan.parse("database", given, List.of(axes), "plain", false, schedule));
  }

  private void openSweep(Binding binding, Map<String, String> given, ComparisonPlan plan)
      throws Exception {
    open(binding, given, plan, Optional.empty(), Optional.empty()).close();
  }

  private OpenComparison open(
      Binding binding,
      Map<String, String> given,
      ComparisonPlan plan,
      Optional<ServerRestart> restart,
      Optional<ComparisonSetup.Sequel> sequel)
      throws Exception {
    return new ComparisonSetup(
            binding,
            given,
            new Turns(plan, 0, ""),
            directory.resolve("results"),
            true,
            restart,
            secrets -> runs,
            "",
            sequel)
        .open(new PrintWriter(messages, true), new RecordedProgress());
  }

  private static ComparisonPlan plan(Schedule schedule) {
    return plan(schedule, "variants.narrow.fieldcount", "2");
  }

  private static ComparisonPlan plan(Schedule schedule, String property, String value) {
    Map<String, String> properties =
        Map.of("workload", "site.ycsb.workloads.CoreWorkload", property, value);
    return ComparisonPlan.parse("basic", properties, List.of(), "plain", false, schedule);
  }
}
