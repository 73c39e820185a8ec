package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.result.JvmArguments;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.Environment;

class ForkedRunLauncherTest {

  /** As a child writes it whose locale has ISO 8859-1. */
  @Test
  void theReasonOfARunIsToldWhateverItsLettersAre(@TempDir Path directory) throws Exception {
    Path stderr =
        Files.write(
            directory.resolve("stderr.txt"),
            "5 \u00b5s\nycsb: f\u00fcr nichts\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(ForkedRunLauncher.message(1, Optional.empty(), stderr)).isEqualTo("f\uFFFDr nichts");
  }

  /** It is printed, and stored with the results. */
  @Test
  void whatAClientSaysOfItsEndHasNoCredentials(@TempDir Path directory) throws Exception {
    Path stderr = Files.writeString(directory.resolve("stderr.txt"), "no x://me:hunter2@host/\n");

    assertThat(ForkedRunLauncher.message(1, Optional.empty(), stderr))
        .isEqualTo("no x://***@host/");
  }

  /** Comparisons with different ones would be taken for repetitions. */
  @Test
  void theHeapThatIsGivenIsNotTakenForTheOneThatFits() {
    ForkedRunLauncher launcher = new ForkedRunLauncher(List.of("-Xmx64m", "-Xss2m"));
    RunRequest request = new RunRequest(Phase.TRANSACTIONS, "basic", Map.of(), Path.of("run"));

    assertThat(given(launcher.command(request, List.of("-Dycsb.orders=/tmp/1/s"))))
        .containsExactly("-Xmx64m", "-Xss2m");
    assertThat(given(launcher.command(request, List.of("-Dycsb.orders=/tmp/1/s", "-Xmx900m"))))
        .containsExactly("-Xmx64m", "-Xss2m");
  }

  /** The others come through standard input, where no other user sees them. */
  @Test
  void whatAJvmReadsWhenItStartsIsAnArgument() {
    ForkedRunLauncher launcher = new ForkedRunLauncher(List.of("-Xss2m"));
    Map<String, String> properties =
        Map.of(
            "tls.cipher",
            "TLS_AES_128_GCM_SHA256",
            "tls.also",
            "-Djava.security.properties=fips,-Dapp.password=hunter2");
    RunRequest request = new RunRequest(Phase.TRANSACTIONS, "basic", properties, Path.of("run"));

    assertThat(given(launcher.command(request, List.of())))
        .containsExactly("-Xss2m", "-Djava.security.properties=fips");
  }

  /** As a result knows them. */
  private static List<String> given(List<String> command) {
    List<String> arguments = command.subList(1, command.indexOf("-cp"));
    return JvmArguments.given(
        new Environment("17", arguments, "Linux", "a CPU", 2, 1L << 30, "host", true));
  }
}
