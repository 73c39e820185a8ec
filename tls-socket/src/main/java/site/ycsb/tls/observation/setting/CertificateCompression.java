package site.ycsb.tls.observation.setting;

import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.wire.ClientHello;
import site.ycsb.tls.wire.RecordWalk;

/**
 * Whether the client asks for compressed certificates (RFC 8879), and whether it got some. The
 * server's messages are encrypted, but their records have lengths. A server that cuts a message
 * fills the records before its last piece: certificates as they are come in one record, or begin in
 * one of the longest. They are compressed if no record is long enough for the whole message, and
 * what came from the first of the longest on is less than that message and all that must follow it;
 * or if all bytes are fewer than a handshake with them has at least. What cannot be seen in this
 * way is not said.
 */
final class CertificateCompression {
  private static final String NOT_OFFERED = "not offered";
  private static final String USED = "offered and used";
  private static final String NOT_SEEN = "offered, not seen";

  /** RFC 8446 5.1: the header of a record. */
  private static final int RECORD = 5;

  /** RFC 8446 4: type and length. */
  private static final int MESSAGE = 4;

  /** The shortest, with no extension. */
  private static final int ENCRYPTED_EXTENSIONS = MESSAGE + 2;

  private CertificateCompression() {}

  static String in(Handshake handshake) {
    if (handshake.flight().resumed() || handshake.hello().isEmpty()) {
      return "";
    }
    if (!handshake.hello().get().extensions().contains(ClientHello.COMPRESS_CERTIFICATE)) {
      return NOT_OFFERED;
    }
    return handshake.flight().version() == TlsProtocol.TLS_1_3.code() && isCompressed(handshake)
        ? USED
        : NOT_SEEN;
  }

  private static boolean isCompressed(Handshake handshake) {
    try {
      Certificate[] chain = handshake.session().getPeerCertificates();
      long certificates = message(chain);
      long whole =
          certificates
              + certificateVerify(ServerKey.of(chain[0].getPublicKey()))
              + finished(handshake);
      int protection = protection(handshake);
      int hellos = handshake.flight().retried() ? 2 : 1;
      long least =
          hellos * RECORD
              + handshake.flight().helloBytes()
              + RECORD
              + ENCRYPTED_EXTENSIONS
              + whole
              + protection;
      RecordWalk.Tail tail = handshake.encrypted();
      return handshake.bytesReceived() < least
          || (tail.longest() < certificates + protection
              && tail.bytes() - tail.records() * protection < whole);
    } catch (SSLPeerUnverifiedException
        | CertificateEncodingException
        | IllegalArgumentException e) {
      return false;
    }
  }

  /** What encryption adds to a record: the type of its content, and the tag (RFC 8446 5.2). */
  private static int protection(Handshake handshake) {
    boolean shortTag =
        handshake.flight().cipherSuite().filter(s -> !s.name().endsWith("_CCM_8")).isEmpty();
    return 1 + (shortTag ? 8 : 16);
  }

  /** Length of the message with the certificates as they are (RFC 8446 4.4.2). */
  private static long message(Certificate[] chain) throws CertificateEncodingException {
    // The length of the request context, and of the list.
    long bytes = MESSAGE + 1 + 3;
    for (Certificate certificate : chain) {
      // Its length, and that of its extensions.
      bytes += 3 + certificate.getEncoded().length + 2;
    }
    return bytes;
  }

  /** With the shortest signature that a key makes, but for one ECDSA signature in thousands. */
  private static int certificateVerify(ServerKey key) {
    int signature =
        switch (key.algorithm()) {
          case RSA -> key.bits() / 8;
          case EC -> 2 * (key.bits() / 8);
          case ED25519 -> 64;
          case ED448 -> 114;
          case ML_DSA -> mlDsa(key.bits());
        };
    // The scheme, and the signature's length.
    return MESSAGE + 2 + 2 + signature;
  }

  /** FIPS 204, table 2. */
  private static int mlDsa(int set) {
    return switch (set) {
      case 44 -> 2420;
      case 65 -> 3309;
      default -> 4627;
    };
  }

  private static int finished(Handshake handshake) {
    boolean sha384 =
        handshake.flight().cipherSuite().filter(s -> s.name().endsWith("SHA384")).isPresent();
    return MESSAGE + (sha384 ? 48 : 32);
  }

  static AccountRow row(ObservedTls observed) {
    Optional<Boolean> asked = observed.asked().certificateCompression();
    if (asked.isEmpty() || observed.values().isEmpty()) {
      return observed.open(observed.text());
    }
    boolean on = asked.get();
    String word = on ? "on" : "off";
    boolean offered = observed.count(NOT_OFFERED) == 0;
    boolean never = observed.values().size() == 1 && !offered;
    if (on ? !offered : !never) {
      return observed.different(
          word,
          observed.text(),
          "tls.certificate-compression=%s: the client's ClientHello says otherwise (%s); this is a bug, please report it"
              .formatted(word, observed.text()));
    }
    return !on || observed.values().keySet().stream().allMatch(USED::equals)
        ? observed.same(word, observed.text())
        : observed.remarked(
            word,
            observed.text(),
            "tls.certificate-compression=on: the client asked for compressed certificates, and"
                + " there is no sign that the server sent any: it does not compress (OpenSSL does"
                + " so only if the application says so), or compression saved too few bytes to"
                + " see");
  }
}
