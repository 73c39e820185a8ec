package site.ycsb.tls.testserver.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

@Timeout(60)
class TlsLibraryTest {
  private static final String UNKNOWN = "TLS library of unknown version";

  @Test
  void processesWithoutOneHaveAnUnknownVersion() {
    assertThat(TlsLibrary.of(ProcessHandle.current().pid())).isEqualTo(UNKNOWN);
  }

  /** OpenSSL's own words are the other witness. */
  @Test
  @Needs({Requirement.OPENSSL, Requirement.LINUX})
  void opensslsIsTheOneThatItSays() throws Exception {
    Process version = new ProcessBuilder("openssl", "version").start();
    String says = new String(version.getInputStream().readAllBytes(), UTF_8);
    // Waits for its input.
    Process waiting = new ProcessBuilder("openssl", "dgst").start();
    try {
      while (TlsLibrary.of(waiting.pid()).equals(UNKNOWN)) {
        Thread.sleep(10); // It is still being loaded.
      }
      assertThat(TlsLibrary.of(waiting.pid())).startsWith("OpenSSL ");
      assertThat(says).startsWith(TlsLibrary.of(waiting.pid()));
    } finally {
      waiting.destroy();
      waiting.waitFor();
    }
  }
}
