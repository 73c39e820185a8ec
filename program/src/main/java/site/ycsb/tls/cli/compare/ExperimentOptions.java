package site.ycsb.tls.cli.compare;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import site.ycsb.tls.comparison.plan.Seeds;
import site.ycsb.tls.comparison.run.ResultsDirectory;
import site.ycsb.tls.servers.ServerRestart;

/** The options that comparisons and studies share. */
public final class ExperimentOptions {
  @Option(
      names = "--load",
      description = "Load the data into your server first (a test server is always loaded).")
  private boolean load;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all random choices.")
  private Long seed;

  @Option(
      names = "--may-sleep",
      description =
          "Let this machine's idle processors sleep. Otherwise they are kept awake if this user may"
              + " do that (root may), because waking them makes figures scatter.")
  private boolean maySleep;

  @Option(
      names = "--server-restart",
      paramLabel = "COMMAND",
      description =
          "Shell command that restarts your server. It is run before each block but the first, so"
              + " that the intervals contain how starts of the server differ. It must return when the"
              + " server is ready, within 10 minutes. Only for runs that take turns.")
  private String serverRestart;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory for the results (results/TIME-NAME); an interrupted command is resumed from it.")
  private Path out;

  /** Whether data are loaded into the user's server. */
  public boolean load() {
    return load;
  }

  /** The seed; a random one when none is given. */
  public long seed() {
    return seed == null ? Seeds.random() : seed;
  }

  /** Whether this machine's idle processors may sleep while it measures. */
  public boolean maySleep() {
    return maySleep;
  }

  /** What starts the user's server again; empty: it stays as it is. */
  public Optional<ServerRestart> serverRestart() {
    return Optional.ofNullable(serverRestart)
        .map(command -> new ServerRestart(command, ServerRestart.LONGEST));
  }

  /** Whether the user names that directory. */
  public boolean namesDirectory() {
    return out != null;
  }

  /** The directory for the results; a new one with this name if none is given. */
  public Path directory(String name) {
    if (out == null) {
      return ResultsDirectory.named(name);
    }
    ResultsDirectory.requireNoFile(out);
    return out;
  }
}
