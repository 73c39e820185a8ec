package site.ycsb.tls.cli.option;

import java.io.PrintWriter;
import java.util.Locale;
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
    out().print(text);
    out().flush();
  }

  /** Prints a line to standard output. */
  protected final void say(String line) {
    out().println(line);
  }

  /** The same, formatted. */
  protected final void say(String form, Object... values) {
    say(String.format(Locale.ROOT, form, values));
  }

  /** Prints a line to standard error. */
  protected final void note(String line) {
    err().println(line);
  }

  /** Standard output. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Standard error. */
  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
