package site.ycsb.tls.cli;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** The options that comparisons and studies share. */
final class ExperimentOptions {
  @Option(
      names = "--load",
      description = "Load the data into the user's server (the test server always is loaded).")
  private boolean load;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the order and of all draws.")
  private Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (results/TIME-NAME); what is interrupted is resumed.")
  private Path out;

  /** Whether data are loaded into the user's server. */
  boolean load() {
    return load;
  }

  /** The seed; a random one that JSON can hold when none is given. */
  long seed() {
    return seed == null ? ThreadLocalRandom.current().nextLong(1L << 53) : seed;
  }

  /** The directory for the results; a new one with this name if none is given. */
  Path directory(String name) {
    return out == null ? ResultsDirectory.named(name) : out;
  }
}
