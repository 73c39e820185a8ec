package site.ycsb.tls.verify;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * Which signature schemes (RFC 8446 4.2.3, RFC 8422 5.1.3, draft-ietf-tls-mldsa) are made with
 * which kinds of keys.
 */
final class SignatureSchemes {
  /**
   * RSASSA-PKCS1-v1_5 with SHA-1, SHA-256, SHA-384, SHA-512; RSASSA-PSS with both kinds of keys.
   */
  private static final Set<Integer> RSA =
      Set.of(
          0x0201, 0x0301, 0x0401, 0x0501, 0x0601, 0x0804, 0x0805, 0x0806, 0x0809, 0x080A, 0x080B);

  /** Up to TLS 1.2 the second byte alone: ECDSA, on any curve. */
  private static final Set<Integer> ECDSA = Set.of(0x0203, 0x0303, 0x0403, 0x0503, 0x0603);

  private static final List<ServerKey> KINDS =
      Stream.of(
              "RSA-2048",
              "EC-256",
              "EC-384",
              "EC-521",
              "Ed25519",
              "Ed448",
              "ML-DSA-44",
              "ML-DSA-65",
              "ML-DSA-87")
          .map(ServerKey::parse)
          .toList();

  private SignatureSchemes() {}

  /** Whether a client with these schemes can verify the signature of a server with this key. */
  static boolean verify(List<Integer> schemes, ServerKey key, TlsProtocol protocol) {
    return schemes.stream().anyMatch(of(key, protocol)::contains);
  }

  /** The kinds of keys whose signatures a client with these schemes can verify, in words. */
  static List<String> kinds(List<Integer> schemes, TlsProtocol protocol) {
    return KINDS.stream()
        .filter(key -> verify(schemes, key, protocol))
        .map(key -> key.algorithm() == ServerKey.Algorithm.RSA ? "RSA" : key.toString())
        .toList();
  }

  private static Set<Integer> of(ServerKey key, TlsProtocol protocol) {
    return switch (key.algorithm()) {
      case RSA -> RSA;
      case EC -> protocol == TlsProtocol.TLS_1_3 ? Set.of(ofCurve(key.bits())) : ECDSA;
      case ED25519 -> Set.of(0x0807);
      case ED448 -> Set.of(0x0808);
      case ML_DSA -> Set.of(ofParameters(key.bits()));
    };
  }

  /** In TLS 1.3 hash and curve belong together. */
  private static int ofCurve(int bits) {
    return switch (bits) {
      case 256 -> 0x0403;
      case 384 -> 0x0503;
      default -> 0x0603;
    };
  }

  private static int ofParameters(int set) {
    return switch (set) {
      case 44 -> 0x0904;
      case 65 -> 0x0905;
      default -> 0x0906;
    };
  }
}
