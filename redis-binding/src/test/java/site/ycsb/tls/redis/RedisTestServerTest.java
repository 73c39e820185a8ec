package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.testkit.Given;

/** Which server it is to be, by what is found in a folder. */
class RedisTestServerTest {
  @TempDir(factory = ModuleFolder.class)
  private Path folder;

  private TestServer recipe() {
    return new RedisTestServer(new InstalledPrograms(List.of(folder)));
  }

  private String install(String name) throws IOException {
    Path program = Files.createFile(folder.resolve(name));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return "program=" + program;
  }

  private List<String> arguments(String... properties) {
    return recipe().arguments(Given.properties(properties), Path.of("/data"));
  }

  @Test
  void takesTheOneThatIsInstalledAndOfTwoTheOneThatIsAskedFor() throws Exception {
    String valkey = install("valkey-server");
    assertThat(arguments()).containsExactly("data=/data", valkey);

    String redis = install("redis-server");
    assertThat(arguments()).containsExactly("data=/data", redis);
    assertThat(arguments("testbed.server=valkey")).containsExactly("data=/data", valkey);
    assertThat(recipe().obstacle(Map.of())).isEmpty();
  }

  @Test
  void saysInOneLineWhichPackageIsMissing() throws Exception {
    assertThat(recipe().obstacle(Map.of()).orElseThrow())
        .contains(
            "redis-server or valkey-server is neither on PATH nor in",
            "apt-get install redis-server, or valkey-server",
            "redis.host")
        .doesNotContain("\n");
    install("redis-server");
    assertThat(recipe().obstacle(Given.properties("testbed.server=valkey")).orElseThrow())
        .startsWith("valkey-server is neither");
  }

  @Test
  void passesSettingsOn() {
    assertThat(arguments("testbed.options=--io-threads=3  --hz=20"))
        .containsExactly("data=/data", "--io-threads=3", "--hz=20");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--io-threads 3", "io-threads=3", "--io-threads"})
  void refusesSettingsInAnotherForm(String given) {
    refused(() -> arguments("testbed.options=" + given)).hasMessageContaining("--io-threads=3");
  }
}
