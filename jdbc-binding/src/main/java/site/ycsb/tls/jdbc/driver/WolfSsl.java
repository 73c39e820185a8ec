package site.ycsb.tls.jdbc.driver;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.UsageException;

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

  private static final Set<NamedGroup> GROUPS =
      Set.of(NamedGroup.SECP256R1, NamedGroup.SECP384R1, NamedGroup.SECP521R1);

  private static final String OTHERWISE =
      "; or install a MariaDB server that uses OpenSSL (Debian, Ubuntu: apt-get install mariadb-server)";

  private WolfSsl() {}

  /** The suite's usual name. */
  public static String usualName(String suite) {
    return TLS_1_3.getOrDefault(suite, suite);
  }

  /**
   * Refuses a pin that this server does not support.
   *
   * @throws UsageException that says what it supports
   */
  public static void require(TlsPin pin) {
    TlsProtocol protocol = pin.protocol();
    require(
        protocol == TlsProtocol.TLS_1_2 || protocol == TlsProtocol.TLS_1_3,
        "tls.protocol=" + protocol,
        "TLSv1.2 and TLSv1.3");
    require(
        knows(pin.cipherSuite()),
        "tls.cipher=" + pin.cipherSuite(),
        "AES-GCM, AES-CBC and ChaCha20-Poly1305 with ECDHE or static RSA");
    pin.group()
        .ifPresent(
            group ->
                require(
                    GROUPS.contains(group),
                    "tls.group=" + group,
                    "secp256r1, secp384r1, secp521r1; give tls.group=secp256r1"));
    pin.serverKey()
        .ifPresent(
            key ->
                require(
                    key.algorithm() == ServerKey.Algorithm.RSA
                        || key.algorithm() == ServerKey.Algorithm.EC,
                    "tls.keysize=" + key,
                    "RSA and EC keys"));
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

  private static void require(boolean possible, String given, String known) {
    if (!possible) {
      throw new UsageException(
          given
              + ": the test server is the jar's MariaDB, whose wolfSSL knows "
              + known
              + OTHERWISE);
    }
  }
}
