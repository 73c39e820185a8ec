package example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.Comparison;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;

/** TLS must not double what the database server computes for a read. */
class TlsCostIT {

  // It measures for a minute: not in each build.
  @Test
  @Tag("full")
  void tlsDoesNotDoubleTheServersCpu(@TempDir Path results) throws Exception {
    ComparisonResult result =
        Comparison.of("mongodb")
            .workload(Path.of(System.getProperty("ycsb.home"), "workloads/workloadc"))
            .variant("tls", Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384"))
            .schedule(Schedule.quick(1))
            .directory(results.resolve("mongodb"))
            .run();

    Overhead serverCpu = result.overhead("tls", Metric.SERVER_CPU).orElseThrow();
    // A busy machine has not compiled everything within a minute, and then nothing is known yet.
    // What is known fails if the
    // whole interval lies above the limit.
    boolean known = result.doubt("tls", Metric.SERVER_CPU).isEmpty();
    assertThat(known && serverCpu.lower() >= 1.0).as("TLS doubles the server's CPU").isFalse();
  }
}
