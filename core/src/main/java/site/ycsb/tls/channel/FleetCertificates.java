package site.ycsb.tls.channel;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.KeyStores;
import site.ycsb.tls.certificate.Pem;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;

/**
 * The certificates of a fleet: one key with a certificate, which all members have, and the
 * authority that signed it. The authority's own key is not kept, so this fleet will never trust
 * another certificate.
 *
 * @param directory holds {@code ca.pem}, {@code member.pem} and {@code member-key.pem}
 */
public record FleetCertificates(Path directory) {
  /** RSA: it works with every group that {@code tls.group} leaves to the coordinator's JVM. */
  private static final ServerKey KEY = ServerKey.parse("RSA-2048");

  private static final String NAME = "member";

  /** The protocol versions of a fleet's connections, for {@code setEnabledProtocols}. */
  public static String[] protocols() {
    return new String[] {"TLSv1.3"};
  }

  /**
   * Those of a directory, or else those that this user's processes on this machine share; they are
   * made at the first use.
   *
   * @param directory empty: this user's own, which never leave this machine
   */
  public static FleetCertificates of(Optional<Path> directory) throws IOException {
    return new FleetCertificates(
        directory.isPresent()
            ? directory.get()
            : CertificateStore.in(CertificateStore.userDirectory(System.getenv()))
                .members(KEY, NAME));
  }

  /** The member's files. */
  public CertificateFiles member() {
    return CertificateFiles.in(directory, NAME);
  }

  /**
   * Makes an authority and its one certificate; existing ones are replaced.
   *
   * @throws IOException when the directory cannot be written
   */
  public void create(Validity validity) throws IOException {
    CertificateAuthority authority = CertificateAuthority.create();
    CertifiedKey member = authority.issueMember(KEY, "ycsb fleet " + NAME, validity);
    authority.saveCertificate(directory);
    member().write(member);
  }

  /**
   * For both ends of the fleet's connections.
   *
   * @see #protocols()
   * @throws UsageException when the directory does not hold a fleet's certificates, or they are not
   *     valid now
   */
  public SSLContext context() {
    try {
      char[] password = CertificateFiles.PASSWORD.toCharArray();
      KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
      CertifiedKey member = member().read();
      requireValid(member.certificate());
      keys.init(member.toKeyStore(password), password);
      X509Certificate authority =
          Pem.readCertificates(CertificateAuthority.certificateFile(directory)).get(0);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(KeyStores.trusting(List.of(authority)));
      // Asked by name: a pinned transport may have taken the place of the default.
      SSLContext context = SSLContext.getInstance("TLS", JsseProviders.find("SunJSSE"));
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          "--fleet %s: %s; expected what 'bin/ycsb certs --fleet %s' makes"
              .formatted(directory, e.getMessage(), directory),
          e);
    }
  }

  /** The other member would only hang up. */
  private void requireValid(X509Certificate member) {
    Instant from = member.getNotBefore().toInstant();
    Instant to = member.getNotAfter().toInstant();
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    if (now.isBefore(from) || now.isAfter(to)) {
      throw new UsageException(
          "--fleet %s: its certificate is valid from %s to %s, and it is %s; create a new one with 'bin/ycsb certs --fleet %s' and copy it to all members"
              .formatted(directory, from, to, now, directory));
    }
  }
}
