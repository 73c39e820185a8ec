package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the programs of this package need around {@code bin/ycsb}. */
final class Surroundings {
  private Surroundings() {}

  /**
   * A new directory for temporary files. Its name is short, since sockets are in it, and it is open
   * to the user that a server of root's runs as.
   */
  static Path directory(String prefix) throws IOException {
    return Files.setPosixFilePermissions(
        Files.createTempDirectory(prefix), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * Runs a command of this machine to its end.
   *
   * @throws IOException when it fails, with the command and its output
   */
  static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
  }

  /** The words of a line, between which are blanks or new lines, and further ones. */
  static List<String> words(String line, String... further) {
    return Stream.concat(Stream.of(line.strip().split("\\s+")), Stream.of(further)).toList();
  }

  static void sleep(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
  }

  /** A study on MongoDB's test server; each part takes seconds. */
  static String study(List<String> parts) {
    String start =
        """
        title: Small
        citation: nobody
        did: nothing
        differs: [everything]
        binding: mongodb
        parts:
        """;
    return parts.stream()
        .map(
            """
              - name: %s
                workload: workloads/workloadc
                properties: {recordcount: 100}
                variants:
                  tls: {tls.cipher: TLS_AES_128_GCM_SHA256}
                sizes:
                  quick: {blocks: 2, warmup: 0.3, seconds: 0.6}
            """
                ::formatted)
        .collect(Collectors.joining("", start, ""));
  }
}
