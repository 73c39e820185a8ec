package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for text in files that may be larger than this process's heap. */
public final class FileText {
  /** Bytes that are read at a time. */
  private static final int PIECE = 1 << 20;

  private FileText() {}

  /**
   * Some place in the file that the pattern finds; empty when there is none.
   *
   * @param pattern for the file's bytes as characters of ISO 8859-1
   * @param longest how many of them it finds at most
   * @throws IOException when the file cannot be read
   */
  public static Optional<MatchResult> find(Path file, Pattern pattern, int longest)
      throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String end = "";
      for (byte[] next = in.readNBytes(PIECE); next.length > 0; next = in.readNBytes(PIECE)) {
        String piece = end + new String(next, StandardCharsets.ISO_8859_1);
        Matcher found = pattern.matcher(piece);
        if (found.find()) {
          return Optional.of(found);
        }
        // What is looked for may begin at the end of this piece.
        end = piece.substring(Math.max(0, piece.length() - longest));
      }
      return Optional.empty();
    }
  }
}
