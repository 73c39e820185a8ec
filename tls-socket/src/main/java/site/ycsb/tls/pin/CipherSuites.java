package site.ycsb.tls.pin;

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
  /**
   * A line for each: code, IANA name and, where OpenSSL has another, its name. SM4: RFC 8998. Those
   * of TLS 1.3 without a cipher are authenticated, not encrypted: RFC 9150. ARIA: RFC 6209; OpenSSL
   * has those with GCM. Camellia: RFC 5932 and 6367; OpenSSL has those with CBC.
   */
  private static final String TABLE =
      """
      1301 TLS_AES_128_GCM_SHA256
      1302 TLS_AES_256_GCM_SHA384
      1303 TLS_CHACHA20_POLY1305_SHA256
      1304 TLS_AES_128_CCM_SHA256
      1305 TLS_AES_128_CCM_8_SHA256
      00C6 TLS_SM4_GCM_SM3
      00C7 TLS_SM4_CCM_SM3
      C0B4 TLS_SHA256_SHA256
      C0B5 TLS_SHA384_SHA384
      C02F TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 ECDHE-RSA-AES128-GCM-SHA256
      C030 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 ECDHE-RSA-AES256-GCM-SHA384
      CCA8 TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256 ECDHE-RSA-CHACHA20-POLY1305
      C027 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256 ECDHE-RSA-AES128-SHA256
      C028 TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384 ECDHE-RSA-AES256-SHA384
      C013 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA ECDHE-RSA-AES128-SHA
      C014 TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA ECDHE-RSA-AES256-SHA
      C012 TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA ECDHE-RSA-DES-CBC3-SHA
      C011 TLS_ECDHE_RSA_WITH_RC4_128_SHA ECDHE-RSA-RC4-SHA
      C010 TLS_ECDHE_RSA_WITH_NULL_SHA ECDHE-RSA-NULL-SHA
      C02B TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 ECDHE-ECDSA-AES128-GCM-SHA256
      C02C TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 ECDHE-ECDSA-AES256-GCM-SHA384
      CCA9 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 ECDHE-ECDSA-CHACHA20-POLY1305
      C0AC TLS_ECDHE_ECDSA_WITH_AES_128_CCM ECDHE-ECDSA-AES128-CCM
      C0AD TLS_ECDHE_ECDSA_WITH_AES_256_CCM ECDHE-ECDSA-AES256-CCM
      C0AE TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8 ECDHE-ECDSA-AES128-CCM8
      C0AF TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8 ECDHE-ECDSA-AES256-CCM8
      C023 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256 ECDHE-ECDSA-AES128-SHA256
      C024 TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384 ECDHE-ECDSA-AES256-SHA384
      C009 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA ECDHE-ECDSA-AES128-SHA
      C00A TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA ECDHE-ECDSA-AES256-SHA
      C008 TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA ECDHE-ECDSA-DES-CBC3-SHA
      C007 TLS_ECDHE_ECDSA_WITH_RC4_128_SHA ECDHE-ECDSA-RC4-SHA
      C006 TLS_ECDHE_ECDSA_WITH_NULL_SHA ECDHE-ECDSA-NULL-SHA
      009E TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 DHE-RSA-AES128-GCM-SHA256
      009F TLS_DHE_RSA_WITH_AES_256_GCM_SHA384 DHE-RSA-AES256-GCM-SHA384
      CCAA TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256 DHE-RSA-CHACHA20-POLY1305
      C09E TLS_DHE_RSA_WITH_AES_128_CCM DHE-RSA-AES128-CCM
      C09F TLS_DHE_RSA_WITH_AES_256_CCM DHE-RSA-AES256-CCM
      C0A2 TLS_DHE_RSA_WITH_AES_128_CCM_8 DHE-RSA-AES128-CCM8
      C0A3 TLS_DHE_RSA_WITH_AES_256_CCM_8 DHE-RSA-AES256-CCM8
      0067 TLS_DHE_RSA_WITH_AES_128_CBC_SHA256 DHE-RSA-AES128-SHA256
      006B TLS_DHE_RSA_WITH_AES_256_CBC_SHA256 DHE-RSA-AES256-SHA256
      0033 TLS_DHE_RSA_WITH_AES_128_CBC_SHA DHE-RSA-AES128-SHA
      0039 TLS_DHE_RSA_WITH_AES_256_CBC_SHA DHE-RSA-AES256-SHA
      0016 TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA DHE-RSA-DES-CBC3-SHA
      0015 TLS_DHE_RSA_WITH_DES_CBC_SHA DHE-RSA-DES-CBC-SHA
      009C TLS_RSA_WITH_AES_128_GCM_SHA256 AES128-GCM-SHA256
      009D TLS_RSA_WITH_AES_256_GCM_SHA384 AES256-GCM-SHA384
      C09C TLS_RSA_WITH_AES_128_CCM AES128-CCM
      C09D TLS_RSA_WITH_AES_256_CCM AES256-CCM
      C0A0 TLS_RSA_WITH_AES_128_CCM_8 AES128-CCM8
      C0A1 TLS_RSA_WITH_AES_256_CCM_8 AES256-CCM8
      003C TLS_RSA_WITH_AES_128_CBC_SHA256 AES128-SHA256
      003D TLS_RSA_WITH_AES_256_CBC_SHA256 AES256-SHA256
      002F TLS_RSA_WITH_AES_128_CBC_SHA AES128-SHA
      0035 TLS_RSA_WITH_AES_256_CBC_SHA AES256-SHA
      000A TLS_RSA_WITH_3DES_EDE_CBC_SHA DES-CBC3-SHA
      0009 TLS_RSA_WITH_DES_CBC_SHA DES-CBC-SHA
      0005 TLS_RSA_WITH_RC4_128_SHA RC4-SHA
      0004 TLS_RSA_WITH_RC4_128_MD5 RC4-MD5
      003B TLS_RSA_WITH_NULL_SHA256 NULL-SHA256
      0002 TLS_RSA_WITH_NULL_SHA NULL-SHA
      0001 TLS_RSA_WITH_NULL_MD5 NULL-MD5
      C031 TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256 ECDH-RSA-AES128-GCM-SHA256
      C032 TLS_ECDH_RSA_WITH_AES_256_GCM_SHA384 ECDH-RSA-AES256-GCM-SHA384
      C029 TLS_ECDH_RSA_WITH_AES_128_CBC_SHA256 ECDH-RSA-AES128-SHA256
      C02A TLS_ECDH_RSA_WITH_AES_256_CBC_SHA384 ECDH-RSA-AES256-SHA384
      C00E TLS_ECDH_RSA_WITH_AES_128_CBC_SHA ECDH-RSA-AES128-SHA
      C00F TLS_ECDH_RSA_WITH_AES_256_CBC_SHA ECDH-RSA-AES256-SHA
      C02D TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256 ECDH-ECDSA-AES128-GCM-SHA256
      C02E TLS_ECDH_ECDSA_WITH_AES_256_GCM_SHA384 ECDH-ECDSA-AES256-GCM-SHA384
      C025 TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA256 ECDH-ECDSA-AES128-SHA256
      C026 TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA384 ECDH-ECDSA-AES256-SHA384
      C004 TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA ECDH-ECDSA-AES128-SHA
      C005 TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA ECDH-ECDSA-AES256-SHA
      C060 TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256 ECDHE-ARIA128-GCM-SHA256
      C061 TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384 ECDHE-ARIA256-GCM-SHA384
      C04C TLS_ECDHE_RSA_WITH_ARIA_128_CBC_SHA256
      C04D TLS_ECDHE_RSA_WITH_ARIA_256_CBC_SHA384
      C05C TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256 ECDHE-ECDSA-ARIA128-GCM-SHA256
      C05D TLS_ECDHE_ECDSA_WITH_ARIA_256_GCM_SHA384 ECDHE-ECDSA-ARIA256-GCM-SHA384
      C048 TLS_ECDHE_ECDSA_WITH_ARIA_128_CBC_SHA256
      C049 TLS_ECDHE_ECDSA_WITH_ARIA_256_CBC_SHA384
      C052 TLS_DHE_RSA_WITH_ARIA_128_GCM_SHA256 DHE-RSA-ARIA128-GCM-SHA256
      C053 TLS_DHE_RSA_WITH_ARIA_256_GCM_SHA384 DHE-RSA-ARIA256-GCM-SHA384
      C044 TLS_DHE_RSA_WITH_ARIA_128_CBC_SHA256
      C045 TLS_DHE_RSA_WITH_ARIA_256_CBC_SHA384
      C050 TLS_RSA_WITH_ARIA_128_GCM_SHA256 ARIA128-GCM-SHA256
      C051 TLS_RSA_WITH_ARIA_256_GCM_SHA384 ARIA256-GCM-SHA384
      C03C TLS_RSA_WITH_ARIA_128_CBC_SHA256
      C03D TLS_RSA_WITH_ARIA_256_CBC_SHA384
      C08A TLS_ECDHE_RSA_WITH_CAMELLIA_128_GCM_SHA256
      C08B TLS_ECDHE_RSA_WITH_CAMELLIA_256_GCM_SHA384
      C076 TLS_ECDHE_RSA_WITH_CAMELLIA_128_CBC_SHA256 ECDHE-RSA-CAMELLIA128-SHA256
      C077 TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384 ECDHE-RSA-CAMELLIA256-SHA384
      C086 TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_GCM_SHA256
      C087 TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_GCM_SHA384
      C072 TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_CBC_SHA256 ECDHE-ECDSA-CAMELLIA128-SHA256
      C073 TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_CBC_SHA384 ECDHE-ECDSA-CAMELLIA256-SHA384
      C07C TLS_DHE_RSA_WITH_CAMELLIA_128_GCM_SHA256
      C07D TLS_DHE_RSA_WITH_CAMELLIA_256_GCM_SHA384
      00BE TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA256 DHE-RSA-CAMELLIA128-SHA256
      00C4 TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA256 DHE-RSA-CAMELLIA256-SHA256
      0045 TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA DHE-RSA-CAMELLIA128-SHA
      0088 TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA DHE-RSA-CAMELLIA256-SHA
      C07A TLS_RSA_WITH_CAMELLIA_128_GCM_SHA256
      C07B TLS_RSA_WITH_CAMELLIA_256_GCM_SHA384
      00BA TLS_RSA_WITH_CAMELLIA_128_CBC_SHA256 CAMELLIA128-SHA256
      00C0 TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256 CAMELLIA256-SHA256
      0041 TLS_RSA_WITH_CAMELLIA_128_CBC_SHA CAMELLIA128-SHA
      0084 TLS_RSA_WITH_CAMELLIA_256_CBC_SHA CAMELLIA256-SHA
      """;

  private static final List<CipherSuite> ALL = TABLE.lines().map(CipherSuites::suite).toList();
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

  /** The IANA name of the suite with this number; for an unknown one, the number. */
  public static String nameOf(int code) {
    return ofCode(code).map(CipherSuite::name).orElseGet(() -> "0x%04X".formatted(code));
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

  private static CipherSuite suite(String line) {
    String[] words = line.split(" ", -1);
    return new CipherSuite(
        words[1], Integer.parseInt(words[0], 16), words[words.length - 1], keyExchange(words[1]));
  }

  /** From the name's first word after {@code TLS_}, up to TLS 1.2. */
  private static KeyExchange keyExchange(String name) {
    return name.contains("_WITH_")
        ? KeyExchange.valueOf(name.split("_", 3)[1])
        : KeyExchange.TLS_1_3;
  }
}
