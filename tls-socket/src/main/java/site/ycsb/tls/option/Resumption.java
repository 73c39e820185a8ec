package site.ycsb.tls.option;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which of a client's connections may resume a session (RFC 5246 7.3, RFC 8446 2.2). Thread-safe.
 *
 * @param percent 0: none, every handshake is a full one; 100: all
 */
public record Resumption(int percent) {
  public static final Resumption OFF = new Resumption(0);
  public static final Resumption ON = new Resumption(100);

  private static final Pattern SHARE = Pattern.compile("([1-9][0-9]?)%");
  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  public Resumption {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("expected 0 to 100 percent");
    }
  }

  /**
   * Of {@code off}, {@code on} or a percentage such as {@code 90%}.
   *
   * @throws IllegalArgumentException for anything else; the message says what was expected
   */
  static Resumption parse(String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    Matcher share = SHARE.matcher(lower);
    if (share.matches()) {
      return new Resumption(Integer.parseInt(share.group(1)));
    }
    return switch (lower) {
      case "off" -> OFF;
      case "on" -> ON;
      default -> throw new IllegalArgumentException("expected off, on or 1% to 99%");
    };
  }

  /** Whether no connection may. */
  public boolean isOff() {
    return percent == 0;
  }

  /**
   * Whether a connection may. The multiples of an irrational number are spread evenly between whole
   * numbers (H. Weyl, 1916), and so are those of every second or third one: a client that opens its
   * connections in pairs gets the same share of each kind.
   *
   * @param connection its number, 0 and up
   */
  public boolean permits(long connection) {
    double multiple = (connection + 1) * GOLDEN_RATIO;
    return (multiple - Math.floor(multiple)) * 100 < percent;
  }

  @Override
  public String toString() {
    return percent == 0 ? "off" : percent == 100 ? "on" : percent + "%";
  }
}
