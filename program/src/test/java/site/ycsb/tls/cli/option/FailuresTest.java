package site.ycsb.tls.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.property.UsageException;

class FailuresTest {
  private final StringWriter err = new StringWriter();

  @Command(name = "program", subcommands = Part.class)
  private static final class Program extends CommonOptions {}

  @Command(name = "part")
  private static final class Part extends CommonOptions {}

  @Test
  void aFailureIsOneLineWithItsExitCode() {
    assertThat(tell(new IOException("the disk is full"), "part")).isEqualTo(1);
    assertThat(tell(new UncheckedIOException(new IOException("closed")), "part")).isEqualTo(1);
    assertThat(tell(new UsageException("no such value"), "part")).isEqualTo(2);
    assertThat(tell(new ComparisonException(2, "cannot run"), "part")).isEqualTo(2);
    assertThat(tell(new InterruptedException(), "part")).isEqualTo(130);
    assertThat(tell(new UncheckedIOException(new ClosedByInterruptException()), "part"))
        .isEqualTo(130);
    assertThat(tell(new IllegalStateException("odd"), "part")).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "ycsb: first: the disk is full",
            "ycsb: first: closed",
            "ycsb: first: no such value",
            "ycsb: first: cannot run",
            "ycsb: first: interrupted",
            "ycsb: first: interrupted",
            "ycsb: first: internal error: java.lang.IllegalStateException: odd (-debug shows where)");
  }

  /** Also that of what ended a comparison in the middle. */
  @Test
  void withDebugItsStackTraceIsTold() {
    ComparisonException end = new ComparisonException(1, "it ended");
    end.initCause(new IOException("the disk is full"));

    for (String line : new String[] {"-debug part", "part -debug"}) {
      err.getBuffer().setLength(0);
      assertThat(tell(end, line.split(" "))).isEqualTo(1);
      assertThat(err.toString())
          .containsSubsequence("\tat ", "Caused by: java.io.IOException: the disk is full", "\tat ")
          .endsWith("ycsb: first: it ended" + System.lineSeparator());
    }
  }

  /** A driver's message has the URL that it was given, and so a password. */
  @Test
  void neitherTheLineNorTheStackTraceHasCredentials() {
    String url = "jdbc:mariadb://me:hunter2@host/db?password=hunter3";
    DatabaseException end =
        new DatabaseException("not open", new IOException("no driver for " + url));

    assertThat(tell(end, "part", "-debug")).isEqualTo(1);
    assertThat(tell(new IllegalStateException(url), "part")).isEqualTo(1);

    assertThat(err.toString())
        .contains("IOException: no driver for jdbc:mariadb://***@host/db?password=***", "\tat ")
        .contains("IllegalStateException: jdbc:mariadb://***@host/db?password=***")
        .doesNotContain("hunter");
  }

  private int tell(Exception failure, String... line) {
    CommandLine program = new CommandLine(new Program()).setErr(new PrintWriter(err));
    program.parseArgs(line);
    return Failures.tell(failure, program.getSubcommands().get("part"), "first: ");
  }
}
