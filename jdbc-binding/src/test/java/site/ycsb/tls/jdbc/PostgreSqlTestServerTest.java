package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.testkit.Given;

/** Which server it is to be, and what it can do, by the folders of packages. */
class PostgreSqlTestServerTest {
  private static final String ASKED = "testbed.server=postgresql";

  @TempDir(factory = ModuleFolder.class)
  private Path folder;

  private void install(String version) throws IOException {
    Path bin =
        Files.createDirectories(folder.resolve("postgresql").resolve(version).resolve("bin"));
    for (String program : List.of("postgres", "initdb", "psql")) {
      assertThat(Files.createFile(bin.resolve(program)).toFile().setExecutable(true)).isTrue();
    }
  }

  private TestServer recipe() {
    return new PostgreSqlTestServer(PostgreSqlTestServer.newest(folder.resolve("postgresql")));
  }

  private List<String> arguments(String... further) {
    Map<String, String> all = Given.properties(further);
    all.putAll(Given.properties(ASKED));
    return recipe().arguments(all, Path.of("/data"));
  }

  @Test
  void theBindingHasOneForEachProduct() {
    JdbcBinding binding = new JdbcBinding();
    assertThat(binding.testServer(Given.properties(ASKED)).orElseThrow())
        .isInstanceOf(PostgreSqlTestServer.class);
    assertThat(binding.testServer(new TreeMap<>()).orElseThrow())
        .isInstanceOf(MariaDbTestServer.class);
  }

  @Test
  void takesTheNewestOfThePackages() throws Exception {
    install("9");
    install("17");
    install("15");
    assertThat(arguments())
        .containsExactly(
            "data=/data",
            "programs=" + folder.resolve("postgresql/17/bin"),
            "--shared_buffers=131072kB");
    assertThat(arguments("testbed.bufferpool=1G", "testbed.options=--fsync=off"))
        .contains("--shared_buffers=1048576kB", "--fsync=off");
  }

  @Test
  void saysInOneLineWhichPackageIsMissing() {
    assertThat(recipe().obstacle(Given.properties(ASKED)).orElseThrow())
        .contains("apt-get install postgresql", "db.url")
        .doesNotContain("\n");
    assertThat(new PostgreSqlTestServer(Optional.of(folder)).obstacle(new TreeMap<>())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "testbed.atrest=on, a setting of MariaDB",
    "testbed.flushmethod=fsync, a setting of MariaDB",
    "testbed.options=fsync=off, begins with --"
  })
  void refusesWhatItDoesNotHave(String property, String says) {
    refused(() -> arguments(property)).hasMessageContaining(says);
  }

  @Test
  void refusesTwoProductsInOneCommand() {
    refused(
            () ->
                recipe().arguments(Given.properties("testbed.server=installed"), Path.of("/data")))
        .hasMessageContaining("holds for all variants");
  }

  @ParameterizedTest
  @CsvSource({
    "15, x25519, give tls.group=secp256r1",
    "15, secp384r1, PostgreSQL 15 takes one group only",
    "15, secp256r1,",
    "15, any,",
    "18, x25519,"
  })
  void knowsWhichVersionsHaveOneGroupOnly(String version, String group, String says)
      throws Exception {
    install(version);
    TlsOptions tls =
        TlsOptions.parse(
                Given.properties("tls.cipher=TLS_AES_256_GCM_SHA384", "tls.group=" + group))
            .orElseThrow();
    if (says == null) {
      recipe().requireCanServe(Given.properties(ASKED), tls);
    } else {
      refused(() -> recipe().requireCanServe(Given.properties(ASKED), tls))
          .hasMessageContaining(says);
    }
  }
}
