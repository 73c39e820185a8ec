package site.ycsb.tls.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;

class CertificateStoreTest {
  private static final ServerKey EC = ServerKey.parse("EC-256");

  @TempDir Path directory;

  private static CertificateStore store(Path directory) {
    return store(directory, InstantSource.system());
  }

  /** A small key is made sooner. */
  private static CertificateStore store(Path directory, InstantSource clock) {
    return CertificateStore.in(directory, clock, ServerKey.parse("RSA-1024"));
  }

  @Test
  void keepsWhatItMade() throws IOException {
    CertificateStore store = store(directory.resolve("a/b"));
    CertificateFiles first = store.serverCertificate(EC);

    assertThat(store(directory.resolve("a/b")).serverCertificate(EC)).isEqualTo(first);
    assertThat(store.serverCertificate(ServerKey.parse("EC-384"))).isNotEqualTo(first);
  }

  @Test
  void signsWithTheAuthorityThatItNames() throws Exception {
    CertificateStore store = store(directory);

    store
        .serverCertificate(EC)
        .read()
        .certificate()
        .verify(Pem.readCertificates(store.caFile()).get(0).getPublicKey());
  }

  @Test
  void membersShareOneCertificateWhoseAuthoritySignsNoOther() throws Exception {
    Path members = store(directory).members(EC, "member");

    CertificateFiles.in(members, "member")
        .read()
        .certificate()
        .verify(
            Pem.readCertificates(CertificateAuthority.certificateFile(members))
                .get(0)
                .getPublicKey());
    assertThatThrownBy(() -> CertificateAuthority.load(members)).isInstanceOf(IOException.class);
    assertThat(store(directory).members(EC, "member")).isEqualTo(members);
  }

  @Test
  void makesAnewWhatIsAboutToExpire() throws IOException {
    CertificateFiles first = store(directory).serverCertificate(EC);
    InstantSource later = InstantSource.fixed(Instant.now().plus(Duration.ofDays(350)));
    // Made with today's clock it is again too old for the later one: made, but not usable.
    assertThatThrownBy(() -> store(directory, later).serverCertificate(EC))
        .hasMessageContaining("remove the directory");

    assertThat(store(directory).serverCertificate(EC)).isNotEqualTo(first);
    assertThat(first.read().certificate()).isNotNull();
  }

  @Test
  void saysWhatToSetWhereNothingCanBeWritten() throws IOException {
    Path inAFile = Files.createFile(directory.resolve("file")).resolve("ycsb-tls");

    assertThatThrownBy(() -> store(inAFile).serverCertificate(EC))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("test certificates cannot be kept in " + inAFile + " (")
        .hasMessageEndingWith("; set XDG_CACHE_HOME to a folder where you may write");
  }

  @Test
  void followsADamagedEntryByANewOne() throws IOException {
    CertificateStore store = store(directory);
    CertificateFiles first = store.serverCertificate(EC);
    Files.writeString(first.key(), "damaged");

    CertificateFiles second = store.serverCertificate(EC);

    assertThat(second).isNotEqualTo(first);
    assertThat(second.read().certificate()).isNotNull();
  }

  @Test
  void doesNotUseACertificateOfAnotherAuthority() throws IOException {
    CertificateStore store = store(directory);
    CertificateFiles files = store.serverCertificate(EC);
    files.write(CertificateAuthority.create(ServerKey.parse("RSA-1024")).issueServer(EC));

    assertThat(store.serverCertificate(EC)).isNotEqualTo(files);
  }

  @Test
  void givesAllWhoMakeTheSameAtOnceTheSame() throws Exception {
    int count = 8;
    CyclicBarrier start = new CyclicBarrier(count);
    Callable<CertificateFiles> make =
        () -> {
          CertificateStore store = store(directory);
          start.await();
          return store.serverCertificate(EC);
        };
    ExecutorService threads = Executors.newFixedThreadPool(count);
    Set<CertificateFiles> made = new HashSet<>();
    try {
      List<Future<CertificateFiles>> futures = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        futures.add(threads.submit(make));
      }
      for (Future<CertificateFiles> future : futures) {
        made.add(future.get());
      }
    } finally {
      threads.shutdown();
    }

    assertThat(made).hasSize(1);
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith(".new"))).isEmpty();
    }
  }

  @Test
  void isInTheUsersCache() {
    assertThat(CertificateStore.userDirectory(Map.of("XDG_CACHE_HOME", "/cache")))
        .isEqualTo(Path.of("/cache/ycsb-tls"));
    assertThat(CertificateStore.userDirectory(Map.of("HOME", "/home/ann")))
        .isEqualTo(Path.of("/home/ann/.cache/ycsb-tls"));
    assertThat(CertificateStore.userDirectory(Map.of("XDG_CACHE_HOME", "relative")))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "ycsb-tls"));
  }

  /** Members of a group whom the umask of the first command let write there. */
  @Test
  void takesNothingThatOthersMayHavePutThere() throws IOException {
    Path first = store(directory).members(EC, "member");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));

    assertThat(store(directory).members(EC, "member")).isEqualTo(first);
    assertThat(Files.getPosixFilePermissions(directory))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));

    Files.setPosixFilePermissions(first, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(store(directory).members(EC, "member")).isNotEqualTo(first);
  }

  /** Root can read what others keep for themselves. */
  @Test
  @Needs(Requirement.ROOT)
  void rootTakesNothingOfAnotherUser() throws IOException {
    UserPrincipal other =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("65534");
    Path first = store(directory).members(EC, "member");
    Files.setOwner(first, other);

    assertThat(store(directory).members(EC, "member")).isNotEqualTo(first);

    Files.setOwner(directory, other);
    assertThatThrownBy(() -> store(directory).members(EC, "member"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(directory + " belongs to ")
        .hasMessageEndingWith("; set XDG_CACHE_HOME to a folder of your own");
  }

  @Test
  void foldersInTheUsersCacheAreTheUsersOnly() throws IOException {
    Map<String, String> environment = Map.of("HOME", directory.toString());
    Path made = CertificateStore.makeUserDirectory(environment, "any");
    for (Path each = made; !each.equals(directory); each = each.getParent()) {
      assertThat(Files.getPosixFilePermissions(each))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(CertificateStore.makeUserDirectory(environment, "any")).isEqualTo(made);
    assertThat(Files.getPosixFilePermissions(made))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Of a user whom the system does not know, Java says "?". */
  @Test
  void keysAreNotKeptInTheWorkingDirectoryOfAUserWithoutAHome() {
    String home = System.getProperty("user.home");
    System.setProperty("user.home", "?");
    try {
      assertThatThrownBy(() -> CertificateStore.userDirectory(Map.of()))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("set HOME");
      assertThatThrownBy(() -> CertificateStore.userDirectory(Map.of("HOME", "relative")))
          .isInstanceOf(UsageException.class);
      // As a name with letters that the locale's charset lacks.
      assertThatThrownBy(() -> CertificateStore.userDirectory(Map.of("HOME", "/home/\0")))
          .isInstanceOf(UsageException.class);
      assertThat(
              CertificateStore.userDirectory(
                  Map.of("HOME", "/home/ann", "XDG_CACHE_HOME", "/home/\0")))
          .isEqualTo(Path.of("/home/ann/.cache/ycsb-tls"));
    } finally {
      System.setProperty("user.home", home);
    }
  }
}
