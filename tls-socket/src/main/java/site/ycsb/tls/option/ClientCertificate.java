package site.ycsb.tls.option;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
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
}
