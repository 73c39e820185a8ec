package site.ycsb.tls.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code bin/ycsb} as its users start it. */
public record Ycsb(int exitCode, String out, String err) {
  private static final Path HOME = Path.of(System.getProperty("ycsb.home"));

  private static final int PATIENCE_SECONDS = 300;
  private static final Pattern OPERATIONS = Pattern.compile("sec: [1-9][0-9]* operations");
  private static final Pattern THROUGHPUT = Pattern.compile("Throughput\\(ops/sec\\), (.*)");

  /** Runs the command to its end in the directory, which gets its output. */
  public static Ycsb run(Path directory, String... arguments)
      throws IOException, InterruptedException {
    Process process = start(directory, arguments);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(
          "did not end: " + String.join(" ", arguments) + "\n" + ended(directory, process));
    }
    return ended(directory, process);
  }

  /** Starts the command in the directory, which gets its output. */
  public static Process start(Path directory, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", HOME.resolve("bin/ycsb").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectOutput(directory.resolve("out").toFile());
    builder.redirectError(directory.resolve("err").toFile());
    return builder.start();
  }

  /** The output of the command that was started in the directory; waits for its end. */
  public static Ycsb ended(Path directory, Process process)
      throws IOException, InterruptedException {
    return new Ycsb(
        process.waitFor(),
        Files.readString(directory.resolve("out"), UTF_8),
        Files.readString(directory.resolve("err"), UTF_8));
  }

  /** Waits until a status line of the command reports operations, or it ends. */
  public static void awaitOperations(Path directory, Process process)
      throws IOException, InterruptedException {
    while (process.isAlive()
        && !OPERATIONS.matcher(Files.readString(directory.resolve("err"), UTF_8)).find()) {
      Thread.sleep(50);
    }
  }

  /** The value of a line {@code [SECTION], NAME, VALUE} of the report. */
  public String reported(String section, String name) {
    String start = "[" + section + "], " + name + ", ";
    return out.lines()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .reduce((a, b) -> b)
        .orElseThrow(() -> new AssertionError("no line " + start + "in\n" + out + err));
  }

  /**
   * The command ended with this code, one line with the reason, no stack trace, and no throughput.
   */
  public void assertRefused(int code, String... words) {
    List<String> reasons = err.lines().filter(line -> line.startsWith("ycsb: ")).toList();
    // The reasons first: some logs show no more than the first line.
    String said = "exit code " + exitCode + ", " + reasons + "; all of it:\n" + err;
    assertThat(exitCode).as(said).isEqualTo(code);
    assertThat(reasons).as(said).anySatisfy(line -> assertThat(line).contains(words));
    assertThat(err).doesNotContain("\tat ").doesNotContain("internal error");
    Matcher throughput = THROUGHPUT.matcher(out);
    while (throughput.find()) {
      assertThat(throughput.group(1)).isIn("NaN", "0.0");
    }
  }
}
