package site.ycsb.tls.cli.option;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command, which picocli and {@code Main} handle, and its output. */
@SuppressWarnings("UnusedVariable")
public class CommonOptions {
  /** The command's own. */
  @Spec protected CommandSpec spec;

  @Option(names = "-debug", description = "Print the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  /** Prints to standard output, at once. */
  protected final void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
