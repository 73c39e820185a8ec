package site.ycsb.tls.verify;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXReason;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.property.HostPort;

/**
 * Says in one line why a server's certificate was refused: which certificate of the chain it is
 * about, what is wrong with it, and what to do. What the JDK reports is read by its types, by the
 * index of the certificate and by the reason; where it only says that it found no path, the chain
 * is validated once more as it was sent, which says why. Where nothing is recognised, it is the
 * JDK's own sentence.
 */
final class CertificateDiagnosis {
  private static final String NONETHELESS =
      "; correct it, or set tls.verify=none to measure nonetheless";

  /** Types of subject alternative names (RFC 5280 4.2.1.6). */
  private static final int DNS_NAME = 2;

  private static final int IP_ADDRESS = 7;

  private final Trust trust;
  private final List<X509Certificate> anchors;
  private final List<X509Certificate> chain;
  private final String host;
  private final String where;

  /**
   * @param anchors what is trusted
   * @param chain as the server sent it
   * @param host null when the driver made an engine without it
   */
  CertificateDiagnosis(
      Trust trust, X509Certificate[] anchors, X509Certificate[] chain, String host, int port) {
    this.trust = trust;
    this.anchors = List.of(anchors);
    this.chain = List.of(chain);
    this.host = host;
    this.where = Diagnosis.address(host, port);
  }

  /** The explanation of what the JDK's trust manager threw. */
  String explain(CertificateException e) {
    Optional<CertPathValidatorException> path = pathFailure(e);
    if (path.isPresent()) {
      return ofPath(path.get());
    }
    String message = Diagnosis.oneLine(e);
    if (message.startsWith("No subject alternative") || message.startsWith("No name matching")) {
      return ofHost();
    }
    if (message.startsWith("Hostname or IP address is undefined")) {
      return "the client created its SSLEngine without the server's name, so the name in the certificate cannot be verified; set tls.verify=chain to verify the chain only";
    }
    if (message.startsWith("Illegal given domain name")) {
      return "Java compares no certificate with the host name %s, which is not a valid one (letters, digits and hyphens); connect by another name or by an address, or set tls.verify=chain"
          .formatted(host);
    }
    return "%s is refused: %s%s".formatted(name(chain.get(0)), message, NONETHELESS);
  }

  /** What is wrong with the chain: as it was reported, or found by validating it once more. */
  private Optional<CertPathValidatorException> pathFailure(CertificateException e) {
    boolean ofPath = false;
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof CertPathValidatorException path
          && path.getIndex() >= 0
          && path.getReason() != BasicReason.UNSPECIFIED) {
        return Optional.of(path);
      }
      ofPath |= t.getClass().getName().contains("CertPath");
    }
    return ofPath ? Optional.of(validated()) : Optional.empty();
  }

  private CertPathValidatorException validated() {
    try {
      Set<TrustAnchor> trusted = new HashSet<>();
      anchors.forEach(anchor -> trusted.add(new TrustAnchor(anchor, null)));
      PKIXParameters parameters = new PKIXParameters(trusted);
      parameters.setRevocationEnabled(false);
      CertPathValidator.getInstance("PKIX")
          .validate(
              CertificateFactory.getInstance("X.509").generateCertPath(ordered()), parameters);
      return noAnchor();
    } catch (CertPathValidatorException e) {
      return e;
    } catch (GeneralSecurityException e) {
      return noAnchor();
    }
  }

  private static CertPathValidatorException noAnchor() {
    return new CertPathValidatorException(
        "no path to a trusted certificate", null, null, -1, PKIXReason.NO_TRUST_ANCHOR);
  }

  /** From the server's own certificate upwards, until an issuer is trusted or was not sent. */
  private List<X509Certificate> ordered() {
    List<X509Certificate> ordered = new ArrayList<>(chain.subList(0, 1));
    for (Optional<X509Certificate> next = issuer(ordered);
        next.isPresent();
        next = issuer(ordered)) {
      ordered.add(next.get());
    }
    return ordered;
  }

  private Optional<X509Certificate> issuer(List<X509Certificate> ordered) {
    X509Certificate last = ordered.get(ordered.size() - 1);
    boolean trusted =
        anchors.stream()
            .anyMatch(a -> a.getSubjectX500Principal().equals(last.getIssuerX500Principal()));
    return trusted
        ? Optional.empty()
        : chain.stream()
            .filter(c -> c.getSubjectX500Principal().equals(last.getIssuerX500Principal()))
            .filter(c -> !ordered.contains(c))
            .findFirst();
  }

  private String ofPath(CertPathValidatorException e) {
    X509Certificate about = about(e);
    Reason reason = e.getReason();
    if (reason == BasicReason.EXPIRED) {
      return "%s expired on %s; renew it, or set tls.verify=none to measure nonetheless"
          .formatted(name(about), about.getNotAfter().toInstant());
    }
    if (reason == BasicReason.NOT_YET_VALID) {
      return "%s is valid only from %s, and it is %s here; correct the clock or the certificate"
          .formatted(name(about), about.getNotBefore().toInstant(), LocalDate.now(ZoneOffset.UTC));
    }
    if (reason == BasicReason.ALGORITHM_CONSTRAINED) {
      return "%s uses an algorithm or key size that this JVM has disabled (%s); set tls.legacy=true"
          .formatted(name(about), Diagnosis.oneLine(e));
    }
    if (reason == BasicReason.REVOKED) {
      return "%s is revoked (%s)%s".formatted(name(about), Diagnosis.oneLine(e), NONETHELESS);
    }
    if (reason == BasicReason.UNDETERMINED_REVOCATION_STATUS) {
      return "whether %s is revoked is not known (%s), and this JVM is set to check it (com.sun.net.ssl.checkRevocation); remove that setting, or make the CA's revocation service reachable"
          .formatted(name(about), Diagnosis.oneLine(e));
    }
    return reason == PKIXReason.NO_TRUST_ANCHOR || e.getIndex() < 0
        ? untrusted()
        : "%s is refused: %s%s".formatted(name(about), Diagnosis.oneLine(e), NONETHELESS);
  }

  private X509Certificate about(CertPathValidatorException e) {
    List<?> path = e.getCertPath() == null ? List.of() : e.getCertPath().getCertificates();
    return e.getIndex() >= 0
            && e.getIndex() < path.size()
            && path.get(e.getIndex()) instanceof X509Certificate certificate
        ? certificate
        : chain.get(0);
  }

  private String untrusted() {
    List<X509Certificate> sent = ordered();
    X509Certificate last = sent.get(sent.size() - 1);
    String issuer = last.getIssuerX500Principal().toString();
    String problem = "%s is not trusted (issuer: %s)".formatted(name(chain.get(0)), issuer);
    if (sent.size() == 1 && isSelfIssued(last)) {
      return "%s: it is self-signed, so there is no CA; save it as PEM ('openssl s_client -connect %s', with -starttls mysql or postgres where TLS begins later) and set tls.ca to that file and tls.verify=chain, or set tls.verify=none"
          .formatted(problem, host == null ? "HOST:PORT" : where);
    }
    return given()
        .map(
            file ->
                "%s: %s has no certificate of this issuer%s; set %s to a file that has that of the CA that issued it"
                    .formatted(
                        problem,
                        file,
                        isSelfIssued(last) ? "" : ", and the server sent none",
                        file.substring(0, file.indexOf('='))))
        .orElseGet(() -> problem + "; set tls.ca to the PEM file of the CA that issued it");
  }

  /** The property that names what is trusted, and its value. */
  private Optional<String> given() {
    return trust
        .ca()
        .map(file -> TlsProperties.CA + "=" + file)
        .or(() -> trust.truststore().map(file -> TlsProperties.TRUSTSTORE + "=" + file));
  }

  private static boolean isSelfIssued(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
  }

  private String ofHost() {
    X509Certificate certificate = chain.get(0);
    List<String> dnsNames = names(certificate, DNS_NAME);
    if (HostPort.isAddress(host) && dnsNames.contains(host)) {
      return "%s has the address %s as a DNS name, and no client accepts an address there; have it issued with an IP address entry, connect by a DNS name of it, or set tls.verify=chain"
          .formatted(name(certificate), host);
    }
    List<String> all = new ArrayList<>(dnsNames);
    all.addAll(names(certificate, IP_ADDRESS));
    String names =
        all.isEmpty()
            ? certificate.getSubjectX500Principal() + " and no host"
            : String.join(", ", all);
    return "%s is for %s, not for %s; connect by one of these names, or set tls.verify=chain"
        .formatted(name(certificate), names, host);
  }

  private static List<String> names(X509Certificate certificate, int type) {
    try {
      Collection<List<?>> names =
          Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of());
      return names.stream()
          .filter(name -> name.get(0).equals(type))
          .map(name -> String.valueOf(name.get(1)))
          .toList();
    } catch (CertificateParsingException e) {
      return List.of();
    }
  }

  private String name(X509Certificate certificate) {
    return certificate.equals(chain.get(0))
        ? "the certificate of " + where
        : "the certificate %s in the chain of %s"
            .formatted(certificate.getSubjectX500Principal(), where);
  }
}
