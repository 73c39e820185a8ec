package site.ycsb.tls.option;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import site.ycsb.tls.certificate.KeyStores;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.Secret;

/** The files of the client's certificate and private key, for servers that ask for them. */
public sealed interface ClientCertificate {
  /**
   * In PEM files.
   *
   * @param certificate the certificate, then its chain
   * @param key the private key, PKCS#8; may be the same file
   * @param password of an encrypted private key
   */
  record Pem(Path certificate, Path key, Optional<Secret> password) implements ClientCertificate {
    public Pem {
      Objects.requireNonNull(certificate);
      Objects.requireNonNull(key);
      Objects.requireNonNull(password);
    }
  }

  /**
   * In a key store with one entry.
   *
   * @param file PKCS12 or JKS
   * @param password of the store and its key
   */
  record Store(Path file, Optional<Secret> password) implements ClientCertificate {
    public Store {
      Objects.requireNonNull(file);
      Objects.requireNonNull(password);
    }
  }

  /**
   * The curve of its key, from the certificate; empty for other keys, and when the file cannot be
   * read, which is found out with a message later.
   */
  default Optional<NamedGroup> curve() {
    try {
      return certificate()
          .map(certificate -> ServerKey.of(certificate.getPublicKey()))
          .flatMap(NamedGroup::ofKey);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<Certificate> certificate() throws IOException, GeneralSecurityException {
    if (this instanceof Pem pem) {
      return Optional.of(site.ycsb.tls.certificate.Pem.readCertificates(pem.certificate()).get(0));
    }
    Store store = (Store) this;
    KeyStore keys = KeyStores.read(store.file(), store.password());
    for (String alias : Collections.list(keys.aliases())) {
      if (keys.isKeyEntry(alias)) {
        return Optional.ofNullable(keys.getCertificate(alias));
      }
    }
    return Optional.empty();
  }
}
