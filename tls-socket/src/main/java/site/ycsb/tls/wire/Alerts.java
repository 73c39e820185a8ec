package site.ycsb.tls.wire;

import java.util.Map;
import java.util.OptionalInt;

/** Names of TLS alerts (RFC 8446 6, RFC 5246 7.2). */
public final class Alerts {
  public static final int UNEXPECTED_MESSAGE = 10;
  public static final int HANDSHAKE_FAILURE = 40;
  public static final int ILLEGAL_PARAMETER = 47;
  public static final int UNKNOWN_CA = 48;
  public static final int ACCESS_DENIED = 49;
  public static final int PROTOCOL_VERSION = 70;
  public static final int INSUFFICIENT_SECURITY = 71;

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(0, "close_notify"),
          Map.entry(UNEXPECTED_MESSAGE, "unexpected_message"),
          Map.entry(20, "bad_record_mac"),
          Map.entry(22, "record_overflow"),
          Map.entry(HANDSHAKE_FAILURE, "handshake_failure"),
          Map.entry(42, "bad_certificate"),
          Map.entry(43, "unsupported_certificate"),
          Map.entry(44, "certificate_revoked"),
          Map.entry(45, "certificate_expired"),
          Map.entry(46, "certificate_unknown"),
          Map.entry(ILLEGAL_PARAMETER, "illegal_parameter"),
          Map.entry(UNKNOWN_CA, "unknown_ca"),
          Map.entry(ACCESS_DENIED, "access_denied"),
          Map.entry(50, "decode_error"),
          Map.entry(51, "decrypt_error"),
          Map.entry(PROTOCOL_VERSION, "protocol_version"),
          Map.entry(INSUFFICIENT_SECURITY, "insufficient_security"),
          Map.entry(80, "internal_error"),
          Map.entry(86, "inappropriate_fallback"),
          Map.entry(90, "user_canceled"),
          Map.entry(100, "no_renegotiation"),
          Map.entry(109, "missing_extension"),
          Map.entry(112, "unrecognized_name"),
          Map.entry(116, "certificate_required"),
          Map.entry(120, "no_application_protocol"));

  private Alerts() {}

  /** The alert of this name. */
  public static OptionalInt code(String name) {
    return NAMES.entrySet().stream()
        .filter(e -> e.getValue().equals(name))
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }

  /** The alert's name, or its number if it has no name. */
  public static String name(int alert) {
    return NAMES.getOrDefault(alert, String.valueOf(alert));
  }
}
