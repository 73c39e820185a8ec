package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.nio.file.Path;
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

  private static String[] run(String line) {
    return words(
        """
        run mongodb -P workloads/workloadc -s -p recordcount=20 -p seed=7 -p status.interval=1
        -p tls.cipher=TLS_AES_256_GCM_SHA384
        """
            + line);
  }

  @Test
  @Tag("full")
  void eachOperationTakesARoundTripAndNothingElseChanges() throws Exception {
    Ycsb without = Ycsb.run(directory, run("-p operationcount=30"));
    Ycsb with =
        Ycsb.run(directory, run("-p operationcount=30 -p network.rtt=30ms")).assertSucceeded();
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
        Ycsb.start(directory, run("-p maxexecutiontime=60 -p network.rtt=1ms -p stall.seconds=10"));
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
    Ycsb refused = Ycsb.run(directory, run("-p operationcount=30 -p network.rtt=20"));
    refused.assertRefused(2, "network.rtt=20", "20ms");
    assertThat(refused.err()).doesNotContain("Started");
  }
}
