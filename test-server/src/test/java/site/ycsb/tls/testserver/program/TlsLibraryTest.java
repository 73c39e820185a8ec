package site.ycsb.tls.testserver.program;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

@Timeout(60)
class TlsLibraryTest {
  private static final String UNKNOWN = "TLS library of unknown version";

  @TempDir private Path directory;

  @Test
  void processesWithoutOneHaveAnUnknownVersion() {
    long own = ProcessHandle.current().pid();
    assertThat(TlsLibrary.of(own)).isEqualTo(UNKNOWN);
    assertThat(TlsLibrary.of(own, "WolfSSL 5.7")).isEqualTo("WolfSSL 5.7");
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
      String seen = TlsLibrary.of(waiting.pid());
      assertThat(seen).matches("OpenSSL .* \\([0-9a-f]{8}\\)");
      assertThat(says).startsWith(seen.replaceFirst(" \\([0-9a-f]*\\)$", ""));
    } finally {
      waiting.destroy();
      waiting.waitFor();
    }
  }

  /** Distributions mend it without a change of its version. */
  @Test
  @Needs(Requirement.LINUX)
  void anotherBuildOfTheSameVersionIsAnother() throws Exception {
    // As in the cache of a user whose name has a space.
    Path folder = Files.createDirectory(directory.resolve("J D"));
    Path first = library(folder.resolve("libcrypto.so.3"), "build ID of 20 bytes");
    Path second = library(folder.resolve("libcrypto.so.4"), "another of 20 bytes.");
    try (Holder one = Holder.of(first);
        Holder other = Holder.of(second)) {
      assertThat(TlsLibrary.of(one.pid())).isEqualTo("OpenSSL 3.0.22 25 Aug 2026 (6275696c)");
      assertThat(TlsLibrary.of(other.pid())).isEqualTo("OpenSSL 3.0.22 25 Aug 2026 (616e6f74)");
      assertThat(TlsLibrary.of(other.pid(), "OpenSSL 3")).isEqualTo("OpenSSL 3 (616e6f74)");
      assertThat(TlsLibrary.of(other.pid(), "WolfSSL 5.7.6")).isEqualTo("WolfSSL 5.7.6");
    }
  }

  /** As by an upgrade, after which the servers that run have the old file. */
  @Test
  @Needs(Requirement.LINUX)
  void aFileThatWasReplacedIsNotTakenForTheOneThatIsLoaded() throws Exception {
    Path file = library(directory.resolve("libcrypto.so.3"), "build ID of 20 bytes");
    try (Holder holder = Holder.of(file)) {
      Files.delete(file);
      library(file, "another of 20 bytes.");

      assertThat(TlsLibrary.of(holder.pid())).isEqualTo(UNKNOWN);
      assertThat(TlsLibrary.of(holder.pid(), "OpenSSL 3")).isEqualTo("OpenSSL 3");
    }
  }

  /** What is looked for in a library. */
  private static Path library(Path file, String buildId) throws IOException {
    String note = "\4\0\0\0\24\0\0\0\3\0\0\0GNU\0" + buildId;
    return Files.write(
        file, ("\177ELF" + note + "...OpenSSL 3.0.22 25 Aug 2026\0").getBytes(ISO_8859_1));
  }

  /** A process that has a file in its memory. */
  private record Holder(Process process) implements AutoCloseable {
    static Holder of(Path file) throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty(
                      "surefire.test.class.path", System.getProperty("java.class.path")),
                  LoadsFile.class.getName(),
                  file.toString())
              .start();
      assertThat(process.inputReader().readLine()).isEqualTo("loaded");
      return new Holder(process);
    }

    long pid() {
      return process.pid();
    }

    @Override
    public void close() throws InterruptedException {
      process.destroy();
      process.waitFor();
    }
  }
}
