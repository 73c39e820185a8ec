package site.ycsb.tls.servers;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.property.UsageException;

/**
 * A command of the user's that starts their server again, and ends when it is ready.
 *
 * @param command for the shell; not blank
 * @param longest how long it may take
 */
public record ServerRestart(String command, Duration longest) {
  private static final int LONGEST_LINE = 300;

  /** Messages are printed and stored; a command may have a password. */
  private static final Secrets SECRETS = Secrets.named(List.of());

  /** The longest time that a server may take to be ready. */
  public static final Duration LONGEST = Duration.ofMinutes(10);

  public ServerRestart {
    if (command.isBlank()) {
      // The shell would end it with 0, and no server would be another one.
      throw new UsageException(
          "--server-restart is empty (a variable that is not set?): expected a command for the shell; give one, or leave it out");
    }
  }

  /**
   * Runs it.
   *
   * @throws IOException when it fails or does not end in time; the message is one line
   */
  void run() throws IOException, InterruptedException {
    try (TemporaryDirectory temporary = TemporaryDirectory.create("restart")) {
      // A file and no pipe: a server that the command leaves running would keep the pipe open.
      Path output = temporary.path().resolve("output");
      Process process =
          new ProcessBuilder("/bin/sh", "-c", command)
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile())
              .start();
      try {
        if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new IOException(
              "--server-restart '%s': it has not ended after %d s; it must return when the server is ready"
                  .formatted(SECRETS.mask(command), longest.toSeconds()));
        }
      } finally {
        if (process.isAlive()) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "--server-restart '%s': exit code %d%s"
                .formatted(SECRETS.mask(command), process.exitValue(), lastLine(output)));
      }
    }
  }

  private static String lastLine(Path output) throws IOException {
    // The encoding of the command's words is not known, and some may be cut off.
    String text = new String(Files.readAllBytes(output), Charset.defaultCharset());
    return Arrays.stream(text.split("\\R"))
        .filter(line -> !line.isBlank())
        .reduce((earlier, later) -> later)
        .map(line -> ": " + SECRETS.mask(line.strip()))
        .map(line -> line.substring(0, Math.min(line.length(), LONGEST_LINE)))
        .orElse("");
  }
}
