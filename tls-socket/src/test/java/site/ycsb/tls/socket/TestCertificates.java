package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.option.ClientCertificate;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.Secret;

/**
 * One authority for all tests of this module, and its certificates. Those with an RSA key are kept
 * for the next JVM: in a new one such a key takes a second.
 */
final class TestCertificates {
  private static final String RSA = "RSA-2048";
  private static final CertificateStore STORE =
      CertificateStore.in(Path.of("target", "test-certificates"));
  private static final Path CA = ca();
  private static final Path DIRECTORY = directory();
  private static final CertificateAuthority AUTHORITY = load();
  private static final Map<String, CertifiedKey> SERVERS = new ConcurrentHashMap<>();
  private static final Map<String, CertificateFiles> CLIENTS = new ConcurrentHashMap<>();

  /** Made when it is asked for. */
  private static final class Another {
    /** A small key is made sooner. */
    static final CertificateAuthority AUTHORITY =
        CertificateAuthority.create(ServerKey.parse("RSA-1024"));
  }

  private TestCertificates() {}

  static CertificateAuthority authority() {
    return AUTHORITY;
  }

  /** One that nobody trusts. */
  static CertificateAuthority anotherAuthority() {
    return Another.AUTHORITY;
  }

  /** A certificate for localhost and 127.0.0.1. */
  static CertifiedKey server(String key) {
    return SERVERS.computeIfAbsent(key, TestCertificates::readOrIssue);
  }

  private static CertifiedKey readOrIssue(String key) {
    ServerKey parsed = ServerKey.parse(key);
    if (parsed.algorithm() != ServerKey.Algorithm.RSA) {
      return AUTHORITY.issueServer(parsed);
    }
    try {
      return STORE.serverCertificate(parsed).read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For a server's context that knows nothing of this library. */
  static KeyManager[] keyManagers(String key) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(server(key).toKeyStore(new char[0]), new char[0]);
    return keys.getKeyManagers();
  }

  /** A key that the suite can use. */
  static CertifiedKey serverFor(TlsPin pin) {
    return server(
        pin.cipherSuite().keyAlgorithms().contains(ServerKey.Algorithm.RSA) ? RSA : "EC-256");
  }

  static Trust trust() {
    return Trust.ofCa(CA);
  }

  static TlsOptions options(String suite) {
    return options(TlsPin.of(suite));
  }

  static TlsOptions options(TlsPin pin) {
    return TlsOptions.of(pin).withTrust(trust());
  }

  static PinnedTransport transport(String suite) {
    return transport(TlsPin.of(suite));
  }

  /** Trusts the authority. */
  static PinnedTransport transport(TlsPin pin) {
    return new PinnedTransport(options(pin));
  }

  /** The same with a client's certificate. */
  static PinnedTransport transport(TlsPin pin, ClientCertificate client) {
    return new PinnedTransport(options(pin).withClientCertificate(client));
  }

  /** Files of a certificate of {@code CN=a client}. */
  static CertificateFiles client(String key) {
    return CLIENTS.computeIfAbsent(key, TestCertificates::issueClient);
  }

  private static CertificateFiles issueClient(String key) {
    try {
      return files("client-" + key, AUTHORITY.issueClient(ServerKey.parse(key), "a client"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ClientCertificate pem(CertificateFiles client) {
    return new ClientCertificate.Pem(client.certificate(), client.key(), Optional.empty());
  }

  static ClientCertificate store(CertificateFiles client) {
    return new ClientCertificate.Store(
        client.keystore(), Optional.of(new Secret(CertificateFiles.PASSWORD)));
  }

  /** Writes the files of a certificate. */
  static CertificateFiles files(String name, CertifiedKey certified) throws IOException {
    CertificateFiles files = CertificateFiles.in(DIRECTORY, name);
    files.write(certified);
    return files;
  }

  private static Path ca() {
    try {
      return STORE.caFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path directory() {
    try {
      Path directory = Files.createTempDirectory("tls-socket-test");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory)));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CertificateAuthority load() {
    try {
      return CertificateAuthority.load(CA.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path directory) {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
