package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... line) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line);
  }

  @ParameterizedTest
  @CsvSource({
    "compare basic --qiuck,did you mean --quick?; see 'bin/ycsb compare -h'",
    "compare basic --block=3,did you mean --blocks?",
    "run basic -trheads 4,did you mean -threads?",
    "comapre basic,did you mean compare?; see 'bin/ycsb -h'",
    "run basic --frobnicate,Unknown option: '--frobnicate'; see 'bin/ycsb run -h'"
  })
  void misspelledOptionsAndCommandsAreAnsweredInOneLine(String line, String answer) {
    assertThat(run(line.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).startsWith("ycsb: ").contains(answer).hasLineCount(1);
  }

  @Test
  void withoutACommandTheHelpIsPrinted() {
    assertThat(run()).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("Usage: ycsb")
        .contains("  compare ")
        .contains("Exit codes:");
  }
}
