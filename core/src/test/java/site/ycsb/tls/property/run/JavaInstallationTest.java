package site.ycsb.tls.property.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

class JavaInstallationTest {
  @TempDir(factory = ModuleFolder.class)
  private Path directory;

  private Path java17;
  private Path java25;

  @BeforeEach
  void install() throws IOException {
    java17 = install("jdk-17", "17.0.15");
    java25 = install("jdk-25", "25.0.3");
  }

  @Test
  void takesTheOneThatRunsBeforeOthers() throws IOException {
    Path other = install("other/jdk-17", "17.0.1");

    assertThat(find("17", java17, Map.of("JAVA_HOME", other.toString()), directory))
        .contains(java17);
    assertThat(find("17", java25, Map.of("JAVA_HOME", other.toString()), directory))
        .contains(other);
    assertThat(find("17", java25, Map.of(), directory)).contains(java17);
    assertThat(find("25", java17, Map.of(), directory)).contains(java25);
    assertThat(find("21", java17, Map.of(), directory)).isEmpty();
  }

  private static Optional<Path> find(
      String version, Path running, Map<String, String> environment, Path place) {
    return JavaInstallation.all(running, environment, Stream.of(place))
        .filter(java -> java.isA(version))
        .findFirst()
        .map(JavaInstallation::home);
  }

  /** One update may have a group that another one lacks. */
  @Test
  void tellsUpdatesApart() throws IOException {
    Path newer = install("jdk-25-newer", "25.0.5");
    install("jdk-26", "26.0.2.1");

    assertThat(find("25.0.3", java17, Map.of(), directory)).contains(java25);
    assertThat(find("25.0.5", java17, Map.of(), directory)).contains(newer);
    assertThat(find("26.0.2", java17, Map.of(), directory)).isPresent();
    assertThat(find("25.0.50", java17, Map.of(), directory)).isEmpty();
    assertThat(find("2", java17, Map.of(), directory)).isEmpty();
  }

  @Test
  void findsOneAsMacOsHasIt() throws IOException {
    Path home = install("mac/17.jdk/Contents/Home", "17");

    assertThat(find("17", java25, Map.of(), directory.resolve("mac"))).contains(home);
  }

  @Test
  void knowsTheVersions() throws IOException {
    assertThat(JavaInstallation.in(install("ea", "26-ea")))
        .get()
        .extracting(JavaInstallation::feature)
        .isEqualTo(26);
    assertThat(JavaInstallation.in(install("old", "1.8.0_402")))
        .get()
        .extracting(JavaInstallation::feature)
        .isEqualTo(8);
    assertThat(JavaInstallation.in(install("update", "25.0.5")))
        .get()
        .extracting("version")
        .isEqualTo("25.0.5");
    assertThat(JavaInstallation.in(install("odd", "seventeen"))).isEmpty();
    Files.delete(java17.resolve("release"));
    assertThat(JavaInstallation.in(java17)).isEmpty();
    assertThat(JavaInstallation.in(directory)).isEmpty();
  }

  @Test
  void theRunningOneIsFound() {
    JavaInstallation running = JavaInstallation.running();

    assertThat(running.runsThis()).isTrue();
    assertThat(running.launcher()).isExecutable();
    assertThat(clientJava(Integer.toString(running.feature()))).isEqualTo(running);
    assertThat(clientJava(running.home().toString())).isEqualTo(running);
    assertThat(clientJava(java25.toString()).runsThis()).isFalse();
  }

  @Test
  void refusesWhatIsNotThereOrTooOld() throws IOException {
    String running = JavaInstallation.running().version();
    assertRefused("999", "no Java 999 was found", ": " + running, "give its folder");
    assertRefused("17.0.999", "no Java 17.0.999 was found");
    assertRefused(directory.toString(), "with bin/java in it");
    assertRefused("newest", "with bin/java in it");
    assertRefused(install("old", "11.0.22").toString(), "Java 17 or newer", "Java 11");
  }

  private static void assertRefused(String given, String... said) {
    assertThatThrownBy(() -> clientJava(given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("client.java=" + given)
        .hasMessageContainingAll(said);
  }

  private static JavaInstallation clientJava(String given) {
    return new TypedProperties(Map.of("client.java", given)).get(RunProperties.CLIENT_JAVA, null);
  }

  private Path install(String name, String version) throws IOException {
    Path home = directory.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.createFile(home.resolve("bin/java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }
}
