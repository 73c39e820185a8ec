package site.ycsb.tls.pin;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A named group for the key exchange (RFC 8446 4.2.7, RFC 7919, draft-ietf-tls-ecdhe-mlkem): the
 * curve or prime on which client and server agree on their secret. It often has more effect on the
 * cost of a handshake than the cipher suite.
 */
public enum NamedGroup {
  X25519("x25519", 0x001D),
  X448("x448", 0x001E),
  SECP256R1("secp256r1", 0x0017, "p-256", "prime256v1"),
  SECP384R1("secp384r1", 0x0018, "p-384"),
  SECP521R1("secp521r1", 0x0019, "p-521"),
  FFDHE2048("ffdhe2048", 0x0100),
  FFDHE3072("ffdhe3072", 0x0101),
  FFDHE4096("ffdhe4096", 0x0102),
  FFDHE6144("ffdhe6144", 0x0103),
  FFDHE8192("ffdhe8192", 0x0104),
  /** X25519 together with the post-quantum ML-KEM-768. */
  X25519_MLKEM768("X25519MLKEM768", 0x11EC),
  /** P-256 together with the post-quantum ML-KEM-768. */
  SECP256R1_MLKEM768("SecP256r1MLKEM768", 0x11EB),
  /** P-384 together with the post-quantum ML-KEM-1024. */
  SECP384R1_MLKEM1024("SecP384r1MLKEM1024", 0x11ED);

  private static final Map<Integer, NamedGroup> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(NamedGroup::code, g -> g));

  private final String ianaName;
  private final int code;

  /** In lower case. */
  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private final List<String> otherNames;

  NamedGroup(String ianaName, int code, String... otherNames) {
    this.ianaName = ianaName;
    this.code = code;
    this.otherNames = List.of(otherNames);
  }

  /** Its number on the wire. */
  public int code() {
    return code;
  }

  /** Whether it is a prime field (RFC 7919), the only kind that a {@code DHE} suite can use. */
  public boolean isFiniteField() {
    return ianaName.startsWith("ffdhe");
  }

  /** Whether it is a post-quantum hybrid; those exist in TLS 1.3 only. */
  public boolean isHybrid() {
    return ianaName.contains("MLKEM");
  }

  /** Whether a suite of this key exchange can use it. */
  public boolean fits(KeyExchange exchange) {
    return switch (exchange) {
      case RSA, ECDH -> false;
      case DHE -> isFiniteField();
      case ECDHE -> !isFiniteField() && !isHybrid();
      case TLS_1_3 -> true;
    };
  }

  /** The IANA name. */
  @Override
  public String toString() {
    return ianaName;
  }

  /** All names, as {@link #toString} gives them. */
  public static List<String> names() {
    return Arrays.stream(values()).map(NamedGroup::toString).toList();
  }

  /** The group with this number on the wire. */
  public static Optional<NamedGroup> ofCode(int code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }

  /** The name of the group with this number; for an unknown one, the number. */
  public static String nameOf(int code) {
    return ofCode(code).map(NamedGroup::toString).orElseGet(() -> "0x%04X".formatted(code));
  }

  /** The group for the curve that an elliptic-curve key lies on; empty for other keys. */
  public static Optional<NamedGroup> ofKey(ServerKey key) {
    return key.algorithm() == ServerKey.Algorithm.EC
        ? Arrays.stream(values())
            .filter(g -> g.ianaName.equals("secp" + key.bits() + "r1"))
            .findFirst()
        : Optional.empty();
  }

  /**
   * Understands the IANA names, {@code P-256} and {@code prime256v1}, in any case.
   *
   * @throws IllegalArgumentException for anything else, with the nearest names
   */
  public static NamedGroup parse(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(g -> g.ianaName.equalsIgnoreCase(wanted) || g.otherNames.contains(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown named group '%s'; the nearest are %s"
                        .formatted(name, String.join(", ", NearestNames.of(name, names(), 3)))));
  }
}
