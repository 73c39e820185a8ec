package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Ycsb;

/** {@code compare --explain} of a server in C: which of its libraries TLS makes work. */
@Needs({Requirement.REDIS, Requirement.PERF})
@Tag("full")
class ExplanationIT {
  @TempDir private Path directory;

  @Test
  void whatTlsCostsTheServerIsInItsLibraries() throws Exception {
    Ycsb ended =
        Ycsb.run(
            directory,
            words(
                """
                compare redis -P workloads/connectionchurn -p recordcount=1000
                -p tls.cipher=TLS_AES_256_GCM_SHA384 --quick --blocks 1 --warmup 1 --seconds 2 -p client.profile=250us
                --explain --out results
                """));

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("broken down");
    assertThat(ended.out())
        .contains("cryptography library", "TLS library", "C library", "the server's own code")
        .contains("The server's CPU time is broken down by program, libraries and kernel");
    assertThat(stacks("tls_aes_256_gcm_sha384"))
        .contains("[object libcrypto.so", "[object libssl.so", "[object redis-", "[system]");
    // The same program, which has loaded them, too.
    assertThat(stacks("plain"))
        .contains("[object redis-", "[system]")
        .doesNotContain("[object libssl.so");
    assertThat(directory.resolve("results/report.html"))
        .content()
        .contains("figure id=\"flames-client-")
        .doesNotContain("figure id=\"flames-server-");
  }

  private String stacks(String variant) throws IOException {
    return Files.readString(directory.resolve("results/explain/" + variant + ".server.collapsed"));
  }
}
