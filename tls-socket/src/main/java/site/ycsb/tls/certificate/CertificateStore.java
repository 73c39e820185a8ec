package site.ycsb.tls.certificate;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;

/**
 * A test authority and its certificates, kept between runs: making an RSA-8192 key takes 20 s.
 *
 * <p>Every entry is a directory {@code NAME.GENERATION}. It is written under another name, then
 * renamed, and never changed afterwards; the highest generation counts. If an entry is expired,
 * damaged or from another authority, the next generation is made. So any number of processes can
 * use a store at once, without locks: if two make the same entry, one rename wins and both use its
 * result.
 *
 * <p>Thread-safe. Making certificates needs Bouncy Castle (bcpkix).
 */
public final class CertificateStore {
  /**
   * A certificate that is valid for less than this is made anew, so that none expires during a
   * comparison.
   */
  private static final Duration LEAST_VALIDITY = Duration.ofDays(30);

  private static final int ATTEMPTS = 5;
  private static final String SERVER = "server";

  private final Path directory;
  private final InstantSource clock;
  private final ServerKey authorityKey;

  private CertificateStore(Path directory, InstantSource clock, ServerKey authorityKey) {
    this.directory = directory;
    this.clock = clock;
    this.authorityKey = authorityKey;
  }

  /** The store in the directory. The directory is made at the first use. */
  public static CertificateStore in(Path directory) {
    return in(directory, InstantSource.system(), CertificateAuthority.DEFAULT_KEY);
  }

  static CertificateStore in(Path directory, InstantSource clock, ServerKey authorityKey) {
    return new CertificateStore(directory.toAbsolutePath().normalize(), clock, authorityKey);
  }

  /**
   * The directory of a user's store: {@code $XDG_CACHE_HOME/ycsb-tls}, else {@code
   * $HOME/.cache/ycsb-tls}.
   *
   * @param environment usually {@code System.getenv()}
   * @throws UsageException when neither it nor the JVM has a path of a home, or the locale's
   *     charset lacks letters of it
   */
  public static Path userDirectory(Map<String, String> environment) {
    // The XDG Base Directory Specification: a path that is not absolute is to be ignored.
    Path cache = path(environment.getOrDefault("XDG_CACHE_HOME", ""));
    if (cache.isAbsolute()) {
      return cache.resolve("ycsb-tls");
    }
    // Java's own is "?" for a user whom the system does not know, as in some containers.
    Path home =
        Stream.of(environment.getOrDefault("HOME", ""), System.getProperty("user.home"))
            .map(CertificateStore::path)
            .filter(Path::isAbsolute)
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "this user has no home folder for test certificates and their keys: set HOME, or XDG_CACHE_HOME, to a folder that nobody else can write to"));
    return home.resolve(".cache").resolve("ycsb-tls");
  }

  /** Not absolute when this JVM cannot name it. */
  private static Path path(String given) {
    try {
      return Path.of(given);
    } catch (InvalidPathException e) {
      return Path.of("");
    }
  }

  /**
   * A folder in the user's directory, which others cannot write to, and which is for this user only
   * if it is new.
   *
   * @param environment usually {@code System.getenv()}
   * @param name of the folder
   * @throws UsageException as {@link #userDirectory}
   */
  public static Path makeUserDirectory(Map<String, String> environment, String name)
      throws IOException {
    Path user = userDirectory(environment);
    for (Path directory : List.of(user, user.resolve(name))) {
      SafeFiles.makeDirectory(directory);
      SafeFiles.closeToOthers(directory);
    }
    return user.resolve(name);
  }

  /** The file with the authority's certificate: what {@code tls.ca} names. */
  public Path caFile() throws IOException {
    return CertificateAuthority.certificateFile(authority().directory);
  }

  /** The files of a server certificate for {@link CertificateAuthority#DEFAULT_HOSTS}. */
  public CertificateFiles serverCertificate(ServerKey key) throws IOException {
    StoredAuthority stored = authority();
    CertificateAuthority.provideAlgorithm(key);
    return entry(
        stored.directory,
        SERVER + "-" + key,
        found -> {
          CertificateFiles files = CertificateFiles.in(found, SERVER);
          X509Certificate certificate = files.read().certificate();
          return Optional.of(files)
              .filter(usable -> current(certificate))
              .filter(usable -> stored.authority.signed(certificate))
              .filter(usable -> ServerKey.of(certificate.getPublicKey()).equals(key));
        },
        () -> {
          CertifiedKey certified = stored.authority.issueServer(key);
          return made -> CertificateFiles.in(made, SERVER).write(certified);
        });
  }

  /**
   * A directory with one certificate for both ends of a connection, its key, and the certificate of
   * its authority. The authority's key is not kept: all processes that can read the directory, and
   * no others, trust each other.
   *
   * @param role of the files, see {@link CertificateFiles#in}
   */
  public Path members(ServerKey key, String role) throws IOException {
    return entry(
        directory,
        role + "s-" + key,
        found -> {
          Pem.readCertificates(CertificateAuthority.certificateFile(found));
          X509Certificate certificate = CertificateFiles.in(found, role).read().certificate();
          return Optional.of(found).filter(usable -> current(certificate));
        },
        () -> {
          CertificateAuthority authority = CertificateAuthority.create(authorityKey);
          CertifiedKey member = authority.issueMember(key, "ycsb " + role, Validity.days(365));
          return made -> {
            authority.saveCertificate(made);
            CertificateFiles.in(made, role).write(member);
          };
        });
  }

  private record StoredAuthority(Path directory, CertificateAuthority authority) {}

  private interface Load<T> {
    /** Empty if the directory's content cannot be used. */
    Optional<T> from(Path directory) throws IOException;
  }

  private interface Content {
    void writeTo(Path directory) throws IOException;
  }

  private StoredAuthority authority() throws IOException {
    return entry(
        directory,
        "authority",
        found -> {
          CertificateAuthority authority = CertificateAuthority.load(found);
          return Optional.of(new StoredAuthority(found, authority))
              .filter(stored -> current(authority.certificate()));
        },
        () -> CertificateAuthority.create(authorityKey)::save);
  }

  /**
   * @param make the slow part, before there is a directory
   */
  private <T> T entry(Path parent, String name, Load<T> load, Supplier<Content> make)
      throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int generation = highestGeneration(parent, name);
      Optional<T> found =
          generation == 0 ? Optional.empty() : read(parent.resolve(name + "." + generation), load);
      if (found.isPresent()) {
        return found.get();
      }
      publish(make.get(), parent, name + "." + (generation + 1));
    }
    throw new IOException(
        "%s: the %s in this directory cannot be used, or others can read its key; remove the directory, or set XDG_CACHE_HOME to a directory that only you can read"
            .formatted(parent, name));
  }

  private static <T> Optional<T> read(Path entry, Load<T> load) {
    try {
      // Root could read one of another user, too.
      return SafeFiles.isForOwnerOnly(entry) ? load.from(entry) : Optional.empty();
    } catch (IOException e) {
      // Damaged or not readable: the next generation replaces it.
      return Optional.empty();
    }
  }

  private static void publish(Content content, Path parent, String name) throws IOException {
    Path temporary = makeTemporary(parent);
    Path target = parent.resolve(name);
    try {
      content.writeTo(temporary);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.exists(target)) {
        throw e;
      }
      // Another process was first: its entry can be used as well.
    } finally {
      delete(temporary);
    }
  }

  private static Path makeTemporary(Path parent) throws IOException {
    try {
      SafeFiles.makeDirectory(parent);
      return SafeFiles.makeTemporaryDirectory(parent);
    } catch (FileSystemException e) {
      throw new IOException(
          "test certificates cannot be kept in %s (%s); set XDG_CACHE_HOME to a folder where you may write"
              .formatted(parent, e.getReason() == null ? "no permission" : e.getReason()),
          e);
    }
  }

  private static void delete(Path temporary) throws IOException {
    if (Files.exists(temporary)) {
      try (Stream<Path> files = Files.list(temporary)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(temporary);
    }
  }

  private static int highestGeneration(Path parent, String name) throws IOException {
    if (!Files.isDirectory(parent)) {
      return 0;
    }
    SafeFiles.closeToOthers(parent);
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(entry -> entry.startsWith(name + "."))
          .map(entry -> entry.substring(name.length() + 1))
          .filter(generation -> generation.matches("[0-9]{1,6}"))
          .mapToInt(Integer::parseInt)
          .max()
          .orElse(0);
    }
  }

  private boolean current(X509Certificate certificate) {
    Instant now = clock.instant();
    return !now.isBefore(certificate.getNotBefore().toInstant())
        && now.plus(LEAST_VALIDITY).isBefore(certificate.getNotAfter().toInstant());
  }
}
