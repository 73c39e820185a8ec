package site.ycsb.tls.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.property.Secret;

/** Java's key stores, in memory. */
public final class KeyStores {
  private KeyStores() {}

  /** A store that trusts these certificates. */
  public static KeyStore trusting(List<X509Certificate> certificates) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (X509Certificate certificate : certificates) {
        store.setCertificateEntry(store.size() == 0 ? "ca" : "ca-" + store.size(), certificate);
      }
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a PKCS12 store in memory could not be created", e);
    }
  }

  /**
   * The content of a file, PKCS12 or JKS.
   *
   * @param password of the store; empty: it is read with an empty one, or if that is refused
   *     without any, as JKS allows
   * @throws IOException when the file cannot be read, or the password is wrong
   */
  public static KeyStore read(Path file, Optional<Secret> password)
      throws IOException, GeneralSecurityException {
    byte[] content = Files.readAllBytes(file);
    if (password.isPresent()) {
      return load(content, password.get().chars());
    }
    try {
      return load(content, new char[0]);
    } catch (IOException e) {
      return load(content, null);
    }
  }

  private static KeyStore load(byte[] content, char[] password)
      throws IOException, GeneralSecurityException {
    // Also reads JKS.
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new ByteArrayInputStream(content), password);
    return store;
  }
}
