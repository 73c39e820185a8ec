package site.ycsb.tls.binding;

import java.util.Locale;

/** Parses sizes of memory. */
public final class Sizes {
  private Sizes() {}

  /**
   * Bytes of a size such as {@code 512m}, {@code 2g} or {@code 1048576}; 0 for anything else, which
   * the users of the size refuse.
   */
  public static long bytes(String size) {
    if (!size.matches("[1-9][0-9]{0,15}[kKmMgG]?")) {
      return 0;
    }
    String digits = size.replaceAll("[^0-9]", "");
    int shift =
        switch (size.substring(digits.length()).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Long.parseLong(digits) << shift;
  }
}
