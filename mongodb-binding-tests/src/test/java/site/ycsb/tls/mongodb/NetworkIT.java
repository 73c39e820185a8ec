package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb run} with a network between client and server. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NetworkIT {
  @TempDir private Path directory;

  private static String[] run(String... properties) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "mongodb",
                "-P",
                Path.of(System.getProperty("ycsb.home"), "workloads", "workloadc").toString(),
                "-s"));
    List<String> all =
        new ArrayList<>(
            List.of(
                "recordcount=20",
                "seed=7",
                "status.interval=1",
                "tls.cipher=TLS_AES_256_GCM_SHA384"));
    all.addAll(List.of(properties));
    all.forEach(property -> words.addAll(List.of("-p", property)));
    return words.toArray(String[]::new);
  }

  @Test
  @Tag("full")
  void eachOperationTakesARoundTripAndNothingElseChanges() throws Exception {
    Ycsb without = Ycsb.run(directory, run("operationcount=30"));
    Ycsb with = Ycsb.run(directory, run("operationcount=30", "network.rtt=30ms"));
    assertThat(with.exitCode()).as(with.err()).isZero();
    assertThat(Double.parseDouble(with.reported("READ", "MinLatency(us)")))
        .isGreaterThanOrEqualTo(30_000);
    for (String same : List.of("PayloadBytesOut", "PayloadBytesIn", "WireBytesOut")) {
      assertThat(with.reported("CONNECTIONS", same))
          .isEqualTo(without.reported("CONNECTIONS", same));
    }
    assertThat(with.reported("TLS", "Pinned")).isEqualTo(without.reported("TLS", "Pinned"));
  }

  @Test
  @Tag("full")
  void aRelayThatDiesFailsTheRun() throws Exception {
    Process process =
        Ycsb.start(directory, run("maxexecutiontime=60", "network.rtt=1ms", "stall.seconds=10"));
    Ycsb.awaitOperations(directory, process);
    Optional<ProcessHandle> relay =
        process
            .descendants()
            .filter(child -> child.info().commandLine().orElse("").contains("network-relay"))
            .findFirst();
    assertThat(relay).isPresent();
    relay.get().destroyForcibly();
    Ycsb.ended(directory, process).assertRefused(1, "the network's relay");
  }

  @Test
  void aMisspelledUnitIsRefusedBeforeAnythingRuns() throws Exception {
    Ycsb refused = Ycsb.run(directory, run("operationcount=30", "network.rtt=20"));
    refused.assertRefused(2, "network.rtt=20", "20ms");
    assertThat(refused.err()).doesNotContain("Started");
  }
}
