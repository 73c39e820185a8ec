package site.ycsb.tls.certificate;

import java.time.Duration;
import java.time.Instant;

/**
 * The period in which a certificate is valid.
 *
 * @param from inclusive
 * @param to inclusive, after {@code from}
 */
public record Validity(Instant from, Instant to) {

  public Validity {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "a certificate must end after it begins, not from " + from + " to " + to);
    }
  }

  /**
   * From an hour ago, so that a server whose clock is slow accepts it too, for a number of days.
   *
   * @param days at least 1
   */
  public static Validity days(int days) {
    Instant now = Instant.now();
    return new Validity(now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(days)));
  }

  /** Two days that ended yesterday, for tests with an expired certificate. */
  public static Validity expired() {
    Instant now = Instant.now();
    return new Validity(now.minus(Duration.ofDays(3)), now.minus(Duration.ofDays(1)));
  }
}
