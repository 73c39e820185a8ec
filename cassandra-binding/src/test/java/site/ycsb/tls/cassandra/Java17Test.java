package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.property.run.JavaInstallation;

class Java17Test {
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
  void ownVariableComesFirst() {
    assertThat(Java17.home(java17.toString(), () -> Optional.empty())).isEqualTo(java17);
    assertThat(Java17.home("", () -> JavaInstallation.in(java17))).isEqualTo(java17);
  }

  @Test
  void refusesAnotherVersionThatIsNamed() {
    refused(() -> Java17.home(java25.toString(), () -> JavaInstallation.in(java17)))
        .hasMessageContaining("CASSANDRA_JAVA_HOME=" + java25);
  }

  @Test
  void saysWhereItLookedWhenThereIsNone() {
    refused(() -> Java17.home("", Optional::empty))
        .hasMessageContaining("Java 17")
        .hasMessageContaining("/usr/lib/jvm")
        .hasMessageContaining("CASSANDRA_JAVA_HOME");
  }

  /**
   * What the launcher asks before it builds the nodes agrees with what is asked when they start.
   */
  @Test
  void launcherAsksTheSameBeforeItBuilds() throws Exception {
    assertThat(beforeBuild(java17, "run", "cassandra")).isEmpty();
    for (String command : List.of("run cassandra", "model cassandra", "-debug run cassandra")) {
      assertThat(beforeBuild(java25, command.split(" ")))
          .isEqualTo(
              "ycsb: CASSANDRA_JAVA_HOME=%s is no installation of Java 17, which Cassandra's test nodes need\n"
                  .formatted(java25));
    }

    Path file = Files.writeString(directory.resolve("my.properties"), "x=1\nhosts = a,b\n");
    assertThat(beforeBuild(java25, "run", "cassandra", "-P", file.toString())).isEmpty();
    Files.writeString(file, "variants.near.port:9142\n");
    assertThat(beforeBuild(java25, "run", "cassandra", "-P" + file)).isEmpty();
    for (String given : List.of("-p hosts=a", "-pport=9142", "-p variants.near.hosts=a")) {
      assertThat(beforeBuild(java25, ("-debug run cassandra " + given).split(" "))).isEmpty();
    }
    assertThat(beforeBuild(java25, "help", "cassandra")).isEmpty();
    assertThat(beforeBuild(java25, "-debug", "help", "cassandra")).isEmpty();
    assertThat(beforeBuild(java25, "-build", "testbed/cassandra-server")).isEmpty();
  }

  /** What it says; it fails when it says something. */
  private static String beforeBuild(Path javaHome, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of("../testbed/cassandra-server/before-build").toAbsolutePath().toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("CASSANDRA_JAVA_HOME", javaHome.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(said.isEmpty() ? 0 : 2);
    return said;
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
