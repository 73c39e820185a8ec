package site.ycsb.tls.certificate;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Private keys that are encrypted by PBES2 with PBKDF2 (PKCS#8, RFC 8018 6.2 and A.4), whichever of
 * the usual ciphers they have. The JDK's own reader knows some ciphers only, and before Java 19 no
 * password that is not ASCII.
 */
final class EncryptedKey {
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final int INTEGER = 0x02;
  private static final int OBJECT_IDENTIFIER = 0x06;

  /** More would only be a way to keep the reader busy. */
  private static final int MOST_ITERATIONS = 100_000_000;

  private static final String PBES2 = "2a864886f70d01050d";
  private static final String PBKDF2 = "2a864886f70d01050c";
  private static final String SCRYPT = "2b06010401da47040b";
  private static final String HMAC_SHA1 = "2a864886f70d0207";

  /** Of PBKDF2, and the JDK's names of it with them. */
  private static final Map<String, String> FUNCTIONS =
      Map.of(
          HMAC_SHA1,
          "PBKDF2WithHmacSHA1",
          "2a864886f70d0208",
          "PBKDF2WithHmacSHA224",
          "2a864886f70d0209",
          "PBKDF2WithHmacSHA256",
          "2a864886f70d020a",
          "PBKDF2WithHmacSHA384",
          "2a864886f70d020b",
          "PBKDF2WithHmacSHA512");

  /**
   * A cipher in CBC mode.
   *
   * @param keyBytes length of its key
   */
  private record Scheme(String algorithm, int keyBytes) {}

  private static final Map<String, Scheme> CIPHERS =
      Map.of(
          "2a864886f70d0307",
          new Scheme("DESede", 24),
          "608648016503040102",
          new Scheme("AES", 16),
          "608648016503040116",
          new Scheme("AES", 24),
          "60864801650304012a",
          new Scheme("AES", 32));

  private EncryptedKey() {}

  /** Whether this class reads the encryption of such a key; others are older schemes. */
  static boolean isPbes2(byte[] der) {
    try {
      ByteBuffer info = content(ByteBuffer.wrap(der), SEQUENCE);
      return identifier(content(info, SEQUENCE)).equals(PBES2);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Decrypts an EncryptedPrivateKeyInfo.
   *
   * @return the key as PKCS#8
   * @throws IllegalArgumentException when it is damaged, or encrypted in another way; the message
   *     says how
   */
  static byte[] decrypt(byte[] der, char[] password) throws GeneralSecurityException {
    ByteBuffer info = content(ByteBuffer.wrap(der), SEQUENCE);
    ByteBuffer algorithm = content(info, SEQUENCE);
    byte[] encrypted = bytes(content(info, OCTETS));
    identifier(algorithm);
    ByteBuffer parameters = content(algorithm, SEQUENCE);
    ByteBuffer derivation = content(parameters, SEQUENCE);
    String kind = identifier(derivation);
    if (!kind.equals(PBKDF2)) {
      throw new IllegalArgumentException(
          kind.equals(SCRYPT)
              ? "its password is stretched by scrypt"
              : "unknown derivation " + kind);
    }
    ByteBuffer pbkdf2 = content(derivation, SEQUENCE);
    byte[] salt = bytes(content(pbkdf2, OCTETS));
    int iterations = integer(content(pbkdf2, INTEGER));
    String function = HMAC_SHA1;
    while (pbkdf2.hasRemaining()) {
      // Before the function may come the length of the key, which the cipher has, too.
      int tag = pbkdf2.get(pbkdf2.position());
      ByteBuffer next = content(pbkdf2, tag);
      if (tag == SEQUENCE) {
        function = identifier(next);
      }
    }
    if (!FUNCTIONS.containsKey(function)) {
      throw new IllegalArgumentException("unknown function " + function);
    }
    ByteBuffer scheme = content(parameters, SEQUENCE);
    String identifier = identifier(scheme);
    Scheme cipher = CIPHERS.get(identifier);
    if (cipher == null) {
      throw new IllegalArgumentException("unknown cipher " + identifier);
    }
    IvParameterSpec vector = new IvParameterSpec(bytes(content(scheme, OCTETS)));
    // It encodes the password as UTF-8, as OpenSSL does on systems of today.
    byte[] key =
        SecretKeyFactory.getInstance(FUNCTIONS.get(function))
            .generateSecret(
                new PBEKeySpec(password, salt, iterations, cipher.keyBytes() * Byte.SIZE))
            .getEncoded();
    Cipher decryption = Cipher.getInstance(cipher.algorithm() + "/CBC/PKCS5Padding");
    decryption.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, cipher.algorithm()), vector);
    return decryption.doFinal(encrypted);
  }

  /** The content of the next element (X.690 8.1), which must have this tag. */
  private static ByteBuffer content(ByteBuffer from, int tag) {
    try {
      int found = from.get() & 0xFF;
      int length = from.get() & 0xFF;
      if (length > 0x80) {
        int octets = length - 0x80;
        length = 0;
        for (int i = 0; i < octets; i++) {
          length = Math.multiplyExact(length, 256) + (from.get() & 0xFF);
        }
      }
      if (found != (tag & 0xFF) || length > from.remaining()) {
        throw new IllegalArgumentException("it is damaged");
      }
      ByteBuffer content = from.slice(from.position(), length);
      from.position(from.position() + length);
      return content;
    } catch (BufferUnderflowException | ArithmeticException e) {
      throw new IllegalArgumentException("it is damaged", e);
    }
  }

  private static String identifier(ByteBuffer from) {
    return HexFormat.of().formatHex(bytes(content(from, OBJECT_IDENTIFIER)));
  }

  private static int integer(ByteBuffer content) {
    long value = 0;
    while (content.hasRemaining()) {
      value = value * 256 + (content.get() & 0xFF);
      if (value > MOST_ITERATIONS) {
        throw new IllegalArgumentException("it wants too many iterations");
      }
    }
    if (value < 1) {
      throw new IllegalArgumentException("it is damaged");
    }
    return (int) value;
  }

  private static byte[] bytes(ByteBuffer content) {
    byte[] bytes = new byte[content.remaining()];
    content.get(bytes);
    return bytes;
  }
}
