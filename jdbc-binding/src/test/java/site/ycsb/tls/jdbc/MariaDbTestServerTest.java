package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.testkit.Given;

/** Which server it is to be, by what is found in a folder. */
class MariaDbTestServerTest {
  private static final Map<String, String> NOTHING_SAID = new TreeMap<>();
  private static final Map<String, String> JAR = Given.properties("testbed.server=jar");
  private static final Map<String, String> INSTALLED = Given.properties("testbed.server=installed");

  @TempDir(factory = ModuleFolder.class)
  private Path folder;

  private TestServer recipe(String platform) {
    return new MariaDbTestServer(new InstalledPrograms(List.of(folder)), platform);
  }

  private void install() throws IOException {
    assertThat(Files.createFile(folder.resolve("mariadbd")).toFile().setExecutable(true)).isTrue();
  }

  private static List<String> arguments(TestServer recipe, Map<String, String> properties) {
    return recipe.arguments(properties, Path.of("/data"));
  }

  @Test
  void whatIsInstalledIsUsedAndNothingIsFetchedForIt() throws Exception {
    install();
    TestServer recipe = recipe("Linux amd64");

    assertThat(recipe.furtherModules(NOTHING_SAID)).isEmpty();
    assertThat(recipe.notice(NOTHING_SAID)).isEmpty();
    assertThat(recipe.obstacle(NOTHING_SAID)).isEmpty();
    assertThat(arguments(recipe, NOTHING_SAID)).contains("places=" + folder);
  }

  @Test
  void theJarIsFetchedAndAnnouncedWhereNothingIsInstalled() {
    TestServer recipe = recipe("Linux amd64");

    assertThat(recipe.furtherModules(NOTHING_SAID)).containsExactly("mariadb-jar");
    assertThat(recipe.notice(NOTHING_SAID).orElseThrow()).contains("wolfSSL").doesNotContain("\n");
    assertThat(recipe.obstacle(NOTHING_SAID)).isEmpty();
    assertThat(arguments(recipe, NOTHING_SAID)).noneMatch(word -> word.startsWith("places="));
  }

  @Test
  void theJarIsUsedBesideAnInstalledServerWhenAskedFor() throws Exception {
    install();

    assertThat(recipe("Linux amd64").furtherModules(JAR)).containsExactly("mariadb-jar");
  }

  @Test
  void tellsWhatToDoWhereThereIsNeither() {
    assertThat(recipe("Linux aarch64").obstacle(NOTHING_SAID).orElseThrow())
        .contains("for Linux amd64 only", "apt-get install mariadb-server", "db.url")
        .doesNotContain("\n");
    assertThat(recipe("Linux amd64").obstacle(INSTALLED).orElseThrow())
        .contains("neither on PATH nor in", "apt-get install mariadb-server");
  }

  @Test
  void theJarDoesNotEncryptDataAtRest() {
    Map<String, String> encrypted = Given.properties("testbed.server=jar", "testbed.atrest=on");
    TestServer recipe = recipe("Linux amd64");
    refused(() -> arguments(recipe, encrypted)).hasMessageContaining("plug-in");
  }
}
