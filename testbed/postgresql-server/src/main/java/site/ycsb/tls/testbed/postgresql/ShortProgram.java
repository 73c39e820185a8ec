package site.ycsb.tls.testbed.postgresql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a program to its end. */
final class ShortProgram {
  private ShortProgram() {}

  /**
   * Runs it in the root folder, which every user may enter.
   *
   * @param name for messages
   * @param environment in addition to this process's, without what the user has for other servers
   * @return what it writes
   * @throws IOException when it fails; the message has its error
   */
  static String run(String name, List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).directory(Path.of("/").toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("PG"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      System.err.println(output);
      throw new IOException(name + " failed: " + ErrorLines.of(output.lines().toList()));
    }
    return output;
  }
}
