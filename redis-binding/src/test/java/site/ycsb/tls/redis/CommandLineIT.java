package site.ycsb.tls.redis;

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

/** {@code bin/ycsb … redis}, as its users start it. */
@Timeout(300)
class CommandLineIT {
  @TempDir private Path directory;

  @Test
  @Needs(Requirement.REDIS)
  void opensAndClosesConnectionsToATestServerThatItStarts() throws Exception {
    Ycsb run =
        Ycsb.run(
            directory,
            words(
                """
                run redis -P workloads/connectionchurn -p recordcount=100 -p operationcount=50
                -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.keysize=2048 -p results.dir=results
                """));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.reported("TLS", "HandshakesFull")).isEqualTo("50");
    assertThat(run.reported("TLS", "ServerKey")).isEqualTo("RSA-2048");
    assertThat(run.reported("TLS", "Group")).isEqualTo("x25519");
    assertThat(run.err()).contains("redis-server ").contains("OpenSSL ");
    assertThat(directory.resolve("results/run.json"))
        .content()
        .containsPattern(
            "\"testServer\" : \"redis-server [0-9.]+ \\(build [0-9a-f]+\\) OpenSSL [0-9.]+");
  }

  /** On the whole path, with its data checked. */
  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void verifiesWhatItReads() throws Exception {
    Ycsb run =
        Ycsb.run(
            directory,
            words(
                """
                run redis -P workloads/workloada -p recordcount=100 -p operationcount=500
                -p dataintegrity=true -p tls.cipher=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
                """));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.reported("VERIFY", "Return=OK")).isEqualTo(run.reported("READ", "Operations"));
  }
}
