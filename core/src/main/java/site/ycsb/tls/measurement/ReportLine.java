package site.ycsb.tls.measurement;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * One line of YCSB's report. The lines that upstream prints come first, in its order and with its
 * names; this program's own lines follow.
 *
 * @param section for example {@code OVERALL} or {@code READ}
 * @param measurement for example {@code AverageLatency(us)}
 * @param value a {@link Long}, {@link Double}, {@link Boolean} or {@link String}
 */
@JsonPropertyOrder({"metric", "measurement", "value"})
record ReportLine(@JsonProperty("metric") String section, String measurement, Object value) {
  ReportLine {
    Objects.requireNonNull(section);
    Objects.requireNonNull(measurement);
    Objects.requireNonNull(value);
  }

  static List<ReportLine> of(RunResult result, ReportOptions options) {
    List<ReportLine> lines = new ArrayList<>();
    overall(lines, result);
    collections(lines, result);
    result.operations().forEach((name, operation) -> operation(lines, name, operation, options));
    tls(lines, result);
    connections(lines, result);
    cpu(lines, result);
    pacing(lines, result);
    churn(lines, result);
    fleet(lines, result);
    warnings(lines, result);
    return lines;
  }

  private static void overall(List<ReportLine> lines, RunResult result) {
    if (result.outcome() != Outcome.COMPLETE) {
      lines.add(new ReportLine("OVERALL", "Outcome", result.outcome().name()));
      for (String problem : result.problems()) {
        lines.add(new ReportLine("OVERALL", "Problem", problem));
      }
      lines.add(new ReportLine("OVERALL", "Succeeded", result.succeeded()));
      lines.add(new ReportLine("OVERALL", "Failed", result.failed()));
    }
    lines.add(new ReportLine("OVERALL", "RunTime(ms)", millis(result.window().runtimeSeconds())));
    lines.add(
        new ReportLine(
            "OVERALL",
            "Throughput(ops/sec)",
            result.outcome() == Outcome.FAILED ? Double.NaN : result.throughput()));
  }

  private static void collections(List<ReportLine> lines, RunResult result) {
    double runMillis = result.window().runtimeSeconds() * 1000;
    result
        .resources()
        .collections()
        .forEach(
            (name, collection) -> {
              lines.add(new ReportLine("TOTAL_GCS_" + name, "Count", collection.count()));
              lines.add(new ReportLine("TOTAL_GC_TIME_" + name, "Time(ms)", collection.millis()));
              lines.add(
                  new ReportLine(
                      "TOTAL_GC_TIME_%_" + name,
                      "Time(%)",
                      percent(collection.millis(), runMillis)));
            });
    long count =
        result.resources().collections().values().stream()
            .mapToLong(GarbageCollection::count)
            .sum();
    long millis =
        result.resources().collections().values().stream()
            .mapToLong(GarbageCollection::millis)
            .sum();
    lines.add(new ReportLine("TOTAL_GCs", "Count", count));
    lines.add(new ReportLine("TOTAL_GC_TIME", "Time(ms)", millis));
    lines.add(new ReportLine("TOTAL_GC_TIME_%", "Time(%)", percent(millis, runMillis)));
  }

  private static void operation(
      List<ReportLine> lines, String name, OperationResult operation, ReportOptions options) {
    // YCSB's own classes tell percentiles only, and their names are as they reported them.
    switch (operation.histogram().isEmpty() ? MeasurementType.HDR : options.type()) {
      case HDR -> percentiles(lines, name, operation, options);
      case HISTOGRAM -> buckets(lines, name, operation, options);
      case HDR_AND_HISTOGRAM -> {
        percentiles(lines, "Hdr" + name, operation, options);
        buckets(lines, "Bucket" + name, operation, options);
      }
    }
  }

  private static void percentiles(
      List<ReportLine> lines, String name, OperationResult operation, ReportOptions options) {
    lines.add(new ReportLine(name, "Operations", operation.count()));
    if (operation.count() > 0) {
      lines.add(new ReportLine(name, "AverageLatency(us)", operation.meanNanos() / 1000));
      lines.add(new ReportLine(name, "MinLatency(us)", operation.minNanos() / 1000));
      lines.add(new ReportLine(name, "MaxLatency(us)", operation.maxNanos() / 1000));
      for (double percentile : options.percentiles()) {
        if (isKnown(operation, percentile)) {
          lines.add(
              new ReportLine(
                  name,
                  ordinal(percentile) + "PercentileLatency(us)",
                  percentile(operation, percentile) / 1000));
        }
      }
    }
    returns(lines, name, operation);
    if (options.allBuckets() && !operation.histogram().isEmpty()) {
      IntervalLog.inMicros(operation.decode())
          .recordedValues()
          .forEach(
              value ->
                  lines.add(
                      new ReportLine(
                          name,
                          Long.toString(value.getValueIteratedTo()),
                          (double) value.getCountAtValueIteratedTo())));
    }
  }

  private static boolean isKnown(OperationResult operation, double percentile) {
    return !operation.histogram().isEmpty()
        || operation.percentilesNanos().containsKey(OperationResult.percentileName(percentile));
  }

  private static long percentile(OperationResult operation, double percentile) {
    Long known = operation.percentilesNanos().get(OperationResult.percentileName(percentile));
    return known != null
        ? known
        : Math.min(operation.maxNanos(), operation.decode().getValueAtPercentile(percentile));
  }

  private static void returns(List<ReportLine> lines, String name, OperationResult operation) {
    operation
        .returns()
        .forEach((status, count) -> lines.add(new ReportLine(name, "Return=" + status, count)));
  }

  /** Upstream's older form: percentiles only to the millisecond below. */
  private static void buckets(
      List<ReportLine> lines, String name, OperationResult operation, ReportOptions options) {
    lines.add(new ReportLine(name, "Operations", operation.count()));
    Histogram nanos = operation.decode();
    if (operation.count() > 0) {
      double deviation = nanos.getStdDeviation() / 1000;
      lines.add(new ReportLine(name, "AverageLatency(us)", operation.meanNanos() / 1000));
      lines.add(new ReportLine(name, "LatencyVariance(us)", deviation * deviation));
      lines.add(new ReportLine(name, "MinLatency(us)", operation.minNanos() / 1000));
      lines.add(new ReportLine(name, "MaxLatency(us)", operation.maxNanos() / 1000));
      lines.add(
          new ReportLine(name, "95thPercentileLatency(us)", wholeMillisInMicros(operation, 95)));
      lines.add(
          new ReportLine(name, "99thPercentileLatency(us)", wholeMillisInMicros(operation, 99)));
    }
    returns(lines, name, operation);
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
        lines.add(new ReportLine(name, Integer.toString(bucket), counts[bucket]));
      }
      lines.add(new ReportLine(name, ">" + options.buckets(), counts[options.buckets()]));
    }
  }

  private static long wholeMillisInMicros(OperationResult operation, double percentile) {
    return percentile(operation, percentile) / 1_000_000 * 1000;
  }

  private static void tls(List<ReportLine> lines, RunResult result) {
    TlsEvidence tls = result.tls();
    if (tls == null) {
      lines.add(new ReportLine("TLS", "Pinned", "none"));
      bytes(lines, result.transport().byteBalance());
      return;
    }
    lines.add(new ReportLine("TLS", "Pinned", tls.pinned()));
    lines.add(new ReportLine("TLS", "Protocol", tls.protocol()));
    lines.add(new ReportLine("TLS", "CipherSuite", tls.cipherSuite()));
    lines.add(new ReportLine("TLS", "Group", tls.group()));
    lines.add(new ReportLine("TLS", "ServerKey", tls.serverKey()));
    lines.add(new ReportLine("TLS", "Certificate", tls.certificate()));
    lines.add(new ReportLine("TLS", "Verified", tls.verified()));
    lines.add(new ReportLine("TLS", "Provider", tls.provider()));
    lines.add(new ReportLine("TLS", "Resumption", tls.resumption()));
    lines.add(new ReportLine("TLS", "Legacy", tls.legacy()));
    tls.account().forEach(row -> lines.add(new ReportLine("TLS", row.setting(), text(row))));
    TransportCounts run = result.transport().connections();
    TransportCounts setup = result.transport().setupConnections();
    lines.add(new ReportLine("TLS", "HandshakesFull", run.fullHandshakes()));
    lines.add(new ReportLine("TLS", "HandshakesResumed", run.resumedHandshakes()));
    lines.add(new ReportLine("TLS", "SetupHandshakesFull", setup.fullHandshakes()));
    lines.add(new ReportLine("TLS", "SetupHandshakesResumed", setup.resumedHandshakes()));
    records(lines, "Out", run.recordsOut(), run.wireBytesOut(), run.payloadBytesOut());
    records(lines, "In", run.recordsIn(), run.wireBytesIn(), run.payloadBytesIn());
    bytes(lines, result.transport().byteBalance());
  }

  /** Of the whole run, its set-up included. */
  private static void bytes(List<ReportLine> lines, ByteBalance balance) {
    if (balance != null) {
      lines.add(new ReportLine("TLS", "BytesBeforeTls", balance.bytesBeforeTls()));
      lines.add(new ReportLine("TLS", "BytesUnaccounted", balance.bytesUnaccounted()));
    }
  }

  /** What was observed; where it is not exactly what was asked, that too. */
  private static String text(AccountRow row) {
    return row.agreement() == AccountRow.Agreement.LEFT_OPEN || row.observed().equals(row.asked())
        ? row.observed()
        : row.observed() + " (asked: " + row.asked() + ")";
  }

  /** The bytes that TLS adds, including handshakes of the measured window. */
  private static void records(
      List<ReportLine> lines, String direction, long records, long wire, long payload) {
    lines.add(new ReportLine("TLS", "Records" + direction, records));
    if (payload > 0) {
      lines.add(
          new ReportLine(
              "TLS", "Expansion" + direction + "(%)", percent(wire - payload, (double) payload)));
    }
  }

  private static void connections(List<ReportLine> lines, RunResult result) {
    lines.add(
        new ReportLine("CONNECTIONS", "SetupTime(ms)", millis(result.window().connectSeconds())));
    CallCounts calls = result.transport().calls();
    if (calls != null) {
      lines.add(new ReportLine("CONNECTIONS", "WriteCalls", calls.writes()));
      lines.add(new ReportLine("CONNECTIONS", "ReadCalls", calls.reads()));
    }
    TransportCounts run = result.transport().connections();
    if (run == null) {
      return;
    }
    lines.add(
        new ReportLine(
            "CONNECTIONS", "SetupOpened", result.transport().setupConnections().opened()));
    lines.add(new ReportLine("CONNECTIONS", "Opened", run.opened()));
    lines.add(new ReportLine("CONNECTIONS", "Failed", run.failed()));
    lines.add(new ReportLine("CONNECTIONS", "WireBytesOut", run.wireBytesOut()));
    lines.add(new ReportLine("CONNECTIONS", "WireBytesIn", run.wireBytesIn()));
    lines.add(new ReportLine("CONNECTIONS", "PayloadBytesOut", run.payloadBytesOut()));
    lines.add(new ReportLine("CONNECTIONS", "PayloadBytesIn", run.payloadBytesIn()));
  }

  private static void cpu(List<ReportLine> lines, RunResult result) {
    CpuUse cpu = result.resources().cpu();
    if (cpu == null) {
      // Known in coarse steps only, and too short: a problem of the run says so.
      return;
    }
    perOperation(lines, "Client", cpu.clientSeconds(), result);
    if (cpu.serverSeconds() != null) {
      perOperation(lines, "Server", cpu.serverSeconds(), result);
    }
    if (cpu.relatedShare() != null) {
      lines.add(new ReportLine("CPU", "RelatedShare(%)", cpu.relatedShare() * 100));
    }
    if (cpu.foreignShare() >= 0) {
      lines.add(new ReportLine("CPU", "ForeignShare(%)", cpu.foreignShare() * 100));
    }
  }

  private static void perOperation(
      List<ReportLine> lines, String who, double seconds, RunResult result) {
    lines.add(new ReportLine("CPU", who + "Time(ms)", millis(seconds)));
    // What the idle process uses, and what was spent waiting, may be more than all of a short run.
    if (seconds > 0 && result.succeeded() > 0 && result.outcome() != Outcome.FAILED) {
      lines.add(
          new ReportLine(
              "CPU", who + "PerOperation(us)", seconds * 1_000_000 / result.succeeded()));
    }
  }

  private static void pacing(List<ReportLine> lines, RunResult result) {
    Pacing pacing = result.work().pacing();
    if (pacing != null) {
      lines.add(
          new ReportLine("TARGET", "Target(ops/sec)", result.configuration().targetOpsPerSecond()));
      lines.add(new ReportLine("TARGET", "AverageLag(us)", pacing.meanLagNanos() / 1000));
      lines.add(new ReportLine("TARGET", "99thPercentileLag(us)", pacing.p99LagNanos() / 1000));
      lines.add(new ReportLine("TARGET", "MaxLag(us)", pacing.maxLagNanos() / 1000));
    }
  }

  private static void churn(List<ReportLine> lines, RunResult result) {
    Churn churn = result.work().churn();
    if (churn != null) {
      double cycles = Math.max(1, churn.cycles());
      lines.add(new ReportLine("CHURN", "Scope", churn.scope()));
      lines.add(new ReportLine("CHURN", "Cycles", churn.cycles()));
      lines.add(new ReportLine("CHURN", "ReadsPerCycle", churn.readsPerCycle()));
      if (result.transport().connections() == null) {
        return;
      }
      lines.add(new ReportLine("CHURN", "ConnectionsPerCycle", churn.connections() / cycles));
      if (result.window().runtimeSeconds() > 0) {
        lines.add(
            new ReportLine(
                "CHURN",
                "ConnectionsPerSecond",
                churn.connections() / result.window().runtimeSeconds()));
      }
      lines.add(new ReportLine("CHURN", "FullHandshakesPerCycle", churn.fullHandshakes() / cycles));
      lines.add(
          new ReportLine("CHURN", "ResumedHandshakesPerCycle", churn.resumedHandshakes() / cycles));
    }
  }

  private static void warnings(List<ReportLine> lines, RunResult result) {
    String reason = result.server().get(DatabasePool.NOT_FOR_PUBLICATION);
    if (reason != null) {
      lines.add(new ReportLine("WARNING", "NotForPublication", reason));
    }
    if (result.outcome() == Outcome.COMPLETE) {
      for (String problem : result.problems()) {
        lines.add(new ReportLine("WARNING", "Problem", problem));
      }
    }
  }

  private static void fleet(List<ReportLine> lines, RunResult result) {
    FleetFigures fleet = result.fleet();
    if (fleet == null) {
      return;
    }
    lines.add(new ReportLine("FLEET", "Agents", fleet.members().size()));
    lines.add(new ReportLine("FLEET", "StartSkew(us)", micros(fleet.startSkewSeconds())));
    lines.add(new ReportLine("FLEET", "ClockError(us)", micros(fleet.clockErrorSeconds())));
    lines.add(new ReportLine("FLEET", "Together(%)", fleet.togetherShare() * 100));
    for (int i = 0; i < fleet.members().size(); i++) {
      FleetFigures.Member member = fleet.members().get(i);
      String section = "FLEET-" + (i + 1);
      lines.add(new ReportLine(section, "Name", member.name()));
      lines.add(new ReportLine(section, "Threads", member.threads()));
      lines.add(new ReportLine(section, "Start(us)", micros(member.startSeconds())));
      lines.add(new ReportLine(section, "RunTime(ms)", millis(member.runtimeSeconds())));
      lines.add(new ReportLine(section, "Succeeded", member.succeeded()));
      lines.add(new ReportLine(section, "Failed", member.failed()));
      if (member.cpuSeconds() != null) {
        lines.add(new ReportLine(section, "ClientTime(ms)", millis(member.cpuSeconds())));
      }
      if (member.foreignShare() >= 0) {
        lines.add(new ReportLine(section, "ForeignShare(%)", member.foreignShare() * 100));
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
