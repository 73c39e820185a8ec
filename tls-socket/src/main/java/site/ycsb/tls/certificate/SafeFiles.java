package site.ycsb.tls.certificate;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writes files so that they appear whole or not at all, with their permissions from the moment of
 * their creation. On file systems without POSIX permissions, the file system's own apply.
 */
final class SafeFiles {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      PosixFilePermissions.fromString("----w--w-");

  private SafeFiles() {}

  /**
   * Makes the directory and its missing parents, for the owner only. An existing directory is left
   * as it is.
   */
  static void makeDirectory(Path directory) throws IOException {
    try {
      Files.createDirectories(directory, permissions(directory, "rwx------"));
    } catch (AccessDeniedException e) {
      throw new IOException(
          "cannot create the directory %s for certificates: no permission at %s; set XDG_CACHE_HOME to a directory that you may write to"
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  /**
   * Takes from others the right to write to the directory: they could put keys of theirs there.
   *
   * @throws IOException when they have it, and the directory is not this user's
   */
  static void closeToOthers(Path directory) throws IOException {
    if (!hasPermissions(directory)) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
    if (permissions.removeAll(OTHERS_WRITE)) {
      try {
        Files.setPosixFilePermissions(directory, permissions);
      } catch (FileSystemException e) {
        throw new IOException(
            "others may write to %s, where test certificates and their keys are kept; set XDG_CACHE_HOME to a folder of your own"
                .formatted(directory),
            e);
      }
    }
  }

  /** Whether nobody but its owner, and root, may look into the directory or change it. */
  static boolean isForOwnerOnly(Path directory) throws IOException {
    return !hasPermissions(directory)
        || OWNER.containsAll(Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS));
  }

  private static boolean hasPermissions(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Makes a new directory with a name of its own in the directory, for the owner only. */
  static Path makeTemporaryDirectory(Path directory) throws IOException {
    return Files.createTempDirectory(directory, ".new", permissions(directory, "rwx------"));
  }

  /** Writes a file that only its owner may read. */
  static void writeSecret(Path file, byte[] content) throws IOException {
    write(file, content, "rw-------");
  }

  /** Writes a file that everybody may read. */
  static void writePublic(Path file, byte[] content) throws IOException {
    write(file, content, "rw-r--r--");
  }

  private static void write(Path file, byte[] content, String permissions) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path temporary =
        Files.createTempFile(directory, ".new", ".tmp", permissions(directory, permissions));
    try {
      Files.write(temporary, content);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static FileAttribute<?>[] permissions(Path path, String permissions) {
    return hasPermissions(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
