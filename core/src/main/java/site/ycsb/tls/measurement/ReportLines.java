package site.ycsb.tls.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.Pacing;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * The lines of YCSB's report. Those that upstream prints come first, in its order and with its
 * names; this program's own lines follow.
 */
final class ReportLines {
  private final RunResult result;
  private final ReportOptions options;
  private final List<ReportLine> lines = new ArrayList<>();

  private ReportLines(RunResult result, ReportOptions options) {
    this.result = result;
    this.options = options;
  }

  static List<ReportLine> of(RunResult result, ReportOptions options) {
    ReportLines report = new ReportLines(result, options);
    report.overall();
    report.collections();
    result.operations().forEach(report::operation);
    report.tls();
    report.connections();
    report.cpu();
    report.pacing();
    report.churn();
    report.fleet();
    report.warnings();
    return report.lines;
  }

  private void add(String section, String measurement, Object value) {
    lines.add(new ReportLine(section, measurement, value));
  }

  private void overall() {
    if (result.outcome() != Outcome.COMPLETE) {
      add("OVERALL", "Outcome", result.outcome().name());
      for (String problem : result.problems()) {
        add("OVERALL", "Problem", problem);
      }
      add("OVERALL", "Succeeded", result.succeeded());
      add("OVERALL", "Failed", result.failed());
    }
    add("OVERALL", "RunTime(ms)", millis(result.window().runtimeSeconds()));
    boolean failed = result.outcome() == Outcome.FAILED;
    add("OVERALL", "Throughput(ops/sec)", failed ? Double.NaN : result.throughput());
  }

  private void collections() {
    double runMillis = result.window().runtimeSeconds() * 1000;
    Map<String, GarbageCollection> collections = result.resources().collections();
    collections.forEach(
        (name, collection) -> {
          add("TOTAL_GCS_" + name, "Count", collection.count());
          add("TOTAL_GC_TIME_" + name, "Time(ms)", collection.millis());
          add("TOTAL_GC_TIME_%_" + name, "Time(%)", percent(collection.millis(), runMillis));
        });
    GarbageCollection all =
        collections.values().stream().reduce(new GarbageCollection(0, 0), GarbageCollection::plus);
    add("TOTAL_GCs", "Count", all.count());
    add("TOTAL_GC_TIME", "Time(ms)", all.millis());
    add("TOTAL_GC_TIME_%", "Time(%)", percent(all.millis(), runMillis));
  }

  private void operation(String name, OperationResult operation) {
    // YCSB's own classes tell percentiles only, and their names are as they reported them.
    switch (operation.measuredElsewhere() ? MeasurementType.HDR : options.type()) {
      case HDR -> percentiles(name, operation);
      case HISTOGRAM -> buckets(name, operation);
      case HDR_AND_HISTOGRAM -> {
        percentiles("Hdr" + name, operation);
        buckets("Bucket" + name, operation);
      }
    }
  }

  private void percentiles(String name, OperationResult operation) {
    add(name, "Operations", operation.count());
    if (operation.count() > 0) {
      add(name, "AverageLatency(us)", operation.meanNanos() / 1000);
      add(name, "MinLatency(us)", operation.minNanos() / 1000);
      add(name, "MaxLatency(us)", operation.maxNanos() / 1000);
      for (double percentile : options.percentiles()) {
        percentile(operation, percentile)
            .ifPresent(
                nanos -> add(name, ordinal(percentile) + "PercentileLatency(us)", nanos / 1000));
      }
    }
    returns(name, operation);
    if (options.allBuckets() && !operation.measuredElsewhere()) {
      IntervalLog.inMicros(operation.decode())
          .recordedValues()
          .forEach(
              value ->
                  add(
                      name,
                      Long.toString(value.getValueIteratedTo()),
                      (double) value.getCountAtValueIteratedTo()));
    }
  }

  /** In ns; empty where YCSB's own classes did not tell it. */
  private static Optional<Long> percentile(OperationResult operation, double percentile) {
    Long known = operation.percentilesNanos().get(OperationResult.percentileName(percentile));
    return known != null || operation.measuredElsewhere()
        ? Optional.ofNullable(known)
        : Optional.of(
            Math.min(operation.maxNanos(), operation.decode().getValueAtPercentile(percentile)));
  }

  private void returns(String name, OperationResult operation) {
    operation.returns().forEach((status, count) -> add(name, "Return=" + status, count));
  }

  /** Upstream's older form: percentiles only to the millisecond below. */
  private void buckets(String name, OperationResult operation) {
    add(name, "Operations", operation.count());
    Histogram nanos = operation.decode();
    if (operation.count() > 0) {
      double deviation = nanos.getStdDeviation() / 1000;
      add(name, "AverageLatency(us)", operation.meanNanos() / 1000);
      add(name, "LatencyVariance(us)", deviation * deviation);
      add(name, "MinLatency(us)", operation.minNanos() / 1000);
      add(name, "MaxLatency(us)", operation.maxNanos() / 1000);
      add(name, "95thPercentileLatency(us)", wholeMillisInMicros(operation, 95));
      add(name, "99thPercentileLatency(us)", wholeMillisInMicros(operation, 99));
    }
    returns(name, operation);
    if (options.allBuckets()) {
      long[] counts = new long[options.buckets() + 1];
      nanos
          .recordedValues()
          .forEach(
              value -> {
                long bucket = Math.min(value.getValueIteratedTo() / 1_000_000, options.buckets());
                counts[(int) bucket] += value.getCountAtValueIteratedTo();
              });
      for (int bucket = 0; bucket < options.buckets(); bucket++) {
        add(name, Integer.toString(bucket), counts[bucket]);
      }
      add(name, ">" + options.buckets(), counts[options.buckets()]);
    }
  }

  private static long wholeMillisInMicros(OperationResult operation, double percentile) {
    return percentile(operation, percentile).orElseThrow() / 1_000_000 * 1000;
  }

  private void tls() {
    TlsEvidence tls = result.tls();
    if (tls == null) {
      add("TLS", "Pinned", "none");
      bytes(result.transport().byteBalance());
      return;
    }
    add("TLS", "Pinned", tls.pinned());
    add("TLS", "Protocol", tls.protocol());
    add("TLS", "CipherSuite", tls.cipherSuite());
    add("TLS", "Group", tls.group());
    add("TLS", "ServerKey", tls.serverKey());
    add("TLS", "Certificate", tls.certificate());
    add("TLS", "Verified", tls.verified());
    add("TLS", "Provider", tls.provider());
    add("TLS", "Resumption", tls.resumption());
    add("TLS", "Legacy", tls.legacy());
    tls.account().forEach(row -> add("TLS", row.setting(), text(row)));
    TransportCounts run = result.transport().connections();
    TransportCounts setup = result.transport().setupConnections();
    add("TLS", "HandshakesFull", run.fullHandshakes());
    add("TLS", "HandshakesResumed", run.resumedHandshakes());
    add("TLS", "SetupHandshakesFull", setup.fullHandshakes());
    add("TLS", "SetupHandshakesResumed", setup.resumedHandshakes());
    records("Out", run.recordsOut(), run.wireBytesOut(), run.payloadBytesOut());
    records("In", run.recordsIn(), run.wireBytesIn(), run.payloadBytesIn());
    bytes(result.transport().byteBalance());
  }

  /** Of the whole run, its set-up included. */
  private void bytes(ByteBalance balance) {
    if (balance != null) {
      add("TLS", "BytesBeforeTls", balance.bytesBeforeTls());
      add("TLS", "BytesUnaccounted", balance.bytesUnaccounted());
    }
  }

  /** What was observed; where it is not exactly what was asked, that too. */
  private static String text(AccountRow row) {
    return row.agreement() == AccountRow.Agreement.LEFT_OPEN || row.observed().equals(row.asked())
        ? row.observed()
        : row.observed() + " (asked: " + row.asked() + ")";
  }

  /** The bytes that TLS adds, including handshakes of the measured window. */
  private void records(String direction, long records, long wire, long payload) {
    add("TLS", "Records" + direction, records);
    if (payload > 0) {
      add("TLS", "Expansion" + direction + "(%)", percent(wire - payload, (double) payload));
    }
  }

  private void connections() {
    add("CONNECTIONS", "SetupTime(ms)", millis(result.window().connectSeconds()));
    CallCounts calls = result.transport().calls();
    if (calls != null) {
      add("CONNECTIONS", "WriteCalls", calls.writes());
      add("CONNECTIONS", "ReadCalls", calls.reads());
    }
    TransportCounts run = result.transport().connections();
    if (run == null) {
      return;
    }
    add("CONNECTIONS", "SetupOpened", result.transport().setupConnections().opened());
    add("CONNECTIONS", "Opened", run.opened());
    add("CONNECTIONS", "Failed", run.failed());
    add("CONNECTIONS", "WireBytesOut", run.wireBytesOut());
    add("CONNECTIONS", "WireBytesIn", run.wireBytesIn());
    add("CONNECTIONS", "PayloadBytesOut", run.payloadBytesOut());
    add("CONNECTIONS", "PayloadBytesIn", run.payloadBytesIn());
  }

  private void cpu() {
    CpuUse cpu = result.resources().cpu();
    if (cpu == null) {
      // Known in coarse steps only, and too short: a problem of the run says so.
      return;
    }
    perOperation("Client", cpu.clientSeconds());
    if (cpu.serverSeconds() != null) {
      perOperation("Server", cpu.serverSeconds());
    }
    if (cpu.relatedShare() != null) {
      add("CPU", "RelatedShare(%)", cpu.relatedShare() * 100);
    }
    if (cpu.foreignShare() >= 0) {
      add("CPU", "ForeignShare(%)", cpu.foreignShare() * 100);
    }
  }

  private void perOperation(String who, double seconds) {
    add("CPU", who + "Time(ms)", millis(seconds));
    // What the idle process uses, and what was spent waiting, may be more than all of a short run.
    if (seconds > 0 && result.succeeded() > 0 && result.outcome() != Outcome.FAILED) {
      add("CPU", who + "PerOperation(us)", seconds * 1_000_000 / result.succeeded());
    }
  }

  private void pacing() {
    Pacing pacing = result.work().pacing();
    if (pacing != null) {
      add("TARGET", "Target(ops/sec)", result.configuration().targetOpsPerSecond());
      add("TARGET", "AverageLag(us)", pacing.meanLagNanos() / 1000);
      add("TARGET", "99thPercentileLag(us)", pacing.p99LagNanos() / 1000);
      add("TARGET", "MaxLag(us)", pacing.maxLagNanos() / 1000);
    }
  }

  private void churn() {
    Churn churn = result.work().churn();
    if (churn != null) {
      double cycles = Math.max(1, churn.cycles());
      add("CHURN", "Scope", churn.scope());
      add("CHURN", "Cycles", churn.cycles());
      add("CHURN", "ReadsPerCycle", churn.readsPerCycle());
      if (result.transport().connections() == null) {
        return;
      }
      add("CHURN", "ConnectionsPerCycle", churn.connections() / cycles);
      double seconds = result.window().runtimeSeconds();
      if (seconds > 0) {
        add("CHURN", "ConnectionsPerSecond", churn.connections() / seconds);
      }
      add("CHURN", "FullHandshakesPerCycle", churn.fullHandshakes() / cycles);
      add("CHURN", "ResumedHandshakesPerCycle", churn.resumedHandshakes() / cycles);
    }
  }

  private void warnings() {
    String reason = result.server().get(DatabasePool.NOT_FOR_PUBLICATION);
    if (reason != null) {
      add("WARNING", "NotForPublication", reason);
    }
    String noClock = result.server().get(DatabasePool.NO_SERVER_CLOCK);
    CpuUse cpu = result.resources().cpu();
    if (noClock != null && (cpu == null || cpu.serverSeconds() == null)) {
      add("WARNING", "NoServerCpu", noClock);
    }
    if (result.outcome() == Outcome.COMPLETE) {
      for (String problem : result.problems()) {
        add("WARNING", "Problem", problem);
      }
    }
  }

  private void fleet() {
    FleetFigures fleet = result.fleet();
    if (fleet == null) {
      return;
    }
    add("FLEET", "Agents", fleet.members().size());
    add("FLEET", "StartSkew(us)", micros(fleet.startSkewSeconds()));
    add("FLEET", "ClockError(us)", micros(fleet.clockErrorSeconds()));
    add("FLEET", "Together(%)", fleet.togetherShare() * 100);
    for (int i = 0; i < fleet.members().size(); i++) {
      FleetFigures.Member member = fleet.members().get(i);
      String section = "FLEET-" + (i + 1);
      add(section, "Name", member.name());
      add(section, "Threads", member.threads());
      add(section, "Start(us)", micros(member.startSeconds()));
      add(section, "RunTime(ms)", millis(member.runtimeSeconds()));
      add(section, "Succeeded", member.succeeded());
      add(section, "Failed", member.failed());
      if (member.cpuSeconds() != null) {
        add(section, "ClientTime(ms)", millis(member.cpuSeconds()));
      }
      if (member.foreignShare() >= 0) {
        add(section, "ForeignShare(%)", member.foreignShare() * 100);
      }
    }
  }

  private static long millis(double seconds) {
    return Math.round(seconds * 1000);
  }

  private static long micros(double seconds) {
    return Math.round(seconds * 1e6);
  }

  private static double percent(long part, double whole) {
    return whole > 0 ? part / whole * 100 : 0;
  }

  /** {@code 95th}, {@code 91st}; a fraction has no ending, as upstream prints it. */
  static String ordinal(double percentile) {
    if (percentile != Math.rint(percentile)) {
      return Double.toString(percentile);
    }
    long whole = (long) percentile;
    boolean teen = whole % 100 >= 11 && whole % 100 <= 13;
    Map<Long, String> endings = Map.of(1L, "st", 2L, "nd", 3L, "rd");
    return whole + (teen ? "th" : endings.getOrDefault(whole % 10, "th"));
  }
}
