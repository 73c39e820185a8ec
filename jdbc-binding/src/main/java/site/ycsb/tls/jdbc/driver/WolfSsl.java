package site.ycsb.tls.jdbc.driver;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.binding.SupportedPins;
import site.ycsb.tls.binding.SupportedPins.Part;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey.Algorithm;

/**
 * The abilities of the TLS library of the jar's MariaDB: wolfSSL 5.7.6, tested suite by suite and
 * group by group with {@code openssl s_client} (docs/decisions/databases.md#mariadb-from-a-jar).
 */
public final class WolfSsl {
  /** Its name in {@code version_ssl_library}, in lower case. */
  public static final String NAME = "wolfssl";

  /** Suites of TLS 1.3, by its own names for them. */
  private static final Map<String, String> TLS_1_3 =
      Map.of(
          "TLS13-AES128-GCM-SHA256", "TLS_AES_128_GCM_SHA256",
          "TLS13-AES256-GCM-SHA384", "TLS_AES_256_GCM_SHA384",
          "TLS13-CHACHA20-POLY1305-SHA256", "TLS_CHACHA20_POLY1305_SHA256");

  private static final List<String> KEY_EXCHANGES =
      List.of("TLS_ECDHE_RSA_WITH_", "TLS_ECDHE_ECDSA_WITH_", "TLS_RSA_WITH_");

  private static final Set<String> GCM_AND_CBC =
      Set.of(
          "AES_256_GCM_SHA384",
          "AES_128_GCM_SHA256",
          "AES_128_CBC_SHA256",
          "AES_256_CBC_SHA",
          "AES_128_CBC_SHA");

  /** The pins that it supports. */
  public static final SupportedPins PINS =
      new SupportedPins(
          "the jar's MariaDB, whose wolfSSL",
          new Part<>(
              WolfSsl::knows, "AES-GCM, AES-CBC and ChaCha20-Poly1305 with ECDHE or static RSA"),
          new Part<>(
              Set.of(NamedGroup.SECP256R1, NamedGroup.SECP384R1, NamedGroup.SECP521R1)::contains,
              "secp256r1, secp384r1 and secp521r1"),
          new Part<>(
              key -> Set.of(Algorithm.RSA, Algorithm.EC).contains(key.algorithm()),
              "RSA and EC keys"),
          "install a MariaDB server that uses OpenSSL (Debian, Ubuntu: apt-get install mariadb-server)");

  private WolfSsl() {}

  /** The suite's usual name. */
  public static String usualName(String suite) {
    return TLS_1_3.getOrDefault(suite, suite);
  }

  private static boolean knows(CipherSuite suite) {
    String name = suite.name();
    Stream<String> ciphers =
        KEY_EXCHANGES.stream().filter(name::startsWith).map(k -> name.substring(k.length()));
    return TLS_1_3.containsValue(name) || ciphers.anyMatch(cipher -> knows(name, cipher));
  }

  /** ChaCha20 exists only with ECDHE; AES-256-CBC with the hash of the standards. */
  private static boolean knows(String name, String cipher) {
    boolean ephemeral = name.startsWith("TLS_ECDHE");
    return GCM_AND_CBC.contains(cipher)
        || cipher.equals(ephemeral ? "AES_256_CBC_SHA384" : "AES_256_CBC_SHA256")
        || (ephemeral && cipher.equals("CHACHA20_POLY1305_SHA256"));
  }
}
