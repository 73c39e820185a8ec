package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the programs of this module need around what they try. */
public final class Surroundings {
  private Surroundings() {}

  /** Removes a folder with all that is in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Makes threads of this name, which do not keep the process alive. */
  public static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

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

  /**
   * A command of {@code bin/ycsb}, its standard error with its output.
   *
   * @param home folder of {@code bin/ycsb}
   */
  static ProcessBuilder ycsb(Path home, List<String> arguments) {
    String launcher = home.resolve("bin/ycsb").toString();
    return new ProcessBuilder(Stream.concat(Stream.of(launcher), arguments.stream()).toList())
        .redirectErrorStream(true);
  }

  /** The process and all that it has started and that still live. */
  static List<ProcessHandle> family(Process process) {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
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
