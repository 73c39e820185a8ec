package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
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
 * @param servers what it must start again, or one of them; none where their addresses are not known
 */
public record ServerRestart(String command, Duration longest, List<InetSocketAddress> servers) {
  private static final int LONGEST_LINE = 300;

  /** Messages are printed and stored; a command may have a password. */
  private static final Secrets SECRETS = Secrets.named(List.of());

  /** The longest time that a server may take to be ready. */
  public static final Duration LONGEST = Duration.ofMinutes(10);

  public ServerRestart {
    servers = List.copyOf(servers);
    if (command.isBlank()) {
      // The shell would end it with 0, and no server would be another one.
      throw new UsageException(
          "--server-restart is empty (a variable that is not set?): expected a command for the shell; give one, or leave it out");
    }
  }

  /** Of servers whose addresses are not known yet. */
  public ServerRestart(String command, Duration longest) {
    this(command, longest, List.of());
  }

  /** The same command for these servers. */
  ServerRestart of(List<InetSocketAddress> itsServers) {
    return new ServerRestart(command, longest, itsServers);
  }

  /**
   * Runs it.
   *
   * @throws IOException when it fails, does not end in time, or leaves the server as it was; the
   *     message is one line
   */
  void run() throws IOException, InterruptedException {
    try (EarlierConnections earlier = EarlierConnections.to(servers)) {
      execute();
      if (earlier.areOpen()) {
        throw new IOException(
            "--server-restart '%s': the server was not started again, as a connection to it from before is still open; give a command that restarts what listens at its port"
                .formatted(SECRETS.mask(command)));
      }
    }
  }

  private void execute() throws IOException, InterruptedException {
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
