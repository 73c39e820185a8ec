package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.option.UsageException;

class Java17Test {
  @TempDir private Path directory;
  private Path java17;
  private Path java25;

  @BeforeEach
  void install() throws IOException {
    java17 = install("jdk-17", "17.0.15");
    java25 = install("jdk-25", "25.0.3");
  }

  @Test
  void takesTheOneThatRuns() {
    assertThat(Java17.find(Map.of(), java17, List.of())).isEqualTo(java17);
  }

  @Test
  void findsOneAmongTheInstalled() {
    assertThat(Java17.find(Map.of(), java25, List.of(directory))).isEqualTo(java17);
    assertThat(Java17.find(Map.of("JAVA_HOME", java17.toString()), java25, List.of()))
        .isEqualTo(java17);
  }

  @Test
  void findsOneAsMacOsHasIt() throws IOException {
    Path bundle = directory.resolve("mac/17.jdk");
    Path home = install("mac/17.jdk/Contents/Home", "17");

    assertThat(Java17.find(Map.of(), java25, List.of(bundle.getParent()))).isEqualTo(home);
  }

  @Test
  void ownVariableComesFirst() throws IOException {
    Path other = install("other", "17.0.1");

    assertThat(Java17.find(Map.of("CASSANDRA_JAVA_HOME", other.toString()), java17, List.of()))
        .isEqualTo(other);
  }

  @Test
  void refusesAnotherVersionThatIsNamed() {
    assertThatThrownBy(
            () ->
                Java17.find(
                    Map.of("CASSANDRA_JAVA_HOME", java25.toString()), java17, List.of(directory)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("CASSANDRA_JAVA_HOME=" + java25);
  }

  @Test
  void saysWhereItLookedWhenThereIsNone() {
    assertThatThrownBy(() -> Java17.find(Map.of(), java25, List.of(directory.resolve("none"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Java 17")
        .hasMessageContaining(directory.resolve("none").toString())
        .hasMessageContaining("CASSANDRA_JAVA_HOME");
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
