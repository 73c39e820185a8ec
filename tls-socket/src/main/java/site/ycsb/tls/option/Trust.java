package site.ycsb.tls.option;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.UsageException;

/**
 * Which servers are trusted.
 *
 * @param verification what is verified
 * @param ca PEM file with the certificates that a chain must lead to
 * @param truststore the same as a key store; only one of the two may be present, and without both
 *     it is the JVM's own trust store
 * @param password of the key store
 */
public record Trust(
    Verification verification,
    Optional<Path> ca,
    Optional<Path> truststore,
    Optional<Secret> password) {

  public Trust {
    Objects.requireNonNull(verification);
    if (ca.isPresent() && truststore.isPresent()) {
      throw new UsageException(
          "both tls.ca=%s and tls.truststore=%s are given; give one of the two"
              .formatted(ca.get(), truststore.get()));
    }
    if (password.isPresent() && truststore.isEmpty()) {
      throw new UsageException("tls.truststore.password is given without tls.truststore");
    }
  }

  /** Chain and host name, against the JVM's own trust store. */
  public static Trust ofJvm() {
    return new Trust(Verification.FULL, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Chain and host name; the chain must lead to a certificate in this PEM file. */
  public static Trust ofCa(Path pem) {
    return new Trust(Verification.FULL, Optional.of(pem), Optional.empty(), Optional.empty());
  }

  public Trust withVerification(Verification other) {
    return new Trust(other, ca, truststore, password);
  }
}
