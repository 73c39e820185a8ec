package site.ycsb.tls.certificate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.stream.Collectors;

/**
 * The files of one {@link CertifiedKey}, in the forms that servers and drivers ask for. Only their
 * owner can read them, except the certificate, which everybody can read.
 *
 * @param certificate PEM, the certificate chain
 * @param key PEM, the private key, PKCS#8, not encrypted
 * @param combined PEM, both of them in one file (as MongoDB and HAProxy need it)
 * @param keystore PKCS12, both of them, with the password {@value #PASSWORD}
 */
public record CertificateFiles(Path certificate, Path key, Path combined, Path keystore) {

  /**
   * The password of all PKCS12 files written here. It is not a secret: the file's permissions
   * protect the key. Most programs refuse an empty password.
   */
  public static final String PASSWORD = "changeit";

  /** The files of that name in the directory, whether or not they exist. */
  public static CertificateFiles in(Path directory, String name) {
    return new CertificateFiles(
        directory.resolve(name + ".pem"),
        directory.resolve(name + "-key.pem"),
        directory.resolve(name + "-combined.pem"),
        directory.resolve(name + ".p12"));
  }

  /** Writes all four; files that exist are replaced. */
  public void write(CertifiedKey certified) throws IOException {
    String chain = certified.chain().stream().map(Pem::encode).collect(Collectors.joining());
    String privateKey = Pem.encode(certified.key());
    SafeFiles.writeSecret(key, privateKey.getBytes(StandardCharsets.US_ASCII));
    SafeFiles.writeSecret(combined, (chain + privateKey).getBytes(StandardCharsets.US_ASCII));
    SafeFiles.writeSecret(keystore, pkcs12(certified.toKeyStore(PASSWORD.toCharArray())));
    SafeFiles.writePublic(certificate, chain.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads certificate and key from their PEM files. */
  public CertifiedKey read() throws IOException {
    return CertifiedKey.read(certificate, key);
  }

  static byte[] pkcs12(KeyStore store) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      store.store(bytes, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IOException("a PKCS12 file could not be created: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }
}
