package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * Proof that data are encrypted in files: a unique text is written into rows, the server writes
 * them to its files, and the text must not be in the files.
 */
final class AtRestProof {
  private static final int ROWS = 1000;
  private static final String TABLE = "ycsb.at_rest_proof";

  private AtRestProof() {}

  /**
   * Writes rows with a marker, and looks for it in table space, system table space and redo log.
   *
   * @throws IOException when it is readable there
   */
  static void require(LocalClient client, Path data) throws IOException, InterruptedException {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String marker = HexFormat.of().formatHex(random);
    client.run(
        "CREATE OR REPLACE TABLE %s (id INT PRIMARY KEY, marker TEXT);".formatted(TABLE)
            + "INSERT INTO %s SELECT seq, '%s' FROM ycsb.seq_1_to_%d;"
                .formatted(TABLE, marker, ROWS)
            // Writes the table's pages to its file before it returns.
            + "FLUSH TABLES %s FOR EXPORT; UNLOCK TABLES;".formatted(TABLE));
    for (Path file :
        List.of(
            data.resolve("ycsb").resolve("at_rest_proof.ibd"),
            data.resolve("ibdata1"),
            data.resolve("ib_logfile0"))) {
      if (occursIn(file, marker)) {
        throw new IOException(
            "data are not encrypted at rest: text of a row is to be read in " + file);
      }
    }
    client.run("DROP TABLE " + TABLE);
  }

  private static boolean occursIn(Path file, String text) throws IOException {
    byte[] chunk = new byte[1 << 20];
    int kept = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk, kept, chunk.length - kept)) {
        int length = kept + n;
        if (new String(chunk, 0, length, StandardCharsets.ISO_8859_1).contains(text)) {
          return true;
        }
        // The text may begin at the end of this chunk.
        kept = Math.min(length, text.length() - 1);
        System.arraycopy(chunk, length - kept, chunk, 0, kept);
      }
    }
    return false;
  }
}
