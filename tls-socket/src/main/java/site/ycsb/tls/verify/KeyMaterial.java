package site.ycsb.tls.verify;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.KeyStores;
import site.ycsb.tls.certificate.Pem;
import site.ycsb.tls.option.ClientCertificate;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.UsageException;

/**
 * Trust and key managers from the files that the options name. All methods throw {@link
 * UsageException} when a file cannot be read or has the wrong content; the message names property,
 * file and reason.
 */
public final class KeyMaterial {
  private static final char[] IN_MEMORY = "in memory".toCharArray();

  private KeyMaterial() {}

  /** Refuses files that cannot be used, for programs that need them only much later. */
  public static void requireUsable(TlsOptions options) {
    Trust trust = options.trust();
    boolean namesFile = trust.ca().isPresent() || trust.truststore().isPresent();
    if (namesFile && trust.verification() != Verification.NONE) {
      trustManager(trust);
    }
    options.clientCertificate().ifPresent(client -> keyManagers(client, Optional.empty()));
  }

  /** A trust manager for the certificates that the options name, or for the JVM's trust store. */
  public static X509ExtendedTrustManager trustManager(Trust trust) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted(trust).orElse(null));
      return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new UsageException(
          "the trust store cannot be used: " + e.getMessage() + "; set tls.ca", e);
    }
  }

  /**
   * Key managers for the client's certificate.
   *
   * @param provider the JSSE provider that will use them; empty: the JDK's
   */
  public static KeyManager[] keyManagers(ClientCertificate client, Optional<Provider> provider) {
    try {
      KeyManagerFactory factory = keyManagerFactory(provider);
      if (client instanceof ClientCertificate.Pem pem) {
        factory.init(certifiedKey(pem).toKeyStore(IN_MEMORY), IN_MEMORY);
      } else if (client instanceof ClientCertificate.Store store) {
        KeyStore keys = load(TlsProperties.KEYSTORE, store.file(), store.password());
        char[] password = store.password().map(Secret::chars).orElseGet(() -> new char[0]);
        requireKey(keys, store.file(), password);
        factory.init(keys, password);
      }
      return factory.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw new UsageException(
          "the client certificate cannot be used: %s; check tls.cert and tls.key, or tls.keystore"
              .formatted(e.getMessage()),
          e);
    }
  }

  /** Without a key, no certificate would be sent, and nothing would say so. */
  private static void requireKey(KeyStore keys, Path file, char[] password)
      throws GeneralSecurityException {
    List<String> names = Collections.list(keys.aliases());
    for (String name : names) {
      if (keys.isKeyEntry(name)) {
        try {
          keys.getKey(name, password);
          return;
        } catch (UnrecoverableKeyException e) {
          throw new UsageException(
              "%s=%s: its key cannot be decrypted with the password of the file; expected one password for both, in %s"
                  .formatted(TlsProperties.KEYSTORE, file, TlsProperties.KEYSTORE_PASSWORD),
              e);
        }
      }
    }
    throw new UsageException(
        "%s=%s: it has %s and no private key; expected a PKCS12 or JKS file with the client's certificate and key ('openssl pkcs12 -export -in CERT -inkey KEY -out FILE' makes one), and its password in %s"
            .formatted(
                TlsProperties.KEYSTORE,
                file,
                names.isEmpty() ? "no entry that can be read" : names.size() + " certificates",
                TlsProperties.KEYSTORE_PASSWORD));
  }

  private static KeyManagerFactory keyManagerFactory(Optional<Provider> provider)
      throws GeneralSecurityException {
    // Bouncy Castle has its own names for the kinds of keys; only its own managers know them.
    // The JDK's factory PKIX reads a PKCS12 key again for each handshake, key derivation included.
    List<String> haveTheirOwn = List.of(JsseProviders.BCJSSE, JsseProviders.CONSCRYPT);
    return provider.filter(p -> haveTheirOwn.contains(p.getName())).isPresent()
        ? KeyManagerFactory.getInstance("PKIX", provider.get())
        : KeyManagerFactory.getInstance("SunX509");
  }

  private static Optional<KeyStore> trusted(Trust trust) throws GeneralSecurityException {
    if (trust.truststore().isPresent()) {
      Path file = trust.truststore().get();
      KeyStore store = load(TlsProperties.TRUSTSTORE, file, trust.password());
      if (store.size() == 0) {
        throw new UsageException(
            trust.password().isEmpty()
                ? "%s=%s: no entry can be read in it; give its password with %s"
                    .formatted(TlsProperties.TRUSTSTORE, file, TlsProperties.TRUSTSTORE_PASSWORD)
                : "%s=%s: the password is right, but no certificate in it is marked as trusted, as Java's own are; 'openssl pkcs12 -nokeys -in %s -out ca.pem' makes a PEM file of it: give %s=ca.pem"
                    .formatted(TlsProperties.TRUSTSTORE, file, file, TlsProperties.CA));
      }
      return Optional.of(store);
    }
    return trust.ca().isPresent() ? Optional.of(authorities(trust.ca().get())) : Optional.empty();
  }

  private static KeyStore authorities(Path pem) {
    try {
      return KeyStores.trusting(Pem.readCertificates(pem));
    } catch (IOException e) {
      throw new UsageException(TlsProperties.CA + "=" + pem + ": " + e.getMessage(), e);
    }
  }

  private static CertifiedKey certifiedKey(ClientCertificate.Pem pem) {
    try {
      char[] password = pem.password().map(Secret::chars).orElseGet(() -> new char[0]);
      return new CertifiedKey(
          Pem.readCertificates(pem.certificate()), Pem.readPrivateKey(pem.key(), password));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "%s=%s, %s=%s: %s"
              .formatted(
                  TlsProperties.CERT,
                  pem.certificate(),
                  TlsProperties.KEY,
                  pem.key(),
                  e.getMessage()),
          e);
    }
  }

  private static KeyStore load(Property<?> property, Path file, Optional<Secret> password) {
    try {
      return KeyStores.read(file, password);
    } catch (NoSuchFileException e) {
      throw new UsageException(property + "=" + file + ": there is no such file", e);
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          "%s=%s: %s; check the file and %s.password"
              .formatted(property, file, e.getMessage(), property),
          e);
    }
  }
}
