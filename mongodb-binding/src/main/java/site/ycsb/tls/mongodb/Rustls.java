package site.ycsb.tls.mongodb;

import java.util.Set;
import site.ycsb.tls.binding.SupportedPins;
import site.ycsb.tls.binding.SupportedPins.Part;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;

/**
 * The abilities of rustls 0.23 with the cryptography of ring, as {@code secantusd-rs} is built: its
 * list {@code crypto::ring::DEFAULT_CIPHER_SUITES} and {@code ALL_KX_GROUPS}, and the keys that
 * ring signs with.
 */
final class Rustls {
  private static final Set<String> SUITES =
      Set.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_AES_128_GCM_SHA256",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private static final int LEAST_RSA_BITS = 2048;
  private static final int MOST_RSA_BITS = 4096;
  private static final int MOST_EC_BITS = 384;

  static final SupportedPins PINS =
      new SupportedPins(
          "secantusd-rs, whose rustls",
          new Part<>(
              suite -> SUITES.contains(suite.name()),
              "AES-GCM and ChaCha20-Poly1305 with ECDHE (no CBC, DHE, static RSA or CCM)"),
          new Part<>(
              Set.of(NamedGroup.X25519, NamedGroup.SECP256R1, NamedGroup.SECP384R1)::contains,
              "x25519, secp256r1 and secp384r1"),
          new Part<>(Rustls::signs, "RSA-2048 to RSA-4096, EC-256, EC-384 and Ed25519"),
          "leave out testbed.server=secantus");

  private Rustls() {}

  private static boolean signs(ServerKey key) {
    return switch (key.algorithm()) {
      case RSA -> key.bits() >= LEAST_RSA_BITS && key.bits() <= MOST_RSA_BITS;
      case EC -> key.bits() <= MOST_EC_BITS;
      case ED25519 -> true;
      case ED448, ML_DSA -> false;
    };
  }
}
