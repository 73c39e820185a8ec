package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * Encryption of all files of the server, with the plug-in of MariaDB's packages. The key is stored
 * beside the data: this is for measuring the cost of encryption, not for keeping secrets.
 */
final class AtRest {
  /** AES-256. */
  private static final int KEY_BYTES = 32;

  private AtRest() {}

  /** The options of server and installer; makes the key, for the user alone, if it is missing. */
  static List<String> options(Path directory, ServiceUser user) throws IOException {
    Path keys = directory.resolve("at-rest.keys");
    if (!Files.exists(keys)) {
      byte[] key = new byte[KEY_BYTES];
      new SecureRandom().nextBytes(key);
      Files.createFile(
          keys, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(keys, "1;" + HexFormat.of().formatHex(key) + "\n");
      user.own(keys);
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
}
