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
   * @throws IOException when they have it, and the directory is not this user's; of root also when
   *     it is another user's
   */
  static void closeToOthers(Path directory) throws IOException {
    if (!hasPermissions(directory)) {
      return;
    }
    if (!isOwn(directory)) {
      throw new IOException(
          "%s belongs to %s, and test certificates and their keys are kept there; set XDG_CACHE_HOME to a folder of your own"
              .formatted(directory, Files.getOwner(directory).getName()));
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

  /**
   * Whether the directory belongs to whom this process writes files for; true where it may not
   * write. Asked of a new file, as a number of a user would be another one on shares and in
   * containers.
   */
  private static boolean isOwn(Path directory) throws IOException {
    Path made;
    try {
      made = makeTemporaryDirectory(directory);
    } catch (FileSystemException e) {
      return true;
    }
    try {
      return Files.getOwner(made).equals(Files.getOwner(directory));
    } finally {
      Files.delete(made);
    }
  }

  /**
   * Whether the directory has the owner of the one that it is in, and nobody else but root may look
   * into it or change it.
   */
  static boolean isForOwnerOnly(Path directory) throws IOException {
    return !hasPermissions(directory)
        || (OWNER.containsAll(Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS))
            && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getOwner(directory.getParent())));
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
