package site.ycsb.tls.mongodb;

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

/** {@code compare --explain} on the test server: where the CPU time of both sides goes. */
@Needs(Requirement.LINUX)
@Tag("full")
class ExplanationIT {
  @TempDir private Path directory;

  @TempDir private Path temporary;

  @Test
  void tlsCostsWhatItsStacksSay() throws Exception {
    Ycsb ended =
        Ycsb.run(
            directory,
            words(
                """
                compare mongodb -P workloads/workloadc -p recordcount=1000
                -p tls.cipher=TLS_AES_256_GCM_SHA384 --quick --blocks 1 --warmup 2 --seconds 2
                --explain --out results -jvm-args
                """,
                "-Djava.io.tmpdir=" + temporary));

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("not broken down", "Warning: the comparison");
    assertThat(ended.out())
        .contains("Where the CPU time goes", "cipher and hash")
        .contains("for each operation on the client", "for each operation on the server");
    // Both sides speak TLS in one variant, and neither in the other.
    assertThat(stacks("tls_aes_256_gcm_sha384.client"))
        .contains("com.mongodb.", "sun.security.ssl.");
    assertThat(stacks("tls_aes_256_gcm_sha384.server")).contains("io.netty.", "sun.security.ssl.");
    assertThat(stacks("plain.client")).contains("com.mongodb.").doesNotContain("sun.security.ssl.");
    assertThat(stacks("plain.server")).contains("io.netty.").doesNotContain("sun.security.ssl.");
    assertThat(directory.resolve("results/report.html"))
        .content()
        .contains("figure id=\"flames-client-", "figure id=\"flames-server-");
    assertThat(temporary).isEmptyDirectory();
  }

  private String stacks(String name) throws IOException {
    return Files.readString(directory.resolve("results/explain/" + name + ".collapsed"));
  }
}
