package site.ycsb.tls.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.List;

/**
 * A private key and the certificate chain that vouches for it: what one end of a TLS connection
 * needs to prove who it is. Immutable; {@link #toString()} does not show the key.
 *
 * @param chain the key's own certificate first, then those above it; a root need not be in it (RFC
 *     8446 4.4.2)
 * @param key the private key of the first certificate
 */
public record CertifiedKey(List<X509Certificate> chain, PrivateKey key) {

  /**
   * @throws IllegalArgumentException when the chain is empty or the key is not that of its first
   *     certificate
   */
  public CertifiedKey {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("a certified key needs at least one certificate");
    }
    if (!belongsTo(key, chain.get(0).getPublicKey())) {
      throw new IllegalArgumentException(
          "the private key (%s) does not belong to the certificate of %s"
              .formatted(key.getAlgorithm(), chain.get(0).getSubjectX500Principal()));
    }
  }

  /**
   * Reads the chain from one PEM file and the key from another, or the same.
   *
   * @throws IOException when a file cannot be read or the two do not belong together; the message
   *     is one line that names the files
   */
  public static CertifiedKey read(Path certificates, Path key) throws IOException {
    List<X509Certificate> chain = Pem.readCertificates(certificates);
    PrivateKey privateKey = Pem.readPrivateKey(key);
    try {
      return new CertifiedKey(chain, privateKey);
    } catch (IllegalArgumentException e) {
      throw new IOException("%s and %s: %s".formatted(certificates, key, e.getMessage()), e);
    }
  }

  /** The key's own certificate. */
  public X509Certificate certificate() {
    return chain.get(0);
  }

  /** A PKCS12 key store in memory with this one entry, which the password protects. */
  public KeyStore toKeyStore(char[] password) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("key", key, password, chain.toArray(Certificate[]::new));
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a PKCS12 store in memory could not be created", e);
    }
  }

  @Override
  public String toString() {
    return "CertifiedKey[" + certificate().getSubjectX500Principal() + "]";
  }

  /** Those that the key is restricted to, or usual ones. */
  private static AlgorithmParameterSpec pssParameters(PrivateKey key) {
    AlgorithmParameterSpec own = key instanceof RSAKey rsa ? rsa.getParams() : null;
    return own != null
        ? own
        : new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);
  }

  private static boolean belongsTo(PrivateKey key, PublicKey publicKey) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    byte[] message = {1, 2, 3, 4};
    try {
      Signature signature = Signature.getInstance(algorithm);
      if (algorithm.equals("RSASSA-PSS")) {
        signature.setParameter(pssParameters(key));
      }
      signature.initSign(key);
      signature.update(message);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(message);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
