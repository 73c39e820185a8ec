package site.ycsb.tls.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.Secrets;

class CommandLinesTest {
  private static final List<String> WORDS = List.of("run", "basic", "-p", "recordcount=1");

  @Test
  void commandHasTheLaunchersOptions() {
    assertThat(
            repeat(
                Map.of(
                    "YCSB_GIVEN_OPTIONS",
                    "-cp\u001f/opt/my jars/*\u001f-jvm-args\u001f-Xmx300m\u001f-cp=b.jar\u001f")))
        .isEqualTo(
            "bin/ycsb run basic -p recordcount=1 -cp '/opt/my jars/*' -jvm-args -Xmx300m -cp=b.jar");
  }

  /** A shell would give several jars to the launcher, and take the empty word away. */
  @Test
  void starsAndEmptyWordsAreQuoted() {
    assertThat(repeat(Map.of("YCSB_GIVEN_OPTIONS", "-cp\u001flib/*\u001f-jvm-args\u001f\u001f")))
        .isEqualTo("bin/ycsb run basic -p recordcount=1 -cp 'lib/*' -jvm-args ''");
  }

  /** A shell would take the rest of it for another word, or for another command. */
  @Test
  void whatIsToBePassedIsQuoted() {
    assertThat(CommandLines.property("mongodb.url", "mongodb://localhost:4711/ycsb"))
        .isEqualTo("-p mongodb.url=mongodb://localhost:4711/ycsb");
    assertThat(CommandLines.property("db.url", "jdbc:mariadb://localhost:4711/ycsb?a=b&c=d"))
        .isEqualTo("-p 'db.url=jdbc:mariadb://localhost:4711/ycsb?a=b&c=d'");
    assertThat(CommandLines.property("tls.ca", "/my files/ca.pem"))
        .isEqualTo("-p 'tls.ca=/my files/ca.pem'");
  }

  @Test
  void commandHasTheVariablesThatTheLauncherReads() {
    assertThat(repeat(Map.of("JAVA_OPTS", "-Xmx300m -ea", "TESTBED_JAVA_OPTS", "-Xms1g")))
        .isEqualTo(
            "JAVA_OPTS='-Xmx300m -ea' TESTBED_JAVA_OPTS=-Xms1g bin/ycsb run basic -p recordcount=1");
  }

  /** Without the compiler, TLS is tens of times as expensive. */
  @Test
  void commandHasTheVariablesThatJavaReads() {
    assertThat(repeat(Map.of("JDK_JAVA_OPTIONS", "-Xmx1g", "JAVA_TOOL_OPTIONS", "-Xint")))
        .isEqualTo(
            "JAVA_TOOL_OPTIONS=-Xint JDK_JAVA_OPTIONS=-Xmx1g bin/ycsb run basic -p recordcount=1");
    assertThat(repeat(Map.of("JAVA_TOOL_OPTIONS", "-Dkey.password=secret")))
        .startsWith("JAVA_TOOL_OPTIONS='-Dkey.password=***' ");
  }

  @Test
  void secretsOfTheJvmsArgumentsAreMasked() {
    assertThat(
            repeat(
                Map.of(
                    "JAVA_OPTS",
                    "-ea -Dtrust.password=first",
                    "YCSB_GIVEN_OPTIONS",
                    "-jvm-args\u001f-Da=1 -Dmy.password='the second' -Xmx1g\u001f-jvm-args=-Dx=y"
                        + " -Dkey.password=third\u001f")))
        .contains("-Dmy.password=***", "-Xmx1g")
        .doesNotContain("first", "second", "third");
  }

  private static String repeat(Map<String, String> environment) {
    return CommandLines.repeat(WORDS, environment, Secrets.named(List.of()));
  }
}
