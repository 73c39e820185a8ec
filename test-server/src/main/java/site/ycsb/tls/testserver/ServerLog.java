package site.ycsb.tls.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A server's stderr.
 *
 * @param file where
 * @param start position of this server's first byte
 */
record ServerLog(Path file, long start) {
  private static final int FEW = 3;

  /** The log of a server that will append to the file. */
  static ServerLog appendingTo(Path file) throws IOException {
    return new ServerLog(file, Files.exists(file) ? Files.size(file) : 0);
  }

  /**
   * Why the server failed, in its own words: all of them if they are few, as those of a JVM that
   * does not start; or else what {@link TestServerMain} says, the first line about an error, or the
   * last one; and the name of the file.
   */
  String reason() throws IOException {
    List<String> lines = lines();
    String words =
        lines.size() <= FEW
            ? String.join(" / ", lines)
            : first(lines, line -> line.startsWith(TestServerMain.ERROR))
                .or(() -> first(lines, line -> line.toLowerCase(Locale.ROOT).contains("error")))
                .orElse(lines.get(lines.size() - 1));
    return (words.isEmpty() ? "it printed nothing" : words) + " (log: " + file + ")";
  }

  private static Optional<String> first(List<String> lines, Predicate<String> which) {
    return lines.stream().filter(which).findFirst();
  }

  private List<String> lines() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(start);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }
}
