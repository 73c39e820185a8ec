package site.ycsb.tls.binding.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

class DebianPackageTest {
  private static final Path LOADER = Path.of("/lib64/ld-linux-x86-64.so.2");

  @TempDir(factory = ModuleFolder.class)
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "9, 9.1.2+dfsg1-1, true",
    "11.8, 1:11.8.9+ds-0+deb13u1, true",
    "11.8.9, 1:11.8.9+ds-0+deb13u1, true",
    "8, 5:8.0.2-3+deb13u3, true",
    "8, 8~rc1-1, true",
    "1, 11.8.9-1, false",
    "11.8, 11.80-1, false",
    "8.1, 8.0.2-3, false",
    "5, 5:8.0.2-3, false"
  })
  void aVersionIsGivenByItsFirstNumbers(String wanted, String candidate, boolean is) {
    assertThat(DebianPackage.of("any", wanted, folder).isWanted(candidate)).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"x", "11.8-1", "1.2.3.4", "../9", "-1"})
  void refusesWhatIsNoVersion(String given) {
    TypedProperties values = new TypedProperties(Map.of(DebianPackage.VERSION.name(), given));
    assertThatThrownBy(() -> values.given(DebianPackage.VERSION))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("as in 9 or 11.8");
  }

  /** They could have put programs there. */
  @Test
  @Needs(Requirement.LINUX)
  void startsNothingFromAFolderThatOthersMayWriteTo() throws Exception {
    DebianPackage one = DebianPackage.of("any", "1", folder);
    Path there = Files.createDirectories(folder.resolve("packages/any-1"));
    List<Path> all = List.of(folder, there.getParent(), there);
    for (Path each : all) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    one.fetch(List.of());

    for (Path each : all) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxr-x"));
      assertThatThrownBy(() -> one.fetch(List.of()))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("others may write to " + each + ", ");
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Whoever made it can still put programs there. */
  @Test
  @Needs(Requirement.ROOT)
  void startsNothingFromAFolderOfAnotherUser() throws Exception {
    DebianPackage one = DebianPackage.of("any", "1", folder);
    Path there = Files.createDirectories(folder.resolve("packages/any-1"));
    for (Path each : List.of(folder, there.getParent(), there)) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setAttribute(each, "unix:uid", 0);
    }
    for (Path each : List.of(folder, there.getParent(), there)) {
      Files.setAttribute(each, "unix:uid", 65_534);
      assertThatThrownBy(() -> one.fetch(List.of()))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(each + ", from which programs would be started, belongs to ");
      Files.setAttribute(each, "unix:uid", 0);
    }
    one.fetch(List.of());
  }

  /** With the folder's loader and libraries; what it finds there is that loader only. */
  @Test
  @Needs(Requirement.X86_64_LINUX)
  void aProgramRunsUnderItsNameWithTheLibrariesOfTheFolder() throws Exception {
    Path root = folder.resolve("it's a [cache]");
    DebianPackage one = new DebianPackage("echo", "1", root);
    Path libraries = Files.createDirectories(root.resolve("usr/lib/x86_64-linux-gnu"));
    Files.copy(LOADER.toRealPath(), libraries.resolve("ld-linux-x86-64.so.2"));
    assertThat(libraries.resolve("ld-linux-x86-64.so.2").toFile().setExecutable(true)).isTrue();
    Path program = Files.createDirectories(root.resolve("usr/bin")).resolve("echo");
    Files.copy(Path.of("/bin/echo"), program);

    one.wrap(root, "usr/bin/echo");

    assertThat(Files.readString(program)).startsWith("#!/bin/sh\n");
    Process echo =
        new ProcessBuilder(program.toString(), "two words", "$HOME", "'")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(echo.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("two words $HOME '\n");
    assertThat(echo.waitFor()).isZero();
    // A script stays as it is.
    one.wrap(root, "usr/bin/echo");
    assertThat(root.resolve("usr/bin/echo.elf.elf")).doesNotExist();
  }

  /**
   * Nobody updates the copies: a program with another user's rights would stay as it is for ever.
   */
  @Test
  @Needs(Requirement.DEBIAN_PACKAGES)
  void noProgramHasAnotherUsersRights() throws Exception {
    Path files = Files.createDirectories(folder.resolve("package/usr/bin"));
    Files.writeString(
        Files.createDirectories(folder.resolve("package/DEBIAN")).resolve("control"),
        "Package: one\nVersion: 1\nArchitecture: all\nMaintainer: none\nDescription: none\n");
    Files.setAttribute(Files.writeString(files.resolve("su"), "x"), "unix:mode", 0104755);
    Apt apt = Apt.in(folder.resolve("apt"));
    Path archive = folder.resolve("apt/cache/archives/one.deb");
    assertThat(
            new ProcessBuilder(
                    "dpkg-deb", "-b", folder.resolve("package").toString(), archive.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor())
        .isZero();

    Path root = Files.createDirectories(folder.resolve("root"));
    apt.unpack(root);

    assertThat((int) Files.getAttribute(root.resolve("usr/bin/su"), "unix:mode") & 07777)
        .isEqualTo(0755);
    assertThat(folder.resolve("apt/files.tar")).doesNotExist();
    Files.write(archive, new byte[] {'!', '<', 'a', 'r', 'c', 'h', '>', '\n'});
    assertThatThrownBy(() -> apt.unpack(Files.createDirectories(folder.resolve("other"))))
        .isInstanceOf(UsageException.class);
  }

  @Test
  @Tag("full")
  @Needs(Requirement.DEBIAN_PACKAGES)
  void whatAKilledProcessHadUnpackedIsRemoved() throws Exception {
    DebianPackage hello = DebianPackage.of("hello", "2", folder);
    Path left = hello.folder().resolveSibling("ycsb-tls-package-1-2");
    Files.createDirectories(left.resolve("files/usr"));
    Files.createFile(left.resolve(".lock"));

    hello.fetch(List.of("usr/bin/hello"));

    assertThat(hello.folder().getParent())
        .isDirectoryNotContaining(path -> !path.equals(hello.folder()));
    assertThat(hello.program("usr/bin/hello")).isExecutable();
  }

  @Test
  void whatIsThereIsNotFetchedAgain() throws Exception {
    DebianPackage one = DebianPackage.of("no-such-package", "1", folder);
    Files.createDirectories(one.folder());
    one.fetch(List.of("usr/bin/none"));
    assertThat(one.program("usr/bin/none")).isEqualTo(one.folder().resolve("usr/bin/none"));
    assertThat(one.folder()).isEmptyDirectory();
  }
}
