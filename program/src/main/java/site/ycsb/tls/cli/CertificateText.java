package site.ycsb.tls.cli;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.pin.ServerKey;

/**
 * A server's certificate for a human reader.
 *
 * @param chain the server's certificates, its own first
 */
record CertificateText(List<X509Certificate> chain) {

  List<String> lines() {
    X509Certificate own = chain.get(0);
    return Stream.of(
            "Certificate, " + ServerKey.of(own.getPublicKey()),
            "  subject      " + own.getSubjectX500Principal(),
            "  issuer       " + issuer(own),
            "  valid        " + validity(own),
            "  names        " + names(own),
            "  signature    " + own.getSigAlgName(),
            "  SHA-256      " + fingerprint(own),
            "  chain sent   "
                + (chain.size() == 1 ? "1 certificate" : chain.size() + " certificates"))
        // A server's names may hold what a terminal takes for commands.
        .map(line -> line.replaceAll("\\p{Cc}", "?"))
        .toList();
  }

  private static String issuer(X509Certificate certificate) {
    return certificate.getIssuerX500Principal().equals(certificate.getSubjectX500Principal())
        ? "itself (self-signed)"
        : certificate.getIssuerX500Principal().toString();
  }

  private static String validity(X509Certificate certificate) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant to = certificate.getNotAfter().toInstant();
    Instant now = Instant.now();
    String remark =
        now.isAfter(to)
            ? "EXPIRED"
            : now.isBefore(from)
                ? "NOT YET VALID"
                : ChronoUnit.DAYS.between(now, to) + " days left";
    return day(from) + " to " + day(to) + " (" + remark + ")";
  }

  private static LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC);
  }

  private static String names(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? "none: clients that verify the host name will refuse it"
          : names.stream()
              .map(name -> String.valueOf(name.get(1)))
              .collect(Collectors.joining(", "));
    } catch (CertificateParsingException e) {
      return "not readable: " + e.getMessage();
    }
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      return HexFormat.ofDelimiter(":")
          .withUpperCase()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no fingerprint of a certificate that was parsed", e);
    }
  }
}
