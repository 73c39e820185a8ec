package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The user of the server: this process's user, except that a server started by root must run as a
 * user with fewer rights.
 *
 * @param other empty when the server runs as this process's user
 */
public record ServiceUser(Optional<UserPrincipal> other) {
  /** What there is on every machine. */
  private static final String NOBODY = "nobody";

  /** Of a file's mode: group and others may write. */
  private static final int OTHERS_WRITE = 0022;

  private static final int STICKY = 01000;

  /**
   * The user for this process.
   *
   * @param program for messages
   * @param accounts those of the server's packages, the first that is there; otherwise nobody
   */
  public static ServiceUser ofThisProcess(String program, String... accounts) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return new ServiceUser(Optional.empty());
    }
    List<String> names = Stream.concat(Stream.of(accounts), Stream.of(NOBODY)).toList();
    for (String name : names) {
      Optional<UserPrincipal> user = lookUp(name);
      if (user.isPresent()) {
        return new ServiceUser(user);
      }
    }
    throw new IOException(
        program
            + " must not run as root, and there is none of the users "
            + String.join(", ", names)
            + " to run it as; start this as an ordinary user");
  }

  private static Optional<UserPrincipal> lookUp(String name) throws IOException {
    try {
      return Optional.of(
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(name));
    } catch (UserPrincipalNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Its name, if it is another than this process's. */
  public Optional<String> name() {
    return other.map(UserPrincipal::getName);
  }

  /**
   * The command as this user runs it, in the same process; for programs that have no option for it.
   *
   * @throws IOException when the user's group is not known
   */
  public List<String> command(List<String> command) throws IOException, InterruptedException {
    if (other.isEmpty()) {
      return command;
    }
    String user = other.get().getName();
    String group = ShortProgram.run("id -g " + user, List.of("id", "-g", user)).strip();
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups", "--"));
    all.addAll(command);
    return all;
  }

  /**
   * Checks that the server's user may enter a folder.
   *
   * @throws IOException when only its owner may enter one of the folders above it
   */
  public void requireAccess(Path folder) throws IOException {
    if (other.isEmpty()) {
      return;
    }
    for (Path above = folder; above != null; above = above.getParent()) {
      if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        throw new IOException(
            "the server would run as "
                + other.get().getName()
                + ", who may not enter "
                + above
                + "; move this program to where everybody may read it, or start it as an ordinary user");
      }
    }
  }

  /**
   * Makes the folder for the files of a server, which the server may pass through: it sees what is
   * its own in it. For root, checks that no other user can replace the folder or a folder above it,
   * or make links there: root would write through them and change the owner of their targets.
   *
   * @return the folder without links
   * @throws IOException when another user can; the message names the user
   */
  public Path folder(Path folder) throws IOException {
    Path real = Files.createDirectories(folder).toRealPath();
    if (other.isPresent()) {
      for (Path above = real; above != null; above = above.getParent()) {
        int mode = (int) Files.getAttribute(above, "unix:mode");
        boolean root = Files.getAttribute(above, "unix:uid").equals(0);
        // In a sticky folder such as /tmp, users cannot replace what belongs to others.
        boolean othersWrite = (mode & OTHERS_WRITE) != 0 && (above == real || (mode & STICKY) == 0);
        if (!root || othersWrite) {
          throw new IOException(
              "root would write to %s, and %s (of the user %s, mode %o) can be changed by others; start this as an ordinary user, or choose a folder that only root can change, with -jvm-args -Djava.io.tmpdir=FOLDER"
                  .formatted(real, above, Files.getOwner(above), mode & 07777));
        }
      }
      Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx--x--x"));
    }
    return real;
  }

  /** Makes a folder that is the server's; the folder around it is not. */
  public Path ownFolder(Path folder) throws IOException {
    own(Files.createDirectories(folder));
    return folder;
  }

  private void own(Path path) throws IOException {
    if (other.isPresent()) {
      Files.setOwner(path, other.get());
    }
  }

  /** Writes a file that the server can read. */
  public Path write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    own(file);
    return file;
  }

  /** Puts a copy of the file where the server can read it. */
  public Path take(Path file, Path copy) throws IOException {
    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    own(copy);
    return copy;
  }
}
