package site.ycsb.tls.pin;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A version of the TLS protocol. */
public enum TlsProtocol {
  TLS_1_0("TLSv1", 0x0301),
  TLS_1_1("TLSv1.1", 0x0302),
  TLS_1_2("TLSv1.2", 0x0303),
  TLS_1_3("TLSv1.3", 0x0304);

  private final String jsseName;
  private final int code;

  TlsProtocol(String jsseName, int code) {
    this.jsseName = jsseName;
    this.code = code;
  }

  /** Its number on the wire (RFC 8446 4.2.1). */
  public int code() {
    return code;
  }

  /** JSSE's name, for example {@code TLSv1.2}; version 1.0 is {@code TLSv1}. */
  @Override
  public String toString() {
    return jsseName;
  }

  /** The documented names that {@link #parse} accepts. */
  public static List<String> names() {
    return Arrays.stream(values()).map(TlsProtocol::toString).toList();
  }

  /**
   * Understands {@code TLSv1.2}, {@code TLS1.2}, {@code TLS 1.2}, {@code 1.2}, in any case.
   *
   * @throws IllegalArgumentException for anything else; the message lists the names
   */
  public static TlsProtocol parse(String name) {
    String number =
        name.strip().toLowerCase(Locale.ROOT).replaceFirst("^tls", "").replaceFirst("^[ _]?v?", "");
    String canonical = number.replace('_', '.').equals("1.0") ? "1" : number.replace('_', '.');
    return Arrays.stream(values())
        .filter(p -> p.jsseName.substring("TLSv".length()).equals(canonical))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown protocol version '%s'; known are %s"
                        .formatted(name, String.join(", ", names()))));
  }

  /** The version with this number on the wire. */
  public static Optional<TlsProtocol> ofCode(int code) {
    return Arrays.stream(values()).filter(p -> p.code == code).findFirst();
  }
}
