package site.ycsb.tls.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A server's stderr.
 *
 * @param file where
 * @param start position of this server's first byte
 */
record ServerLog(Path file, long start) {

  /** The log of a server that will append to the file. */
  static ServerLog appendingTo(Path file) throws IOException {
    return new ServerLog(file, Files.exists(file) ? Files.size(file) : 0);
  }

  /**
   * The line in which the server says why it failed: the first one about an error, or else the last
   * one; and the name of the file.
   */
  String lastLines() throws IOException {
    List<String> lines = lines();
    Optional<String> error =
        lines.stream().filter(line -> line.toLowerCase(Locale.ROOT).contains("error")).findFirst();
    String words = error.orElse(lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1));
    return words.strip() + " (log: " + file + ")";
  }

  private List<String> lines() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(start);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    }
  }
}
