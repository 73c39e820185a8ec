package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.testserver.program.FileText;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * Encryption of all files of the server, with the plug-in of MariaDB's packages. The key is stored
 * beside the data: this is for measuring the cost of encryption, not for keeping secrets.
 */
final class AtRest {
  /** AES-256. */
  private static final int KEY_BYTES = 32;

  private static final int ROWS = 1000;
  private static final String TABLE = "ycsb.at_rest_proof";

  private AtRest() {}

  /** The options of server and installer; makes the key, for the user alone, if it is missing. */
  static List<String> options(Path directory, ServiceUser user) throws IOException {
    Path keys = directory.resolve("at-rest.keys");
    if (!Files.exists(keys)) {
      byte[] key = new byte[KEY_BYTES];
      new SecureRandom().nextBytes(key);
      Files.createFile(
          keys, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      user.write(keys, "1;" + HexFormat.of().formatHex(key) + "\n");
    }
    return List.of(
        "--plugin-load-add=file_key_management",
        "--file-key-management-filename=" + keys,
        "--file-key-management-encryption-algorithm=AES_CTR",
        "--innodb-encrypt-tables=FORCE",
        "--innodb-encrypt-log=ON",
        "--innodb-encrypt-temporary-tables=ON",
        "--innodb-encryption-threads=4",
        "--encrypt-tmp-files=ON",
        "--aria-encrypt-tables=ON",
        "--encrypt-binlog=ON");
  }

  /**
   * Proves that data are encrypted in files: writes rows with a marker, has the server write them
   * to its files, and looks for it in the table's file and in all files beside the databases: the
   * system's tables, the redo log, and logs that further options may have switched on.
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
    Pattern text = Pattern.compile(marker, Pattern.LITERAL);
    List<Path> written =
        new ArrayList<>(List.of(data.resolve("ycsb").resolve("at_rest_proof.ibd")));
    try (Stream<Path> files = Files.list(data)) {
      files.filter(Files::isRegularFile).sorted().forEach(written::add);
    }
    for (Path file : written) {
      if (FileText.find(file, text, marker.length()).isPresent()) {
        throw new IOException(
            "data are not encrypted at rest: text of a row is to be read in " + file);
      }
    }
    client.run("DROP TABLE " + TABLE);
  }
}
