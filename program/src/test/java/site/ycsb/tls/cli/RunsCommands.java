package site.ycsb.tls.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A test that runs commands in this process. */
abstract class RunsCommands {
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  /** Returns the exit code. */
  int run(String... words) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  /** The same with words that have no blanks. */
  final int runLine(String line) {
    return run(line.split(" ", -1));
  }

  /** The same, as the launcher of this checkout starts it. */
  final int runAtHome(String line) {
    System.setProperty("ycsb.home", "..");
    try {
      return runLine(line);
    } finally {
      System.clearProperty("ycsb.home");
    }
  }
}
