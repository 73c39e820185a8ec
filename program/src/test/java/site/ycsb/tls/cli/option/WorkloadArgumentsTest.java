package site.ycsb.tls.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.property.UsageException;

class WorkloadArgumentsTest {
  private final StringWriter err = new StringWriter();

  /** A command with these arguments. */
  @Command(name = "command")
  private static final class Mixee {
    @Mixin private WorkloadArguments arguments;
  }

  @Test
  void takesValuesFromTheEnvironmentSoThatTheyAreInNoCommandLine(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "their.passwd=env:PATH\ntable=env:NOT\n");

    Map<String, String> properties =
        parse("-P", file.toString(), "-p", "table=t", "-p", "their.user=env:PATH");

    assertThat(properties)
        .containsEntry("their.passwd", System.getenv("PATH"))
        .containsEntry("their.user", System.getenv("PATH"))
        .containsEntry("table", "t");
  }

  /** Nobody says of the client's own properties whether they are secrets. */
  @Test
  void whatComesFromTheEnvironmentIsMaskedUnlessItIsDeclaredAsNoSecret() {
    assertThat(parse("-p", "their.pin=env:PATH", "-p", "table=env:PATH"))
        .containsEntry("results.masked", "their.pin");
    assertThat(parse("-p", "their.pin=env:PATH", "-p", "results.masked=their.user"))
        .containsEntry("results.masked", "their.pin,their.user");
    assertThat(parse("-p", "table=env:PATH", "-p", "their.pin=1"))
        .doesNotContainKey("results.masked");
  }

  /** YCSB takes the one that comes last. */
  @Test
  void refusesTwoValuesOfOneProperty() {
    assertThatThrownBy(() -> parse("-p", "threadcount=4", "-threads", "8"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "threadcount=4 is given with -p, and 8 with the option for it: give one of them");
    assertThat(parse("-p", "threadcount=8", "-threads", "8")).containsEntry("threadcount", "8");
  }

  /** YCSB does not say it. */
  @Test
  void saysOfWhichPropertiesOnlyTheLastValueCounts(@TempDir Path folder) throws Exception {
    String lines = "table=a\ntable=b\nfieldcount=2\nfieldcount=2\n";
    Path file = Files.writeString(folder.resolve("file"), lines);
    String[] typed = {"recordcount=5", "recordcount=6", "zeropadding=2", "zeropadding=2"};

    assertThat(
            parse(
                "-P",
                file.toString(),
                "-p",
                typed[0],
                "-p",
                typed[1],
                "-p",
                typed[2],
                "-p",
                typed[3]))
        .containsEntry("table", "b")
        .containsEntry("recordcount", "6");
    assertThat(err.toString().lines())
        .containsExactly(
            "Note: " + file + " gives table several values; the last one counts.",
            "Note: -p gives recordcount several values; the last one counts.");
  }

  @Test
  void refusesAnEnvironmentVariableThatIsNotSet() {
    assertThatThrownBy(() -> parse("-p", "their.passwd=env:NO_SUCH_VARIABLE"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "their.passwd=env:NO_SUCH_VARIABLE: there is no environment variable 'NO_SUCH_VARIABLE';"
                + " set and export it, or give the value in a file with -P");
  }

  /** Which the fleet's own process starts. */
  @Test
  void onlyAChildIsToldOfItsFleet() {
    String[] words = {"-p", "fleet.agents=3", "-p", "fleet.member=1/3"};
    assertThatThrownBy(() -> parse(words))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("fleet.agents: a fleet sets it");

    System.setProperty(ForkedRunLauncher.PARENT, Long.toString(ProcessHandle.current().pid()));
    try {
      assertThat(parse(words)).containsEntry("fleet.member", "1/3");
    } finally {
      System.clearProperty(ForkedRunLauncher.PARENT);
    }
  }

  /** With the variants in it, which would be measured as if they were not there. */
  @Test
  void onlyALoadMayHaveTheFileOfAComparison(@TempDir Path folder) throws Exception {
    String file =
        Files.writeString(folder.resolve("file"), "table=t\nvariants.a.fieldcount=2\n").toString();

    assertThat(arguments("-P", file).ofLoad()).containsEntry("table", "t");
    assertThatThrownBy(() -> arguments("-P", file).ofOneRun())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("variants.a.fieldcount: variants are for compare")
        .hasMessageContaining("(also of files that -P names)");
    WorkloadArguments typed = arguments("-p", "variants.a.fieldcount=2");
    assertThatThrownBy(typed::ofLoad)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("variants.a.fieldcount: variants are for compare");
    assertThatThrownBy(typed::ofOneRun)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("variants.a.fieldcount: variants are for compare");
  }

  private Map<String, String> parse(String... words) {
    return arguments(words).toProperties();
  }

  private WorkloadArguments arguments(String... words) {
    Mixee command = new Mixee();
    CommandLine line = new CommandLine(command).setErr(new PrintWriter(err, true));
    String[] all = new String[words.length + 1];
    all[0] = "basic";
    System.arraycopy(words, 0, all, 1, words.length);
    line.parseArgs(all);
    return command.arguments;
  }
}
