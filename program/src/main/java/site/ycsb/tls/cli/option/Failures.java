package site.ycsb.tls.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.property.UsageException;

/**
 * How failures are told: in one line, and with {@code -debug} after their stack traces. Both
 * without credentials: the causes are drivers' exceptions, which may have a URL or a password in
 * them.
 */
public final class Failures {
  private static final Secrets SECRETS = Secrets.named(List.of());

  private Failures() {}

  /**
   * Tells one on standard error.
   *
   * @param where what failed, with a colon and a space; empty for the command itself
   * @return the exit code
   */
  public static int tell(Exception thrown, CommandLine commandLine, String where) {
    Exception e = thrown instanceof UncheckedIOException io ? io.getCause() : thrown;
    boolean debug = isDebug(commandLine);
    PrintWriter err = commandLine.getErr();
    if (debug) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      err.print(SECRETS.mask(trace.toString()));
    }
    err.println("ycsb: " + where + SECRETS.mask(inWords(e, debug)));
    return isInterruption(e)
        ? Interruption.EXIT_CODE
        : e instanceof UsageException
            ? CommandLine.ExitCode.USAGE
            : e instanceof ComparisonException end ? end.exitCode() : CommandLine.ExitCode.SOFTWARE;
  }

  private static String inWords(Exception e, boolean debug) {
    if (isInterruption(e)) {
      return "interrupted";
    }
    boolean expected =
        e instanceof UsageException
            || e instanceof ComparisonException
            || e instanceof DatabaseException
            || e instanceof IOException;
    return expected
        ? FileFailure.inWords(e)
        : "internal error: " + e + (debug ? "" : " (-debug shows where)");
  }

  private static boolean isInterruption(Exception e) {
    return e instanceof InterruptedException || FileFailure.isInterruption(e);
  }

  private static boolean isDebug(CommandLine commandLine) {
    ParseResult first = commandLine.getCommandSpec().root().commandLine().getParseResult();
    for (ParseResult r = first; r != null; r = r.subcommand()) {
      if (r.hasMatchedOption("-debug")) {
        return true;
      }
    }
    return false;
  }
}
