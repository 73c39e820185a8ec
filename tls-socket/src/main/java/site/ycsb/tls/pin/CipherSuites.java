package site.ycsb.tls.pin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The known cipher suites, by their IANA, JSSE and OpenSSL names.
 *
 * <p>Source of names and numbers: the IANA registry "TLS Cipher Suites". Not included: suites
 * without a server certificate (anonymous, pre-shared keys, Kerberos), export suites, DSA keys, and
 * ciphers that no supported JSSE provider has.
 */
public final class CipherSuites {
  private static final List<CipherSuite> ALL = List.copyOf(table());
  private static final Map<String, CipherSuite> BY_NAME = byName(ALL);

  /** Indexed by the code; used in each handshake. */
  private static final CipherSuite[][] BY_CODE = byCode(ALL);

  private CipherSuites() {}

  /**
   * All of them: TLS 1.3 first, then by key exchange, the newer before the older; those with ARIA
   * and Camellia last.
   */
  public static List<CipherSuite> all() {
    return ALL;
  }

  /** The suite of this name, in any of the three spellings and in any case. */
  public static Optional<CipherSuite> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name.strip().toUpperCase(Locale.ROOT)));
  }

  /**
   * The suite with this number on the wire.
   *
   * @param code 0–0xFFFF
   */
  public static Optional<CipherSuite> ofCode(int code) {
    return Optional.ofNullable(BY_CODE[code >> 8][code & 0xFF]);
  }

  /**
   * The suite of this name, in any of the three spellings and in any case.
   *
   * @throws IllegalArgumentException when there is none; the message gives the nearest names
   */
  public static CipherSuite parse(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown cipher suite '%s'; the nearest are %s"
                        .formatted(name, String.join(", ", nearest(name)))));
  }

  /**
   * Up to three names that resemble the given one most, in the same spelling as far as it can be
   * guessed.
   */
  public static List<String> nearest(String name) {
    List<String> spelling =
        name.contains("-")
            ? ALL.stream().map(CipherSuite::openSslName).toList()
            : ALL.stream().map(CipherSuite::name).toList();
    return NearestNames.of(name, spelling, 3);
  }

  private static Map<String, CipherSuite> byName(List<CipherSuite> suites) {
    Map<String, CipherSuite> byName = new HashMap<>();
    for (CipherSuite suite : suites) {
      byName.put(suite.name(), suite);
      byName.put(suite.jsseName(), suite);
      byName.put(suite.openSslName(), suite);
    }
    // OpenSSL before 1.1.0 wrote EDH instead of DHE.
    for (CipherSuite suite : suites) {
      if (suite.openSslName().matches("DHE-RSA-DES-.*")) {
        byName.put("E" + suite.openSslName().replaceFirst("DHE", "DH"), suite);
      }
    }
    return Collections.unmodifiableMap(byName);
  }

  private static CipherSuite[][] byCode(List<CipherSuite> suites) {
    CipherSuite[] none = new CipherSuite[0x100];
    CipherSuite[][] byCode = new CipherSuite[0x100][];
    Arrays.fill(byCode, none);
    for (CipherSuite suite : suites) {
      int first = suite.code() >> 8;
      if (byCode[first] == none) {
        byCode[first] = new CipherSuite[0x100];
      }
      byCode[first][suite.code() & 0xFF] = suite;
    }
    return byCode;
  }

  private static List<CipherSuite> table() {
    List<CipherSuite> suites = new ArrayList<>();
    tls13(suites);
    ecdheRsa(suites);
    ecdheEcdsa(suites);
    dheRsa(suites);
    rsa(suites);
    ecdh(suites);
    aria(suites);
    camellia(suites);
    return suites;
  }

  private static void tls13(List<CipherSuite> suites) {
    add(suites, 0x1301, "TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256");
    add(suites, 0x1302, "TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384");
    add(suites, 0x1303, "TLS_CHACHA20_POLY1305_SHA256", "TLS_CHACHA20_POLY1305_SHA256");
    add(suites, 0x1304, "TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_SHA256");
    add(suites, 0x1305, "TLS_AES_128_CCM_8_SHA256", "TLS_AES_128_CCM_8_SHA256");
    // RFC 8998
    add(suites, 0x00C6, "TLS_SM4_GCM_SM3");
    add(suites, 0x00C7, "TLS_SM4_CCM_SM3");
    // RFC 9150: authenticated, not encrypted.
    add(suites, 0xC0B4, "TLS_SHA256_SHA256");
    add(suites, 0xC0B5, "TLS_SHA384_SHA384");
  }

  private static void ecdheRsa(List<CipherSuite> suites) {
    add(suites, 0xC02F, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256");
    add(suites, 0xC030, "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "ECDHE-RSA-AES256-GCM-SHA384");
    add(
        suites,
        0xCCA8,
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
        "ECDHE-RSA-CHACHA20-POLY1305");
    add(suites, 0xC027, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", "ECDHE-RSA-AES128-SHA256");
    add(suites, 0xC028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "ECDHE-RSA-AES256-SHA384");
    add(suites, 0xC013, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "ECDHE-RSA-AES128-SHA");
    add(suites, 0xC014, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "ECDHE-RSA-AES256-SHA");
    add(suites, 0xC012, "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", "ECDHE-RSA-DES-CBC3-SHA");
    add(suites, 0xC011, "TLS_ECDHE_RSA_WITH_RC4_128_SHA", "ECDHE-RSA-RC4-SHA");
    add(suites, 0xC010, "TLS_ECDHE_RSA_WITH_NULL_SHA", "ECDHE-RSA-NULL-SHA");
  }

  private static void ecdheEcdsa(List<CipherSuite> suites) {
    add(suites, 0xC02B, "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256");
    add(suites, 0xC02C, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "ECDHE-ECDSA-AES256-GCM-SHA384");
    add(
        suites,
        0xCCA9,
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
        "ECDHE-ECDSA-CHACHA20-POLY1305");
    add(suites, 0xC0AC, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM", "ECDHE-ECDSA-AES128-CCM");
    add(suites, 0xC0AD, "TLS_ECDHE_ECDSA_WITH_AES_256_CCM", "ECDHE-ECDSA-AES256-CCM");
    add(suites, 0xC0AE, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8", "ECDHE-ECDSA-AES128-CCM8");
    add(suites, 0xC0AF, "TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8", "ECDHE-ECDSA-AES256-CCM8");
    add(suites, 0xC023, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "ECDHE-ECDSA-AES128-SHA256");
    add(suites, 0xC024, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "ECDHE-ECDSA-AES256-SHA384");
    add(suites, 0xC009, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "ECDHE-ECDSA-AES128-SHA");
    add(suites, 0xC00A, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "ECDHE-ECDSA-AES256-SHA");
    add(suites, 0xC008, "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA", "ECDHE-ECDSA-DES-CBC3-SHA");
    add(suites, 0xC007, "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA", "ECDHE-ECDSA-RC4-SHA");
    add(suites, 0xC006, "TLS_ECDHE_ECDSA_WITH_NULL_SHA", "ECDHE-ECDSA-NULL-SHA");
  }

  private static void dheRsa(List<CipherSuite> suites) {
    add(suites, 0x009E, "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "DHE-RSA-AES128-GCM-SHA256");
    add(suites, 0x009F, "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "DHE-RSA-AES256-GCM-SHA384");
    add(suites, 0xCCAA, "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "DHE-RSA-CHACHA20-POLY1305");
    add(suites, 0xC09E, "TLS_DHE_RSA_WITH_AES_128_CCM", "DHE-RSA-AES128-CCM");
    add(suites, 0xC09F, "TLS_DHE_RSA_WITH_AES_256_CCM", "DHE-RSA-AES256-CCM");
    add(suites, 0xC0A2, "TLS_DHE_RSA_WITH_AES_128_CCM_8", "DHE-RSA-AES128-CCM8");
    add(suites, 0xC0A3, "TLS_DHE_RSA_WITH_AES_256_CCM_8", "DHE-RSA-AES256-CCM8");
    add(suites, 0x0067, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256", "DHE-RSA-AES128-SHA256");
    add(suites, 0x006B, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256", "DHE-RSA-AES256-SHA256");
    add(suites, 0x0033, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA", "DHE-RSA-AES128-SHA");
    add(suites, 0x0039, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA", "DHE-RSA-AES256-SHA");
    add(suites, 0x0016, "TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA", "DHE-RSA-DES-CBC3-SHA");
    add(suites, 0x0015, "TLS_DHE_RSA_WITH_DES_CBC_SHA", "DHE-RSA-DES-CBC-SHA");
  }

  private static void rsa(List<CipherSuite> suites) {
    add(suites, 0x009C, "TLS_RSA_WITH_AES_128_GCM_SHA256", "AES128-GCM-SHA256");
    add(suites, 0x009D, "TLS_RSA_WITH_AES_256_GCM_SHA384", "AES256-GCM-SHA384");
    add(suites, 0xC09C, "TLS_RSA_WITH_AES_128_CCM", "AES128-CCM");
    add(suites, 0xC09D, "TLS_RSA_WITH_AES_256_CCM", "AES256-CCM");
    add(suites, 0xC0A0, "TLS_RSA_WITH_AES_128_CCM_8", "AES128-CCM8");
    add(suites, 0xC0A1, "TLS_RSA_WITH_AES_256_CCM_8", "AES256-CCM8");
    add(suites, 0x003C, "TLS_RSA_WITH_AES_128_CBC_SHA256", "AES128-SHA256");
    add(suites, 0x003D, "TLS_RSA_WITH_AES_256_CBC_SHA256", "AES256-SHA256");
    add(suites, 0x002F, "TLS_RSA_WITH_AES_128_CBC_SHA", "AES128-SHA");
    add(suites, 0x0035, "TLS_RSA_WITH_AES_256_CBC_SHA", "AES256-SHA");
    add(suites, 0x000A, "TLS_RSA_WITH_3DES_EDE_CBC_SHA", "DES-CBC3-SHA");
    add(suites, 0x0009, "TLS_RSA_WITH_DES_CBC_SHA", "DES-CBC-SHA");
    add(suites, 0x0005, "TLS_RSA_WITH_RC4_128_SHA", "RC4-SHA");
    add(suites, 0x0004, "TLS_RSA_WITH_RC4_128_MD5", "RC4-MD5");
    add(suites, 0x003B, "TLS_RSA_WITH_NULL_SHA256", "NULL-SHA256");
    add(suites, 0x0002, "TLS_RSA_WITH_NULL_SHA", "NULL-SHA");
    add(suites, 0x0001, "TLS_RSA_WITH_NULL_MD5", "NULL-MD5");
  }

  private static void ecdh(List<CipherSuite> suites) {
    add(suites, 0xC031, "TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256", "ECDH-RSA-AES128-GCM-SHA256");
    add(suites, 0xC032, "TLS_ECDH_RSA_WITH_AES_256_GCM_SHA384", "ECDH-RSA-AES256-GCM-SHA384");
    add(suites, 0xC029, "TLS_ECDH_RSA_WITH_AES_128_CBC_SHA256", "ECDH-RSA-AES128-SHA256");
    add(suites, 0xC02A, "TLS_ECDH_RSA_WITH_AES_256_CBC_SHA384", "ECDH-RSA-AES256-SHA384");
    add(suites, 0xC00E, "TLS_ECDH_RSA_WITH_AES_128_CBC_SHA", "ECDH-RSA-AES128-SHA");
    add(suites, 0xC00F, "TLS_ECDH_RSA_WITH_AES_256_CBC_SHA", "ECDH-RSA-AES256-SHA");
    add(suites, 0xC02D, "TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256", "ECDH-ECDSA-AES128-GCM-SHA256");
    add(suites, 0xC02E, "TLS_ECDH_ECDSA_WITH_AES_256_GCM_SHA384", "ECDH-ECDSA-AES256-GCM-SHA384");
    add(suites, 0xC025, "TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA256", "ECDH-ECDSA-AES128-SHA256");
    add(suites, 0xC026, "TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA384", "ECDH-ECDSA-AES256-SHA384");
    add(suites, 0xC004, "TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA", "ECDH-ECDSA-AES128-SHA");
    add(suites, 0xC005, "TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA", "ECDH-ECDSA-AES256-SHA");
  }

  /** RFC 6209. OpenSSL has those with GCM. */
  private static void aria(List<CipherSuite> suites) {
    add(suites, 0xC060, "TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256", "ECDHE-ARIA128-GCM-SHA256");
    add(suites, 0xC061, "TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384", "ECDHE-ARIA256-GCM-SHA384");
    add(suites, 0xC04C, "TLS_ECDHE_RSA_WITH_ARIA_128_CBC_SHA256");
    add(suites, 0xC04D, "TLS_ECDHE_RSA_WITH_ARIA_256_CBC_SHA384");
    add(
        suites,
        0xC05C,
        "TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256",
        "ECDHE-ECDSA-ARIA128-GCM-SHA256");
    add(
        suites,
        0xC05D,
        "TLS_ECDHE_ECDSA_WITH_ARIA_256_GCM_SHA384",
        "ECDHE-ECDSA-ARIA256-GCM-SHA384");
    add(suites, 0xC048, "TLS_ECDHE_ECDSA_WITH_ARIA_128_CBC_SHA256");
    add(suites, 0xC049, "TLS_ECDHE_ECDSA_WITH_ARIA_256_CBC_SHA384");
    add(suites, 0xC052, "TLS_DHE_RSA_WITH_ARIA_128_GCM_SHA256", "DHE-RSA-ARIA128-GCM-SHA256");
    add(suites, 0xC053, "TLS_DHE_RSA_WITH_ARIA_256_GCM_SHA384", "DHE-RSA-ARIA256-GCM-SHA384");
    add(suites, 0xC044, "TLS_DHE_RSA_WITH_ARIA_128_CBC_SHA256");
    add(suites, 0xC045, "TLS_DHE_RSA_WITH_ARIA_256_CBC_SHA384");
    add(suites, 0xC050, "TLS_RSA_WITH_ARIA_128_GCM_SHA256", "ARIA128-GCM-SHA256");
    add(suites, 0xC051, "TLS_RSA_WITH_ARIA_256_GCM_SHA384", "ARIA256-GCM-SHA384");
    add(suites, 0xC03C, "TLS_RSA_WITH_ARIA_128_CBC_SHA256");
    add(suites, 0xC03D, "TLS_RSA_WITH_ARIA_256_CBC_SHA384");
  }

  /** RFC 5932 and 6367. OpenSSL has those with CBC. */
  private static void camellia(List<CipherSuite> suites) {
    add(suites, 0xC08A, "TLS_ECDHE_RSA_WITH_CAMELLIA_128_GCM_SHA256");
    add(suites, 0xC08B, "TLS_ECDHE_RSA_WITH_CAMELLIA_256_GCM_SHA384");
    add(
        suites,
        0xC076,
        "TLS_ECDHE_RSA_WITH_CAMELLIA_128_CBC_SHA256",
        "ECDHE-RSA-CAMELLIA128-SHA256");
    add(
        suites,
        0xC077,
        "TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384",
        "ECDHE-RSA-CAMELLIA256-SHA384");
    add(suites, 0xC086, "TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_GCM_SHA256");
    add(suites, 0xC087, "TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_GCM_SHA384");
    add(
        suites,
        0xC072,
        "TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_CBC_SHA256",
        "ECDHE-ECDSA-CAMELLIA128-SHA256");
    add(
        suites,
        0xC073,
        "TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_CBC_SHA384",
        "ECDHE-ECDSA-CAMELLIA256-SHA384");
    add(suites, 0xC07C, "TLS_DHE_RSA_WITH_CAMELLIA_128_GCM_SHA256");
    add(suites, 0xC07D, "TLS_DHE_RSA_WITH_CAMELLIA_256_GCM_SHA384");
    add(suites, 0x00BE, "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA256", "DHE-RSA-CAMELLIA128-SHA256");
    add(suites, 0x00C4, "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA256", "DHE-RSA-CAMELLIA256-SHA256");
    add(suites, 0x0045, "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA", "DHE-RSA-CAMELLIA128-SHA");
    add(suites, 0x0088, "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA", "DHE-RSA-CAMELLIA256-SHA");
    add(suites, 0xC07A, "TLS_RSA_WITH_CAMELLIA_128_GCM_SHA256");
    add(suites, 0xC07B, "TLS_RSA_WITH_CAMELLIA_256_GCM_SHA384");
    add(suites, 0x00BA, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA256", "CAMELLIA128-SHA256");
    add(suites, 0x00C0, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256", "CAMELLIA256-SHA256");
    add(suites, 0x0041, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA", "CAMELLIA128-SHA");
    add(suites, 0x0084, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA", "CAMELLIA256-SHA");
  }

  /** A suite that OpenSSL does not have. */
  private static void add(List<CipherSuite> suites, int code, String name) {
    add(suites, code, name, name);
  }

  private static void add(List<CipherSuite> suites, int code, String name, String openSslName) {
    suites.add(new CipherSuite(name, code, openSslName, keyExchange(name)));
  }

  /** From the name's first word after {@code TLS_}, up to TLS 1.2. */
  private static KeyExchange keyExchange(String name) {
    return name.contains("_WITH_")
        ? KeyExchange.valueOf(name.split("_", 3)[1])
        : KeyExchange.TLS_1_3;
  }
}
