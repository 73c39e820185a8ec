package site.ycsb.tls.socket;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs a main class in a JVM of its own: some settings of JSSE hold for a whole process. */
public final class ChildJvm {
  private ChildJvm() {}

  /** All lines that it printed, in a JVM for code that runs for a second and is not about it. */
  public static List<String> run(Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    return run(brief(), main, arguments);
  }

  /** These options of a JVM, and those of one that lives for a second. */
  static List<String> brief(String... options) {
    return Stream.concat(
            Stream.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), Stream.of(options))
        .toList();
  }

  /** The same, in a JVM with these options only. */
  public static List<String> run(List<String> options, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dorg.conscrypt.native.workdir=target");
    // How often key stores hash a password, as the build says it for this JVM.
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("keystore.pkcs12."))
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = output.lines().toList();
      if (process.waitFor() != 0) {
        throw new AssertionError("the child failed: " + String.join("\n", lines));
      }
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }
}
