package site.ycsb.tls.cli;

import picocli.CommandLine.Option;

/** The options of every command. Picocli and {@link Main} handle them. */
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
