package site.ycsb.tls.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTest {
  private static final Interval FACTOR = new Interval(10, 9, 12, 0.95);

  @Test
  void aProductHasTheScatterOfBoth() {
    // 2 - 1.9 makes 1, and 9 instead of 10 makes 2: the root of 5; 0.2 makes 2, and 12 makes 4.
    Interval product = new Interval(2, 1.9, 2.2, 0.97).times(FACTOR);

    assertThat(product.estimate()).isCloseTo(20, within(1e-12));
    assertThat(product.lower()).isCloseTo(20 - Math.sqrt(1 + 4), within(1e-12));
    assertThat(product.upper()).isCloseTo(20 + Math.sqrt(4 + 16), within(1e-12));
    assertThat(product.confidence()).isEqualTo(0.95);
  }

  @Test
  void theProductWithANegativeNumberIsMirrored() {
    Interval product = new Interval(-2, -2.2, -1.9, 0.95).times(FACTOR);

    assertThat(product.lower()).isCloseTo(-20 - Math.sqrt(4 + 16), within(1e-12));
    assertThat(product.upper()).isCloseTo(-20 + Math.sqrt(1 + 4), within(1e-12));
  }

  @Test
  void aFactorThatIsKnownExactlyChangesNothingElse() {
    Interval product = new Interval(2, -1, 3, 0.95).times(new Interval(10, 10, 10, 0.95));

    assertThat(product).isEqualTo(new Interval(20, -10, 30, 0.95));
  }

  /** Where it is known which of two is more, it is in any unit. */
  @Test
  void noEndCrossesZero() {
    Interval wide = new Interval(1, 0.1, 20, 0.95);

    assertThat(new Interval(2, 0.01, 4, 0.95).times(wide).lower()).isZero();
    assertThat(new Interval(-2, -4, -0.01, 0.95).times(wide).upper()).isZero();
    assertThat(new Interval(2, -0.01, 4, 0.95).times(wide).lower()).isNegative();
  }
}
