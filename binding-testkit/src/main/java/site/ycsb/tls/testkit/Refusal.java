package site.ycsb.tls.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import site.ycsb.tls.binding.DatabaseException;

/**
 * The answer to bad input: one line that says what is wrong, and soon.
 *
 * @param soon long before a driver's own time-out, with a margin for a busy machine
 */
public record Refusal(Duration soon) {
  /** The password of tests: no message repeats it. */
  public static final String PASSWORD = "s3cret";

  /** Fails the test unless opening is refused with this message. */
  public void assertOf(ThrowingCallable opening, String says) {
    Instant start = Instant.now();
    assertThatThrownBy(opening)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(says)
        .message()
        .doesNotContain(PASSWORD, "\n");
    assertThat(Duration.between(start, Instant.now())).isLessThan(soon);
  }
}
