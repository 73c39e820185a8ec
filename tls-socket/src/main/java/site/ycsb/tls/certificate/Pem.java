package site.ycsb.tls.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Reads certificates and private keys as text (RFC 7468), using only the JDK. A file may contain
 * both, and text between them; everything else in it is ignored.
 */
public final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
  private static final List<String> KEY_ALGORITHMS =
      List.of("RSA", "EC", "EdDSA", "RSASSA-PSS", "ML-DSA");

  private Pem() {}

  private record Block(Path file, String label, String base64) {

    byte[] der() throws IOException {
      try {
        return Base64.getMimeDecoder().decode(base64);
      } catch (IllegalArgumentException e) {
        throw new IOException(file + ": the " + label + " in it is not valid base64", e);
      }
    }
  }

  /**
   * All certificates of a file, in its order.
   *
   * @return at least one
   * @throws IOException when the file cannot be read or holds no certificate; the message is one
   *     line that names the file
   */
  public static List<X509Certificate> readCertificates(Path file) throws IOException {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(file)) {
      if (block.label.equals("CERTIFICATE")) {
        certificates.add(certificate(file, block.der()));
      }
    }
    if (certificates.isEmpty()) {
      throw new IOException(
          file + " holds no certificate; expected is a PEM file with -----BEGIN CERTIFICATE-----");
    }
    return List.copyOf(certificates);
  }

  /**
   * The first private key of a file, which must not be encrypted.
   *
   * @throws IOException when the file cannot be read or holds no unencrypted PKCS#8 key of a kind
   *     that the JDK knows; the message is one line that names the file and what to do
   */
  public static PrivateKey readPrivateKey(Path file) throws IOException {
    return readPrivateKey(file, new char[0]);
  }

  /**
   * The first private key of a file, which may be encrypted (PKCS#8, PBES2).
   *
   * @param password of the key; empty when there is none
   * @throws IOException as {@link #readPrivateKey(Path)}, and when the password does not open the
   *     key; never contains the password
   */
  public static PrivateKey readPrivateKey(Path file, char[] password) throws IOException {
    for (Block block : blocks(file)) {
      if (block.label.equals("PRIVATE KEY")) {
        return privateKey(file, block.der());
      }
      if (block.label.equals("ENCRYPTED PRIVATE KEY")) {
        return decryptedKey(file, decrypted(file, block.der(), password));
      }
      if (block.label.endsWith(" PRIVATE KEY")) {
        throw new IOException(
            ("%s holds a key in the form \"%s\"; expected is PKCS#8 (-----BEGIN PRIVATE KEY-----):"
                    + " openssl pkcs8 -topk8 -nodes -in %s -out NEWFILE makes it")
                .formatted(file, block.label, file));
      }
    }
    throw new IOException(
        file + " holds no private key; expected is a PEM file with -----BEGIN PRIVATE KEY-----");
  }

  static String encode(X509Certificate certificate) {
    try {
      return encode("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("a certificate without an encoding", e);
    }
  }

  static String encode(PrivateKey key) {
    return encode("PRIVATE KEY", key.getEncoded());
  }

  static String encode(String label, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, LINES.encodeToString(der), label);
  }

  private static List<Block> blocks(Path file) throws IOException {
    Matcher matcher = BLOCK.matcher(text(file));
    List<Block> blocks = new ArrayList<>();
    while (matcher.find()) {
      blocks.add(new Block(file, matcher.group(1), matcher.group(2)));
    }
    return blocks;
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IOException(file + " does not exist", e);
    } catch (AccessDeniedException e) {
      throw new IOException(file + " may not be read by this user", e);
    } catch (IOException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static X509Certificate certificate(Path file, byte[] der) throws IOException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new IOException(file + ": a certificate in it is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * One wrong password in 256 gives bytes that look decrypted: their padding is right by chance.
   */
  private static PrivateKey decryptedKey(Path file, byte[] der) throws IOException {
    try {
      return privateKey(file, der);
    } catch (IOException e) {
      throw new IOException(
          file
              + ": the private key in it cannot be decrypted, or is none of RSA, EC, Ed25519, Ed448, ML-DSA (from Java 24 on);"
              + " is the password right?",
          e);
    }
  }

  private static byte[] decrypted(Path file, byte[] der, char[] password) throws IOException {
    if (password.length == 0) {
      throw new IOException(
          file + " holds an encrypted private key, and no password for it is given");
    }
    try {
      return EncryptedKey.isPbes2(der)
          ? EncryptedKey.decrypt(der, password)
          : decryptedByOlderScheme(der, password);
    } catch (IllegalArgumentException | IOException e) {
      throw new IOException(
          "%s: the private key in it is encrypted in a way that is not known here (%s); expected is PBES2 with PBKDF2: openssl pkcs8 -topk8 -in %s -out NEWFILE makes it"
              .formatted(file, String.valueOf(e.getMessage()).replaceAll("\\s+", " "), file),
          e);
    } catch (GeneralSecurityException e) {
      // What Java has in place of letters that the system's locale does not know.
      boolean mangled = new String(password).indexOf('\uFFFD') >= 0;
      throw new IOException(
          file
              + ": the private key in it cannot be decrypted; is the password right?"
              + (mangled
                  ? " It has letters that are lost on a command line in this locale; give it in a file, or set LC_ALL=C.UTF-8"
                  : ""),
          e);
    }
  }

  private static byte[] decryptedByOlderScheme(byte[] der, char[] password)
      throws IOException, GeneralSecurityException {
    EncryptedPrivateKeyInfo encrypted = new EncryptedPrivateKeyInfo(der);
    String algorithm = encrypted.getAlgName();
    try {
      SecretKey key =
          SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password));
      return encrypted.getKeySpec(key).getEncoded();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("the scheme " + algorithm, e);
    }
  }

  /** PKCS#8 names its algorithm by an OID, which the JDK does not accept: try all that it knows. */
  private static PrivateKey privateKey(Path file, byte[] der) throws IOException {
    GeneralSecurityException last = null;
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (NoSuchAlgorithmException | InvalidKeySpecException e) {
        last = e;
      }
    }
    throw new IOException(
        file
            + ": the private key in it is damaged, or none of RSA, EC, Ed25519, Ed448, ML-DSA (from Java 24 on)",
        last);
  }
}
