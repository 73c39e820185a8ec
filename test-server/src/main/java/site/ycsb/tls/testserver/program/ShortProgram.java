package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs a program to its end. */
public final class ShortProgram {
  private ShortProgram() {}

  /**
   * Runs it in the root folder, which every user may enter, with this process's environment and an
   * empty input.
   *
   * @param name for messages
   * @return what it writes
   * @throws IOException when it fails; the message has its last line
   */
  public static String run(String name, List<String> command)
      throws IOException, InterruptedException {
    return run(name, command, environment -> {}, LogLines::last);
  }

  /**
   * Runs it in the same way.
   *
   * @param environment changes its environment, which is this process's
   * @param errors the reason in the lines that it writes, as one line
   * @throws IOException when it fails; the message has its error
   */
  public static String run(
      String name,
      List<String> command,
      Consumer<Map<String, String>> environment,
      Function<List<String>, String> errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).directory(Path.of("/").toFile());
    environment.accept(builder.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      System.err.println(output);
      throw new IOException(name + " failed: " + errors.apply(output.lines().toList()));
    }
    return output;
  }
}
