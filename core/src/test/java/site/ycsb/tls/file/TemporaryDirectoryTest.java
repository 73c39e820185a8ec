package site.ycsb.tls.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/** Each process is a real one, in a temporary directory of the test's own. */
class TemporaryDirectoryTest {
  @TempDir(factory = ModuleFolder.class)
  Path temporary;

  private Process owner;

  /** Makes a directory, says where, and waits for the end of its input. */
  public static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws IOException {
      try (TemporaryDirectory made = TemporaryDirectory.create(arguments[0]);
          TemporaryDirectory second = TemporaryDirectory.create("second")) {
        Files.createDirectory(second.path().resolve("data"));
        Files.createDirectory(made.path().resolve("data"));
        Files.writeString(made.path().resolve("data/file"), "content");
        System.out.println(made.path());
        System.in.read();
      }
    }
  }

  /** Makes a directory, says where, and leaves it. */
  public static final class Leaver {
    private Leaver() {}

    public static void main(String[] arguments) throws IOException {
      TemporaryDirectory made = TemporaryDirectory.create(arguments[0]);
      Files.writeString(made.path().resolve("file"), "content");
      System.out.println(made.path());
      made.leave();
    }
  }

  /** Makes and removes directories in several threads, and says that it has. */
  public static final class ManyThreads {
    private ManyThreads() {}

    public static void main(String[] arguments) throws Exception {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      Callable<Void> one =
          () -> {
            TemporaryDirectory.create(arguments[0]).close();
            return null;
          };
      List<Future<Void>> all = threads.invokeAll(Collections.nCopies(400, one));
      threads.shutdown();
      for (Future<Void> each : all) {
        each.get();
      }
      System.out.println(".");
      System.in.read();
    }
  }

  private Path start(String purpose) throws IOException {
    return start(Owner.class, purpose);
  }

  private Path start(Class<?> program, String purpose) throws IOException {
    return start(List.of(), program, purpose);
  }

  private Path start(List<String> before, Class<?> program, String purpose) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            purpose));
    owner = new ProcessBuilder(command).start();
    return Path.of(owner.inputReader().readLine());
  }

  private void end() throws Exception {
    owner.getOutputStream().close();
    assertThat(owner.waitFor()).isZero();
  }

  @AfterEach
  void kill() {
    if (owner != null) {
      owner.destroyForcibly();
    }
  }

  @Test
  void onlyItsUserReadsItAndItIsGoneWhenItIsClosed() throws Exception {
    Path made = start("data");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    end();
    assertThat(temporary).isEmptyDirectory();
  }

  /** Libraries that test servers unpack could not be loaded. */
  @Test
  @Needs(Requirement.ROOT)
  void isElsewhereIfNothingMayBeExecutedInTheTemporaryFolder() throws Exception {
    String mount = "mount -t tmpfs -o noexec tmpfs " + temporary + " && exec \"$@\"";

    Path made = start(List.of("unshare", "-m", "sh", "-c", mount, "sh"), Owner.class, "data");

    assertThat(made).isDirectory().matches(path -> !path.startsWith(temporary));
    end();
    assertThat(made).doesNotExist();
  }

  /**
   * What a process leaves that is killed between the directory's name and its locked file; and what
   * is not ours: an archive that was unpacked there, and a folder with work in it.
   */
  @Test
  void theNextProcessRemovesWhatWasNeverMadeAndNothingElse() throws Exception {
    Path oldLock = halfMade("ycsb-tls-server-1-123", ".lock.new", Duration.ofMinutes(1));
    Path freshLock = halfMade("ycsb-tls-server-1-456", ".lock.new", Duration.ofMinutes(-1));
    Path oldName = halfMade("ycsb-tls-server-2-123", "", Duration.ofMinutes(1));
    Path freshName = halfMade("ycsb-tls-server-2-456", "", Duration.ofMinutes(-1));
    Path archive = halfMade("ycsb-tls-0.1.0", "README.md", Duration.ofMinutes(1));
    Path empty = halfMade("ycsb-tls-results", "", Duration.ofMinutes(1));
    Path work = halfMade("ycsb-tls-server-3-123", "work", Duration.ofMinutes(1));

    start("data");

    assertThat(oldLock).doesNotExist();
    assertThat(freshLock).exists();
    assertThat(oldName).doesNotExist();
    assertThat(freshName).exists();
    assertThat(archive.resolve("README.md")).exists();
    assertThat(empty).exists();
    assertThat(work.resolve("work")).exists();
    end();
  }

  private Path halfMade(String name, String file, Duration age) throws IOException {
    Path made = Files.createDirectory(temporary.resolve(name));
    if (!file.isEmpty()) {
      Files.createFile(made.resolve(file));
    }
    return Files.setLastModifiedTime(made, FileTime.from(Instant.now().minus(age)));
  }

  @Test
  void theNextProcessRemovesWhatAKilledOneLeft() throws Exception {
    Path left = start("data");
    owner.destroyForcibly().waitFor();
    assertThat(left.resolve("data/file")).exists();

    start("server");

    assertThat(left).doesNotExist();
    end();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void whatIsLeftStaysUntilTheNextProcess() throws Exception {
    Path left = start(Leaver.class, "server");
    end();
    assertThat(left.resolve("file")).hasContent("content");

    start("server");

    end();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void theNextProcessRemovesWhatOneLeftThatWasKilledWhileItRemoved() throws Exception {
    Path half = Files.createDirectories(temporary.resolve("ycsb-tls-removed-server-1-2/files"));
    Files.writeString(half.resolve("file"), "content");
    Files.createDirectory(temporary.resolve("ycsb-tls-removed-server-3-4"));

    start("server");

    end();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void severalRemoveTheSameAtTheSameTime() throws Exception {
    int removers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(removers);
    for (int directory = 0; directory < 300; directory++) {
      Path half = temporary.resolve("ycsb-tls-removed-server-1-" + directory);
      Files.createDirectories(half.resolve("files/data"));
      Files.createFile(half.resolve(".lock"));

      List<Future<Void>> removed =
          threads.invokeAll(
              Collections.nCopies(
                  removers,
                  () -> {
                    TemporaryDirectory.delete(half);
                    return null;
                  }));

      for (Future<Void> each : removed) {
        each.get();
      }
      assertThat(half).doesNotExist();
    }
    threads.shutdown();
  }

  /** They look for what killed processes left, at the same time. */
  @Test
  void threadsOfOneProcessMakeTheirDirectoriesAtTheSameTime() throws Exception {
    Path living = start("data");
    Process first = owner;

    start(ManyThreads.class, "data");
    end();

    assertThat(living.resolve("data/file")).exists();
    owner = first;
    end();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void whatBelongsToALivingProcessStays() throws Exception {
    Path living = start("data");
    Process first = owner;

    start("data");
    end();

    assertThat(living.resolve("data/file")).exists();
    owner = first;
    end();
  }

  @Test
  void linksAndForeignDirectoriesStay() throws Exception {
    Path left = start("data");
    owner.destroyForcibly().waitFor();
    Path kept = Files.createDirectory(temporary.resolve("kept"));
    Files.move(left.getParent(), kept.resolve("moved"));
    Path link =
        Files.createSymbolicLink(temporary.resolve("ycsb-tls-data-1"), kept.resolve("moved"));
    Path linkedLock = Files.createDirectory(temporary.resolve("ycsb-tls-data-2"));
    Files.createSymbolicLink(linkedLock.resolve(".lock"), kept.resolve("moved/.lock"));
    Path without = Files.createDirectory(temporary.resolve("ycsb-tls-data-3"));

    start("data");
    end();

    assertThat(List.of(link, linkedLock, without, kept.resolve("moved/files/data/file")))
        .allSatisfy(path -> assertThat(path).exists());
  }

  @Test
  @Needs(Requirement.ROOT)
  void anotherUsersStay() throws Exception {
    Path left = start("data");
    owner.destroyForcibly().waitFor();
    Files.setOwner(
        left.getParent(),
        temporary.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

    start("data");
    end();

    assertThat(left.resolve("data/file")).exists();
  }
}
