package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.socket.Transport;

/** What a run finds. */
@Timeout(120)
class BenchmarkRunTest {
  private static final long MILLI = 1_000_000;
  private static final String READS = "readproportion=1 updateproportion=0 ";

  private static final OperationResult NOTHING =
      new OperationResult(0, 0, 0, 0, Map.of(), Map.of(), "");

  @Test
  void knownDelayComesOut() throws Exception {
    RunResult result =
        TestRun.of(READS + "operationcount=100 threadcount=2 test.delay.nanos=3000000")
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(100);
    assertThat(result.failed()).isZero();
    OperationResult read = result.operations().get("READ");
    assertThat(read.count()).isEqualTo(100);
    assertThat(read.minNanos()).isGreaterThanOrEqualTo(3 * MILLI);
    assertThat(read.meanNanos()).isGreaterThanOrEqualTo(3.0 * MILLI);
    // HdrHistogram's values are exact to three digits.
    assertThat(read.percentilesNanos().get("50")).isGreaterThanOrEqualTo(2_997_000);
    assertThat(read.returns()).containsExactly(Map.entry("OK", 100L));
    assertThat(result.window().runtimeSeconds()).isGreaterThanOrEqualTo(0.150);
    assertThat(result.throughput()).isLessThanOrEqualTo(100 / 0.150);
    assertThat(result.operations().get("CLEANUP").count()).isEqualTo(2);
  }

  @Test
  void failedOperationsAreCountedApart() throws Exception {
    RunResult result =
        TestRun.of(READS + "operationcount=100 errors.max=40 test.fault=error test.fault.after=60")
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(60);
    assertThat(result.failed()).isEqualTo(40);
    assertThat(result.operations().get("READ").count()).isEqualTo(60);
    assertThat(result.operations().get("READ").returns())
        .isEqualTo(Map.of("OK", 60L, "ERROR", 40L));
    assertThat(result.operations().get("READ-FAILED").count()).isEqualTo(40);
    assertThat(result.throughput()).isEqualTo(60 / result.window().runtimeSeconds());
  }

  @ParameterizedTest
  @CsvSource({"2,false", "3,true"})
  void aRunIsWarnedOfFailuresWhoseCpuTimeIsInItsFigures(int failing, boolean warned)
      throws Exception {
    RunResult result =
        TestRun.of(
                READS
                    + "operationcount=200 errors.max=200 test.fault=error test.fault.after="
                    + (200 - failing))
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.failed()).isEqualTo(failing);
    assertThat(result.problems())
        .filteredOn(p -> p.startsWith(failing + " of 200 operations failed (READ ERROR " + failing))
        .hasSize(warned ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"latencytrackederrors,ERROR", "reportlatencyforeacherror,true"})
  void latencyOfTrackedErrorsIsReportedUnderTheirName(String property, String value)
      throws Exception {
    RunResult result =
        new TestRun(Map.of("operationcount", "10", property, value, "test.fault", "error"))
            .transactions();

    assertThat(result.operations()).containsKey("READ-ERROR").doesNotContainKey("READ-FAILED");
  }

  @Test
  void batchedInsertsAreSuccesses() throws Exception {
    RunResult result = TestRun.of("recordcount=20 test.fault=batched test.fault.after=5").load();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(20);
    assertThat(result.operations().get("INSERT").returns())
        .isEqualTo(Map.of("OK", 5L, "BATCHED_OK", 15L));
  }

  @ParameterizedTest
  @CsvSource({"4,false", "5,true"})
  void aRunIsWarnedOfOperationsThatWereNotSentInIt(int unsentOfAThread, boolean warned)
      throws Exception {
    TestRun run =
        TestRun.of(
            "recordcount=800 threadcount=2 test.fault=batched test.fault.after="
                + (400 - unsentOfAThread));

    RunResult result = run.load();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.problems())
        .filteredOn(problem -> problem.startsWith("10 of 800 operations were still in batches"))
        .hasSize(warned ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "true"})
  void anInsertThatIsRepeatedHasItsValues(String dataintegrity) throws Exception {
    TestRun run =
        new TestRun(
            Map.of(
                "recordcount", "1",
                "dataintegrity", dataintegrity,
                "core_workload_insertion_retry_limit", "1",
                "core_workload_insertion_retry_interval", "0",
                "test.fault", "error-once"));

    RunResult result = run.load();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.operations().get("INSERT").returns())
        .isEqualTo(Map.of("OK", 1L, "ERROR", 1L));
    assertThat(run.journal().records()).hasSize(1);
    assertThat(run.journal().records().values().iterator().next().values())
        .hasSize(10)
        .allMatch(value -> value.length() == 100);
  }

  @Test
  void interruptionLeavesWhatWasMeasured() throws Exception {
    RunResult result =
        TestRun.of("maxexecutiontime=100 test.delay.nanos=1000000")
            .transactions(
                run -> {
                  sleep(700);
                  run.interrupt();
                });

    assertThat(result.outcome()).isEqualTo(Outcome.INCOMPLETE);
    assertThat(result.problems()).anyMatch(problem -> problem.startsWith("interrupted"));
    assertThat(result.window().runtimeSeconds()).isLessThan(60);
    long measured =
        Stream.of("READ", "UPDATE")
            .mapToLong(name -> result.operations().getOrDefault(name, NOTHING).count())
            .sum();
    assertThat(measured).isEqualTo(result.succeeded());
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "5000000000"})
  void timeLimitEndsTheRun(String operationcount) throws Exception {
    RunResult result =
        TestRun.of("maxexecutiontime=1.2 test.delay.nanos=1000000 operationcount=" + operationcount)
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isPositive();
    assertThat(result.window().runtimeSeconds()).isGreaterThanOrEqualTo(1.2);
    assertThat(result.work().throughputPerSecond()).isNotEmpty();
  }

  /** A million times 1 ms is more. */
  @Test
  void aLoadThatATimeLimitEndsHasFailed() throws Exception {
    RunResult result =
        new TestRun(
                Map.of(
                    "recordcount", "1000000",
                    "maxexecutiontime", "0.5",
                    "test.delay.nanos", "1000000"))
            .load();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .contains(
            "maxexecutiontime ended the load after %d of 1000000 records; leave it out of a load"
                .formatted(result.succeeded()));
  }

  @Test
  void targetBelowTheNumberOfThreadsIsKept() throws Exception {
    RunResult result =
        TestRun.of(READS + "target=2 threadcount=4 maxexecutiontime=2").transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    // Due each 0.5 s, until its end; none begins before it is due.
    assertThat(result.succeeded()).isBetween(1L, 1 + (long) (2 * result.window().runtimeSeconds()));
    assertThat(result.work().pacing()).isNotNull();
    assertThat(result.operations().get("Intended-READ").count()).isEqualTo(result.succeeded());
  }

  @Test
  void withTargetLatencyIsCountedFromTheIntendedStartToo() throws Exception {
    RunResult result =
        TestRun.of(READS + "target=1000 operationcount=40 test.delay.nanos=5000000").transactions();

    // The last is due after 39 ms and cannot end before 200 ms.
    assertThat(result.operations().get("Intended-READ").maxNanos())
        .isGreaterThanOrEqualTo(161 * MILLI);
    assertThat(result.work().pacing().maxLagNanos()).isGreaterThanOrEqualTo(156 * MILLI);
    assertThat(result.operations().get("READ").minNanos()).isGreaterThanOrEqualTo(5 * MILLI);
  }

  @Test
  void failuresOfARunThatIsTimedFromTheIntendedStartOnlyHaveTheirReason() throws Exception {
    RunResult result =
        new TestRun(
                Map.of(
                    "target", "1000",
                    "measurement.interval", "intended",
                    "operationcount", "20",
                    "readproportion", "1",
                    "updateproportion", "0",
                    "test.fault", "error-with-reason",
                    "test.fault.after", "5"))
            .transactions();

    assertThat(result.operations().get("Intended-READ").returns())
        .isEqualTo(Map.of("OK", 5L, "ERROR", 15L));
    assertThat(result.operations()).doesNotContainKey("READ");
    assertThat(result.problems())
        .anyMatch(
            problem ->
                problem.contains("(READ ERROR 15, such as \"test://***@nowhere/ is full\")"));
  }

  @Test
  void withoutTargetNoIntendedLatencyIsMadeUp() throws Exception {
    RunResult result = TestRun.of("operationcount=10 measurement.interval=both").transactions();

    assertThat(result.operations().keySet()).noneMatch(name -> name.startsWith("Intended-"));
    assertThat(result.work().pacing()).isNull();
  }

  @Test
  void warmUpLeavesNothingInTheFigures() throws Exception {
    RunResult result =
        TestRun.of(
                READS + "operationcount=100 threadcount=2 warmup.operations=500 warmup.seconds=0.2")
            .transactions();

    assertThat(result.window().warmupSeconds()).isGreaterThanOrEqualTo(0.2);
    assertThat(result.succeeded()).isEqualTo(100);
    assertThat(result.operations().get("READ").count()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({
    "not-found,READ NOT_FOUND; is it loaded? 'bin/ycsb load' with the same recordcount and table does that",
    "error,READ ERROR"
  })
  void warmUpInWhichEverythingFailsEndsAtOnceWithTheReason(String fault, String reason)
      throws Exception {
    RunResult result =
        TestRun.of(
                READS
                    + "operationcount=100 threadcount=2 warmup.seconds=3600 stall.seconds=3600"
                    + " test.fault="
                    + fault)
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .containsExactly("all operations of the warm-up failed: " + reason);
    assertThat(result.operations()).doesNotContainKeys("READ", "READ-FAILED");
  }

  @Test
  void readModifyWriteIsMeasuredAsAWhole() throws Exception {
    RunResult result =
        TestRun.of(
                "readproportion=0 updateproportion=0 readmodifywriteproportion=1"
                    + " operationcount=30 test.delay.nanos=1000000")
            .transactions();

    assertThat(result.succeeded()).isEqualTo(30);
    OperationResult whole = result.operations().get("READ-MODIFY-WRITE");
    assertThat(whole.count()).isEqualTo(30);
    assertThat(whole.minNanos()).isGreaterThanOrEqualTo(2 * MILLI);
    assertThat(whole.sumNanos())
        .isEqualTo(
            result.operations().get("READ").sumNanos()
                + result.operations().get("UPDATE").sumNanos());
  }

  @Test
  void wrongValuesFailTheRun() throws Exception {
    Map<String, String> given =
        TestRun.properties("recordcount=50 operationcount=200 dataintegrity=true fieldlength=40");
    TestRun load = new TestRun(given);
    load.load();

    RunResult right = new TestRun(given, load.journal()).transactions();
    load.journal().records().values().forEach(fields -> fields.put("field3", "tampered"));
    RunResult wrong = new TestRun(given, load.journal()).transactions();

    assertThat(right.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(right.operations().get("VERIFY").returns()).containsOnlyKeys("OK");
    assertThat(wrong.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(wrong.problems().get(0)).contains("wrong values").contains("UNEXPECTED_STATE");
  }

  /** As with a client whose update leaves only the field that it writes. */
  @Test
  void valuesThatAreMissingFailTheRun() throws Exception {
    Map<String, String> given =
        TestRun.properties("recordcount=50 operationcount=200 dataintegrity=true fieldlength=40");
    TestRun load = new TestRun(given);
    load.load();
    load.journal().records().values().forEach(fields -> fields.remove("field3"));

    RunResult result = new TestRun(given, load.journal()).transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems().get(0)).contains("wrong values").contains("UNEXPECTED_STATE");
  }

  @Test
  void loadInsertsEachRecordOnceEvenBeyondTwoToTheThirtyOne() throws Exception {
    TestRun run =
        TestRun.of(
            "recordcount=3000000100 insertstart=3000000000 insertcount=100 insertorder=ordered"
                + " threadcount=4");

    RunResult result = run.load();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(100);
    assertThat(run.journal().records())
        .hasSize(100)
        .containsKeys("user3000000000", "user3000000099");
  }

  @Test
  void loadStopsWhenARecordIsMissing() throws Exception {
    RunResult result = TestRun.of("recordcount=100000 test.fault=error test.fault.after=10").load();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.succeeded()).isEqualTo(10);
    assertThat(result.failed()).isEqualTo(1);
  }

  @Test
  void threadsWithoutWorkAreNotStarted() throws Exception {
    TestRun run = TestRun.of("operationcount=3 threadcount=8");

    RunResult result = run.transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.configuration().threads()).isEqualTo(3);
    assertThat(run.journal().clients()).hasValue(3);
    assertThat(result.problems()).anyMatch(problem -> problem.startsWith("only 3 of 8 threads"));
  }

  /** A third party's workload that has less to do than it was asked for. */
  public static final class ShortWorkload extends Workload {
    private int left = 5;

    @Override
    public boolean doInsert(DB db, Object state) {
      throw new UnsupportedOperationException("nothing to insert");
    }

    @Override
    public synchronized boolean doTransaction(DB db, Object state) {
      db.delete("table", "key" + left);
      return left-- > 0;
    }
  }

  @Test
  void workloadThatEndsByItselfFailsTheRun() throws Exception {
    RunResult result =
        TestRun.of("operationcount=10 workload=" + ShortWorkload.class.getName()).transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems()).contains("the workload ended by itself after 5 of 10 operations");
  }

  /** A third party's workload that has something to do for all threads but the first. */
  public static final class UnevenWorkload extends Workload {
    @Override
    public Object initThread(Properties properties, int thread, int threads) {
      return new AtomicInteger(thread == 0 ? 3 : Integer.MAX_VALUE);
    }

    @Override
    public boolean doInsert(DB db, Object state) {
      throw new UnsupportedOperationException("nothing to insert");
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      return db.delete("table", "key").isOk() && ((AtomicInteger) state).decrementAndGet() > 0;
    }
  }

  /** The figures would be those of fewer threads than are reported. */
  @Test
  void aThreadThatItsWorkloadEndsBeforeTheTimeIsUpFailsTheRun() throws Exception {
    RunResult result =
        TestRun.of(
                "operationcount=0 maxexecutiontime=2 threadcount=2 test.delay.nanos=1000000"
                    + " workload="
                    + UnevenWorkload.class.getName())
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .anyMatch(
            problem ->
                problem.startsWith(
                    "the workload ended thread 0 by itself, before the time was up: "));
  }

  /** A third party's variant of YCSB's workload, which measures past the engine. */
  public static final class DerivedWorkload extends site.ycsb.workloads.CoreWorkload {}

  @Test
  void whatAForeignWorkloadMeasuresItselfIsReported() throws Exception {
    RunResult result =
        TestRun.of(
                "readproportion=0 updateproportion=0 readmodifywriteproportion=1"
                    + " operationcount=20 workload="
                    + DerivedWorkload.class.getName())
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.operations().get("READ").count()).isEqualTo(20);
    assertThat(result.operations().get("READ-MODIFY-WRITE").count()).isPositive();
  }

  @Test
  void whatAForeignWorkloadMeasuresItselfIsSaidToBeWithTheWarmUp() throws Exception {
    // YCSB has one for the JVM, with the properties of its first use.
    Field singleton = Measurements.class.getDeclaredField("singleton");
    singleton.setAccessible(true);
    singleton.set(null, null);

    RunResult result =
        new TestRun(
                Map.of(
                    "workload", DerivedWorkload.class.getName(),
                    "operationcount", "10",
                    "warmup.operations", "50",
                    "target", "1000",
                    "measurement.interval", "both",
                    "readproportion", "0",
                    "updateproportion", "0",
                    "readmodifywriteproportion", "1"))
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.operations().get("READ").count()).isEqualTo(10);
    assertThat(result.operations().get("READ-MODIFY-WRITE").count()).isGreaterThan(10);
    assertThat(result.problems())
        .contains(
            "READ-MODIFY-WRITE: measured by the workload itself, including the warm-up; it is not limited to the measured window, and no comparison uses it");
    assertThat(result.operations())
        .containsKey("Intended-READ")
        .doesNotContainKey("Intended-READ-MODIFY-WRITE");
  }

  @Test
  void statusLinesLookLikeUpstreams() throws Exception {
    TestRun run =
        new TestRun(
            Map.of(
                "maxexecutiontime", "2.5",
                "status.interval", "1",
                "label", "L1 ",
                "test.delay.nanos", "1000000"));

    run.transactions();

    String time = "L1 \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d:\\d{3} ";
    assertThat(run.statusLines().get(0))
        .matches(time + "0 sec: \\d+ operations; .*est completion .*");
    assertThat(run.statusLines().get(1))
        .matches(
            time
                + "\\d+ sec: \\d+ operations; [\\d.]+ current ops/sec; est completion in \\d+"
                + " seconds? \\[READ: Count=\\d+, Max=\\d+, Min=\\d+, Avg=[\\d.]+, 90=\\d+,"
                + " 99=\\d+, 99.9=\\d+, 99.99=\\d+\\] .*");
  }

  /** It never connects. */
  @ParameterizedTest
  @ValueSource(strings = {"op", "intended", "both"})
  void aClientThatAnswersFromACacheFailsTheRun(String interval) throws Exception {
    RunResult result =
        TestRun.of("operationcount=40 target=1000 measurement.interval=" + interval)
            .over(Transport.of(Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256")))
            .on(transport -> new ScriptedPool(0))
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .anyMatch(problem -> problem.contains("does the client answer from a cache?"));
  }

  @Test
  void aClientWithoutTlsThatSendsNothingFailsTheRun() throws Exception {
    RunResult result = connecting("operationcount=40").transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .anyMatch(problem -> problem.contains("only 0 bytes went through the connections: "));
  }

  /** A batch of inserts that is larger than the load is sent when its client is closed. */
  @Test
  void aLoadThatSendsNothingUntilItsEndIsWarnedOf() throws Exception {
    RunResult result = connecting("recordcount=40").load();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.problems())
        .anyMatch(problem -> problem.contains("only 0 bytes went through the connections: "));
  }

  /** Its connection has no bytes. */
  private static TestRun connecting(String properties) {
    return TestRun.of(properties)
        .on(
            transport -> {
              transport.connection().connected(1);
              return new ScriptedPool(0);
            });
  }

  @Test
  void resultIsWrittenWithSecretsMasked(@TempDir Path directory) throws Exception {
    RunResult result =
        TestRun.of(
                "operationcount=10 seed=42 db.password=hidden db.url=test://me:hidden@host/"
                    + " results.dir="
                    + directory)
            .transactions();

    RunResult read = RunResultFile.read(directory.resolve(RunResultFile.NAME));
    assertThat(read).isEqualTo(result);
    assertThat(read.configuration().seed()).isEqualTo(42);
    assertThat(read.configuration().properties())
        .containsEntry("db.password", "***")
        .containsEntry("db.url", "test://***@host/");
  }

  @Test
  void cpuTimeOfTheServerIsThatOfTheNamedProcess() throws Exception {
    String self = Long.toString(ProcessHandle.current().pid());

    RunResult own = TestRun.of("operationcount=10 server.pid=" + self).transactions();

    assertThat(own.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(own.resources().cpu().serverSeconds()).isNotNull().isNotNegative();
    assertThatThrownBy(() -> TestRun.of("operationcount=10 server.pid=999999999").transactions())
        .hasMessageContaining("server.cpu: this machine has no process 999999999");
  }

  /** As of Redis and MongoDB, over a connection of this process. */
  @Test
  void whatAsksTheServerForItsCpuTimeIsInNoCallOfConnections() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket asking = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket answering = listener.accept()) {
      AskedServer server = new AskedServer(asking, answering);

      RunResult result = TestRun.of("operationcount=10").on(transport -> server).transactions();

      assertThat(server.questions).isGreaterThanOrEqualTo(2);
      assertThat(result.resources().cpu().serverSeconds()).isPositive();
      assertThat(result.transport().calls()).isEqualTo(CallCounts.NONE);
    }
  }

  /** One byte there for each question, and no other traffic at all. */
  private static final class AskedServer extends ScriptedPool implements ServerClock {
    private final Socket asking;
    private final Socket answering;
    private int questions;

    AskedServer(Socket asking, Socket answering) {
      super(0);
      this.asking = asking;
      this.answering = answering;
    }

    @Override
    public Optional<ServerClock> serverClock() {
      return Optional.of(this);
    }

    @Override
    public long cpuNanos() throws IOException {
      asking.getOutputStream().write(1);
      questions += answering.getInputStream().read();
      return questions * MILLI;
    }
  }

  /** As the network's relay. */
  @Test
  @Needs(Requirement.LINUX)
  void whatAProcessThatItHasStartedUsesIsAFigureOfItsOwn() throws Exception {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      RunResult result = TestRun.of("operationcount=0 maxexecutiontime=1").transactions();

      assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
      assertThat(result.resources().cpu().relatedShare()).isPositive();
    } finally {
      busy.destroyForcibly().waitFor();
    }
  }

  @Test
  void aServerThatUsesNextToNothingFailsTheRun() throws Exception {
    Process idle = new ProcessBuilder("cat").start();
    try {
      // What answers has been linked, and waits from now on.
      idle.outputWriter().append("ready\n").flush();
      assertThat(idle.inputReader().readLine()).isEqualTo("ready");
      String pid = Long.toString(idle.pid());
      RunResult result =
          new TestRun(Map.of("operationcount", "10000", "server.cpu", "pid:" + pid)).transactions();

      assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(result.problems())
          .singleElement()
          .asString()
          // Its way back to the next line may be in it.
          .matches(
              "CPU time of the server: 0\\.[01]\\d\\d µs for each of 10000 operations; process \\[%s] does not do their work, name the process that does"
                  .formatted(pid));
    } finally {
      idle.destroyForcibly();
    }
  }
}
