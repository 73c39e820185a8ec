package site.ycsb.tls.cli.option;

import picocli.CommandLine.Option;

/** How the answer of a comparison is printed: the options that its commands share. */
public final class AnswerOptions {
  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Operations for which cores are printed, such as 50000/s (10000/s).")
  private String rate = "10000/s";

  @Option(
      names = {"-v", "--verbose"},
      description = "Also print what the columns of the tables mean; text only.")
  private boolean verbose;

  /**
   * Operations per second for which cores are printed.
   *
   * @throws site.ycsb.tls.property.UsageException when it is no rate
   */
  public double operationsPerSecond() {
    return Amount.rate("--rate", rate);
  }

  /** Whether the columns of the tables are explained. */
  public boolean verbose() {
    return verbose;
  }
}
