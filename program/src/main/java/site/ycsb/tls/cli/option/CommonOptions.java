package site.ycsb.tls.cli.option;

import picocli.CommandLine.Option;

/** The options of every command. Picocli and {@code Main} handle them. */
@SuppressWarnings("UnusedVariable")
public class CommonOptions {
  @Option(names = "-debug", description = "Print the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;
}
