package site.ycsb.tls.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;

/** What the reports look like. */
class ReportTest {
  private static final TlsEvidence EVIDENCE =
      new TlsEvidence(
          "TLSv1.3 TLS_AES_256_GCM_SHA384 RSA-2048",
          "TLSv1.3",
          "TLS_AES_256_GCM_SHA384",
          "x25519",
          "RSA-2048",
          "CN=localhost, issued by \"Test CA\"",
          "chain and host name",
          "SunJSSE 17",
          "off",
          false,
          List.of());

  private static RunResult result(Outcome outcome, TlsEvidence tls) {
    OperationNames names = new OperationNames();
    Recorder recorder = new Recorder();
    int read = names.id("READ");
    for (int i = 1; i <= 4; i++) {
      recorder.record(read, i * 1_000_000L);
      recorder.succeeded();
    }
    recorder.count(read, "ERROR");
    recorder.record(names.id("READ-FAILED"), 9_000_000);
    Map<String, OperationResult> operations = new LinkedHashMap<>();
    try (RunRecords records =
        new RunRecords(names, List.of(recorder), ReportOptions.defaults(), Optional.empty(), 0)) {
      records.collectRest(0, 1);
      operations.putAll(records.operations(List.of(95.0, 99.0)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return new RunResult(
        RunResult.FORMAT,
        new Configuration(
            "1", "ycsb run x", "transactions", "x", "", Map.of("recordcount", "1000"), 1, 1, 0),
        new RunValidity(
            outcome, outcome == Outcome.FAILED ? List.of("1 of 5 operations failed") : List.of()),
        new Window("2026-11-20T10:00:00Z", 0.25, 0, 2.0),
        new Work(4, 1, operations, List.of(2.0, 2.0), null, null),
        new Resources(
            new CpuUse(0.004, 0.002, 0.25, 0.5, 2),
            Map.of("G1 Young Generation", new GarbageCollection(2, 10)),
            null,
            null),
        new TransportUse(
            new TransportCounts(0, 0, 0, 0, 0, 100, 200, 50, 150, 4, 8),
            new TransportCounts(3, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0),
            tls,
            null,
            new CallCounts(5, 9)),
        Map.of(),
        null,
        null,
        null);
  }

  private static String written(ReportFormat format, RunResult result, String... options)
      throws IOException {
    Map<String, String> properties = new TreeMap<>();
    for (int i = 0; i < options.length; i += 2) {
      properties.put(options[i], options[i + 1]);
    }
    StringWriter out = new StringWriter();
    format.write(result, ReportOptions.parse(properties), out);
    return out.toString();
  }

  @Test
  void textHasUpstreamsLinesInUpstreamsOrderFirst() throws Exception {
    String text =
        written(
            ReportFormat.TEXT,
            result(Outcome.COMPLETE, null),
            "hdrhistogram.percentiles",
            "50,95,99.9");

    assertThat(text.lines().limit(23))
        .containsExactly(
            "[OVERALL], RunTime(ms), 2000",
            "[OVERALL], Throughput(ops/sec), 2.0",
            "[TOTAL_GCS_G1 Young Generation], Count, 2",
            "[TOTAL_GC_TIME_G1 Young Generation], Time(ms), 10",
            "[TOTAL_GC_TIME_%_G1 Young Generation], Time(%), 0.5",
            "[TOTAL_GCs], Count, 2",
            "[TOTAL_GC_TIME], Time(ms), 10",
            "[TOTAL_GC_TIME_%], Time(%), 0.5",
            "[READ], Operations, 4",
            "[READ], AverageLatency(us), 2500.0",
            "[READ], MinLatency(us), 1000",
            "[READ], MaxLatency(us), 4000",
            "[READ], 50thPercentileLatency(us), 2000",
            "[READ], 95thPercentileLatency(us), 4000",
            "[READ], 99.9PercentileLatency(us), 4000",
            "[READ], Return=ERROR, 1",
            "[READ], Return=OK, 4",
            "[READ-FAILED], Operations, 1",
            "[READ-FAILED], AverageLatency(us), 9000.0",
            "[READ-FAILED], MinLatency(us), 9000",
            "[READ-FAILED], MaxLatency(us), 9000",
            "[READ-FAILED], 50thPercentileLatency(us), 9000",
            "[READ-FAILED], 95thPercentileLatency(us), 9000");
  }

  @Test
  void textSaysWhatWasPinnedAndNegotiatedAndUsed() throws Exception {
    assertThat(written(ReportFormat.TEXT, result(Outcome.COMPLETE, EVIDENCE)).lines())
        .contains(
            "[TLS], Pinned, TLSv1.3 TLS_AES_256_GCM_SHA384 RSA-2048",
            "[TLS], Protocol, TLSv1.3",
            "[TLS], CipherSuite, TLS_AES_256_GCM_SHA384",
            "[TLS], Group, x25519",
            "[TLS], ServerKey, RSA-2048",
            "[TLS], Provider, SunJSSE 17",
            "[TLS], SetupHandshakesFull, 2",
            "[TLS], SetupHandshakesResumed, 1",
            "[TLS], RecordsOut, 4",
            "[TLS], ExpansionOut(%), 100.0",
            "[TLS], RecordsIn, 8",
            "[CONNECTIONS], WireBytesIn, 200",
            "[CONNECTIONS], PayloadBytesIn, 150",
            "[CONNECTIONS], WriteCalls, 5",
            "[CONNECTIONS], ReadCalls, 9",
            "[CPU], ClientPerOperation(us), 1000.0",
            "[CPU], ServerPerOperation(us), 500.0",
            "[CPU], RelatedShare(%), 25.0",
            "[CPU], ForeignShare(%), 50.0");
  }

  private static RunResult with(RunResult run, Work work, Resources resources) {
    return with(run, work, resources, run.server());
  }

  private static RunResult with(
      RunResult run, Work work, Resources resources, Map<String, String> server) {
    return new RunResult(
        run.format(),
        run.configuration(),
        run.validity(),
        run.window(),
        work,
        resources,
        run.transport(),
        server,
        run.environment(),
        run.fleet(),
        run.slices());
  }

  /** As of short slices where CPU time comes in steps of 10 ms. */
  @Test
  void aRunWithoutCpuTimeHasAllOtherLines() throws Exception {
    RunResult known = result(Outcome.COMPLETE, EVIDENCE);
    Resources unknown = new Resources(null, known.resources().collections(), null, null);

    String text = written(ReportFormat.TEXT, with(known, known.work(), unknown));

    assertThat(text.lines())
        .containsExactlyElementsOf(
            written(ReportFormat.TEXT, known)
                .lines()
                .filter(line -> !line.startsWith("[CPU]"))
                .toList())
        .contains("[READ], Operations, 4");
  }

  /** The processes that the properties name are measured nonetheless. */
  @Test
  void saysWhyAServerWasNotAskedForItsCpuTime() throws Exception {
    RunResult run = result(Outcome.COMPLETE, EVIDENCE);
    Map<String, String> server = Map.of(DatabasePool.NO_SERVER_CLOCK, "a proxy ends TLS");
    Resources unknown =
        new Resources(
            new CpuUse(0.004, null, 0.25, 0.5, 2), run.resources().collections(), null, null);

    assertThat(written(ReportFormat.TEXT, with(run, run.work(), unknown, server)).lines())
        .contains("[WARNING], NoServerCpu, a proxy ends TLS");
    assertThat(written(ReportFormat.TEXT, with(run, run.work(), run.resources(), server)))
        .doesNotContain("WARNING");
  }

  @Test
  void failedRunHasNoThroughput() throws Exception {
    String text = written(ReportFormat.TEXT, result(Outcome.FAILED, null));

    assertThat(text.lines())
        .startsWith("[OVERALL], Outcome, FAILED", "[OVERALL], Problem, 1 of 5 operations failed")
        .contains("[OVERALL], Throughput(ops/sec), NaN", "[OVERALL], Succeeded, 4")
        .noneMatch(line -> line.contains("PerOperation"));
  }

  @Test
  void interruptedRunSaysSoFirst() throws Exception {
    assertThat(written(ReportFormat.TEXT, result(Outcome.INCOMPLETE, null)).lines())
        .startsWith("[OVERALL], Outcome, INCOMPLETE");
  }

  @Test
  void histogramTypeHasMillisecondBuckets() throws Exception {
    assertThat(
            written(
                    ReportFormat.TEXT,
                    result(Outcome.COMPLETE, null),
                    "measurementtype",
                    "histogram",
                    "measurement.histogram.verbose",
                    "true",
                    "histogram.buckets",
                    "3")
                .lines())
        .contains(
            "[READ], 95thPercentileLatency(us), 4000",
            "[READ], 0, 0",
            "[READ], 1, 1",
            "[READ], 2, 1",
            "[READ], >3, 2");
  }

  /** Of such an operation percentiles are known, and no histogram. */
  @ParameterizedTest
  @ValueSource(strings = {"hdrhistogram", "histogram", "hdrhistogram+histogram"})
  void anOperationThatUpstreamMeasuredHasTheLinesThatAreKnown(String type) throws Exception {
    RunResult run = result(Outcome.COMPLETE, null);
    Map<String, OperationResult> operations = new LinkedHashMap<>(run.operations());
    operations.put(
        "READ-MODIFY-WRITE",
        new OperationResult(
            5, 15_000_000, 1_000_000, 6_000_000, Map.of("95", 5_000_000L), Map.of("OK", 5L), ""));
    Work work = new Work(4, 1, operations, List.of(2.0, 2.0), null, null);

    String text =
        written(
            ReportFormat.TEXT,
            with(run, work, run.resources()),
            "measurementtype",
            type,
            "measurement.histogram.verbose",
            "true",
            "hdrhistogram.percentiles",
            "50,95");

    assertThat(text.lines().filter(line -> line.contains("READ-MODIFY-WRITE")))
        .containsExactly(
            "[READ-MODIFY-WRITE], Operations, 5",
            "[READ-MODIFY-WRITE], AverageLatency(us), 3000.0",
            "[READ-MODIFY-WRITE], MinLatency(us), 1000",
            "[READ-MODIFY-WRITE], MaxLatency(us), 6000",
            "[READ-MODIFY-WRITE], 95thPercentileLatency(us), 5000",
            "[READ-MODIFY-WRITE], Return=OK, 5");
    assertThat(text).contains("READ], Operations, 4");
  }

  @Test
  void bothTypesHaveUpstreamsNames() throws Exception {
    assertThat(
            written(
                ReportFormat.TEXT,
                result(Outcome.COMPLETE, null),
                "measurementtype",
                "hdrhistogram+histogram"))
        .contains("[HdrREAD], Operations, 4", "[BucketREAD], Operations, 4");
  }

  @Test
  void jsonArrayHasUpstreamsObjectsAndTheConfiguration() throws Exception {
    JsonNode array =
        new ObjectMapper()
            .readTree(written(ReportFormat.JSON_ARRAY, result(Outcome.COMPLETE, EVIDENCE)));

    assertThat(array.isArray()).isTrue();
    assertThat(array.get(0).toString())
        .isEqualTo("{\"metric\":\"OVERALL\",\"measurement\":\"RunTime(ms)\",\"value\":2000}");
    assertThat(array.get(array.size() - 1).toString())
        .isEqualTo(
            "{\"metric\":\"CONFIGURATION\",\"measurement\":\"recordcount\",\"value\":\"1000\"}");
  }

  @Test
  void jsonIsOneObjectAfterTheOther() throws Exception {
    String json = written(ReportFormat.JSON, result(Outcome.FAILED, null));

    try (MappingIterator<JsonNode> objects =
        new ObjectMapper().readerFor(JsonNode.class).readValues(json)) {
      assertThat(objects.readAll())
          .allMatch(object -> object.has("metric") && object.has("measurement"))
          .anyMatch(object -> object.path("value").asText().equals("NaN"));
    }
  }

  @Test
  void csvQuotesWhatNeedsIt() throws Exception {
    assertThat(written(ReportFormat.CSV, result(Outcome.COMPLETE, EVIDENCE)))
        .startsWith("section,measurement,value\r\nOVERALL,RunTime(ms),2000\r\n")
        .contains("TLS,Certificate,\"CN=localhost, issued by \"\"Test CA\"\"\"\r\n");
  }

  @ParameterizedTest
  @CsvSource({"1,1st", "2,2nd", "3,3rd", "11,11th", "50,50th", "91,91st", "99.9,99.9", "100,100th"})
  void percentilesAreNamedAsUpstreamNamesThem(double percentile, String name) {
    assertThat(ReportLines.ordinal(percentile)).isEqualTo(name);
  }
}
