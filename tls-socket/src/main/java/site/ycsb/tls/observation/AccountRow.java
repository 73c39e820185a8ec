package site.ycsb.tls.observation;

import java.util.Objects;

/**
 * A setting of a run: what was asked and what was observed.
 *
 * @param setting its name in results: {@code KeyShares}
 * @param asked the value that was asked for; {@link #LEFT_OPEN} when none was
 * @param observed the value that was observed, or several with the number of handshakes of each
 * @param agreement whether the two are the same
 * @param remark one line that says what is wrong and what to do; empty when nothing is
 */
public record AccountRow(
    String setting, String asked, String observed, Agreement agreement, String remark) {
  /** What was asked where nothing was. */
  public static final String LEFT_OPEN = "left open";

  /**
   * Follows the group where the server asked for a second ClientHello, which costs a round trip.
   */
  public static final String SECOND_HELLO = " after a second hello";

  /** Whether what was observed is what was asked. */
  public enum Agreement {
    /** It is. */
    SAME,
    /** Nothing was asked. */
    LEFT_OPEN,
    /** It is so in part: the run counts, with a warning. */
    IN_PART,
    /** It is not: the figures are those of something else. */
    DIFFERENT
  }

  public AccountRow {
    Objects.requireNonNull(setting);
    Objects.requireNonNull(asked);
    Objects.requireNonNull(observed);
    Objects.requireNonNull(agreement);
    Objects.requireNonNull(remark);
    if (remark.isEmpty() == (agreement == Agreement.DIFFERENT || agreement == Agreement.IN_PART)) {
      throw new IllegalArgumentException(setting + " is " + agreement + ": \"" + remark + '"');
    }
  }

  /** Nothing was asked. */
  public static AccountRow open(String setting, String observed) {
    return new AccountRow(setting, LEFT_OPEN, observed, Agreement.LEFT_OPEN, "");
  }

  /** What was asked was observed. */
  public static AccountRow same(String setting, String asked, String observed) {
    return new AccountRow(setting, asked, observed, Agreement.SAME, "");
  }

  /** What was asked was not observed. */
  public static AccountRow different(String setting, String asked, String observed, String remark) {
    return new AccountRow(setting, asked, observed, Agreement.DIFFERENT, remark);
  }
}
