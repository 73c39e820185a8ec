package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BindingsTest {
  @TempDir private Path home;

  /** The command that a fleet's agent was started with names no provider. */
  @Test
  void aRunThatAnotherMachineAskedForHasTheJarsOfItsTlsProvider() throws Exception {
    Path lib = Files.createDirectories(home.resolve("providers/bcjsse/target/lib"));
    String with = "program.jar" + File.pathSeparator + lib + File.separator + "*";

    assertThat(path("program.jar", Map.of("tls.provider", "bcjsse"))).isEqualTo(with);
    assertThat(path(with, Map.of("tls.provider", "BCJSSE"))).isEqualTo(with);
    // Not built here; the JDK's; plain.
    assertThat(path("program.jar", Map.of("tls.provider", "Conscrypt"))).isEqualTo("program.jar");
    assertThat(path("program.jar", Map.of("tls.provider", "SunJSSE"))).isEqualTo("program.jar");
    assertThat(path("program.jar", Map.of())).isEqualTo("program.jar");
  }

  private String path(String present, Map<String, String> properties) {
    return Bindings.withProvider(present, home, properties);
  }
}
