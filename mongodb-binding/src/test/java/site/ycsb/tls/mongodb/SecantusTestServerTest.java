package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.testkit.Given;

class SecantusTestServerTest {
  private static final String ASKED = "testbed.server=secantus";
  private static final Path DATA = Path.of("/data");

  @TempDir(factory = ModuleFolder.class)
  private Path folder;

  private TestServer recipe() {
    return new SecantusTestServer(new InstalledPrograms(List.of(folder)));
  }

  private List<String> arguments(String... further) {
    return recipe().arguments(properties(further), DATA);
  }

  private static Map<String, String> properties(String... further) {
    Map<String, String> properties = Given.properties(further);
    properties.putIfAbsent("testbed.server", "secantus");
    return properties;
  }

  @Test
  void itIsStartedWhenItIsAskedForAndOtherwiseTheOneInAJvm() {
    MongoDbBinding binding = new MongoDbBinding();
    assertThat(binding.testServer(Given.properties(ASKED)).orElseThrow().module())
        .isEqualTo("secantus-server");
    assertThat(binding.testServer(Map.of()).orElseThrow().module()).isEqualTo("mongodb-server");
  }

  @Test
  void theProgramIsTheUsersAndSoAreItsOptions() throws IOException {
    assertThat(recipe().obstacle(properties()).orElseThrow())
        .startsWith("secantusd-rs is neither on PATH nor in")
        .contains("cargo install secantus-mdb", "testbed.server", "mongodb.url")
        .doesNotContain("\n");

    Path program = Files.createFile(folder.resolve("secantusd-rs"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(recipe().obstacle(properties())).isEmpty();
    assertThat(arguments("testbed.options=--cache-size=1G  --sync-on-commit"))
        .containsExactly(
            "data=/data",
            "program=" + program,
            "--cache-size=512M",
            "--cache-size=1G",
            "--sync-on-commit");
  }

  @Test
  void whatItCannotDoIsRefusedBeforeItIsStarted() {
    refused(() -> arguments("churn.scope=connection")).hasMessageContaining("churn.scope=client");
    refused(() -> arguments("testbed.extracpu=1")).hasMessageContaining("leave it out");
    refused(() -> arguments("testbed.server=java")).hasMessageContaining("all variants");
    refused(() -> new MongoDbTestServer().arguments(properties(), DATA))
        .hasMessageContaining("all variants");
    refused(
            () ->
                new MongoDbTestServer()
                    .arguments(Given.properties("testbed.options=--cache-size=1G"), DATA))
        .hasMessageContaining("testbed.server=secantus");
  }

  @Test
  void saysWhatFiguresOfScansAndOfNewConnectionsContain() {
    assertThat(recipe().notice(properties()).orElseThrow())
        .contains("every account of this machine")
        .doesNotContain("\n", "scan", "5 ms");
    assertThat(recipe().notice(properties("scanproportion=0.95")).orElseThrow())
        .contains("the rest of the collection");
    assertThat(
            recipe()
                .notice(properties("workload=site.ycsb.tls.workload.ConnectionChurnWorkload"))
                .orElseThrow())
        .contains("every 5 ms");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
      })
  void servesWhatRustlsHas(String suite) {
    assertThatCode(() -> require("tls.cipher=" + suite)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "tls.cipher=TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, no CBC",
    "tls.cipher=TLS_DHE_RSA_WITH_AES_128_GCM_SHA256, DHE",
    "tls.cipher=TLS_RSA_WITH_AES_128_GCM_SHA256, static RSA",
    "tls.cipher=TLS_AES_128_GCM_SHA256 tls.group=secp521r1, x25519",
    "tls.cipher=TLS_AES_128_GCM_SHA256 tls.keysize=1024, RSA-2048 to RSA-4096",
    "tls.cipher=TLS_AES_128_GCM_SHA256 tls.keysize=EC-521, EC-384"
  })
  void refusesWhatRustlsLacksWithWhatItHas(String pin, String reason) {
    refused(() -> require(pin.split(" ", -1)))
        .hasMessageContaining("secantusd-rs, whose rustls knows")
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");
  }

  private void require(String... pin) {
    Map<String, String> properties = properties(pin);
    properties.put("tls.legacy", "true");
    recipe().requireCanServe(properties, TlsOptions.parse(properties).orElseThrow());
  }
}
