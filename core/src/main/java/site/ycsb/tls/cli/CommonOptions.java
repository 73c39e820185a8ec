package site.ycsb.tls.cli;

import picocli.CommandLine.Option;

/** What every command understands. Picocli and {@link Main} look at the options themselves. */
@SuppressWarnings("UnusedVariable")
class CommonOptions {
  @Option(names = "-debug", description = "Print the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;
}
