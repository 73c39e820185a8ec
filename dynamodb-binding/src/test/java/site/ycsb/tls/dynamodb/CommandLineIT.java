package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb} with DynamoDB Local, as its users start it. */
@Needs(Requirement.DYNAMODB_LOCAL)
@Timeout(300)
@Tag("full")
class CommandLineIT {
  @TempDir private Path directory;

  /** Bouncy Castle on both ends, as the JDK does not have the group. */
  @Test
  void pinsThePostQuantumGroup() throws Exception {
    Ycsb run =
        Ycsb.run(
            directory,
            words(
                """
                run dynamodb -P workloads/workloadc -p recordcount=50 -p operationcount=100
                -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.provider=BCJSSE
                -p tls.group=X25519MLKEM768
                """));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.reported("READ", "Operations")).isEqualTo("100");
    assertThat(run.reported("TLS", "Group")).isEqualTo("X25519MLKEM768");
    assertThat(run.reported("TLS", "Provider")).startsWith("BCJSSE ");
  }
}
