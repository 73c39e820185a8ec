package site.ycsb.tls.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Metric;

class PublishedFigureTest {
  @Test
  void readsWhatPapersPrintAndKeepsItAsItIs() {
    PublishedFigure all = PublishedFigure.parse("76.91441 sd 3.546171 (27.07 %)");
    assertThat(all.printed()).isEqualTo("76.91441 sd 3.546171 (27.07 %)");
    assertThat(all.value()).hasValue(76.91441);
    assertThat(all.overhead()).contains(new ChangeRange(0.2707, 0.2707));

    PublishedFigure value = PublishedFigure.parse("6871.50");
    assertThat(value.printed()).isEqualTo("6871.50");
    assertThat(value.overhead()).isEmpty();
  }

  @Test
  void whatWasNotPrintedIsAbsent() {
    PublishedFigure about = PublishedFigure.parse("(~16 %)");
    assertThat(about.value()).isEqualTo(OptionalDouble.empty());
    assertThat(about.overhead()).contains(new ChangeRange(0.16, 0.16));
    assertThat(PublishedFigure.parse("(5-20 %)").overhead())
        .isEqualTo(Optional.of(new ChangeRange(0.05, 0.20)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "31.24 %", "1,000", "5 sd", "(5)", "1 (2 %) 3", "-1"})
  void refusesWhatIsNoFigure(String text) {
    assertThatThrownBy(() -> PublishedFigure.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4724.95 (31.24 %)");
  }

  @ParameterizedTest
  @CsvSource({
    "READ mean, ms, 0.412",
    "server CPU, ms, 0.412",
    "client CPU, us/op, 412",
    "cold server CPU, s, 0.000412",
    "throughput, transactions/s, 412"
  })
  void measuredTimesAreShownInTheUnitOfThePublication(String metric, String unit, double shown) {
    PublishedTable table =
        new PublishedTable("t", Optional.of(Metric.ofKey(metric)), unit, 1, "", List.of());

    assertThat(table.inUnit(412)).isCloseTo(shown, within(1e-12));
  }

  private static Optional<ChangeRange> change(String plain, String tls) {
    Point at = new Point(Map.of());
    PublishedTable.Row row =
        new PublishedTable.Row(
            at, Map.of("plain", PublishedFigure.parse(plain), "tls", PublishedFigure.parse(tls)));
    return new PublishedTable("t", Optional.empty(), "ms", 1, "", List.of(row))
        .change(at, "tls", "plain", "plain");
  }

  /** As doubles, 105 / 100 - 1 is more than 0.05, and 71 / 100 - 1 less than -0.29. */
  @ParameterizedTest
  @CsvSource({
    "100, 105, within 5 %, true",
    "1, 1.1, below 10 %, true",
    "100, 71, above -29 %, true",
    "100, 105.1, within 5 %, false",
    "100, 70.9, above -29 %, false"
  })
  void aPublishedChangeAtTheEndOfARangeLiesInIt(
      String plain, String tls, String range, boolean holds) {
    assertThat(ChangeRange.parse(range).holds(change(plain, tls).orElseThrow())).isEqualTo(holds);
  }

  @Test
  void aPublishedChangeThatIsTheClaimedOneLiesInEachRangeThatEndsThere() {
    RandomCases.check(
        500,
        1,
        (random, size) -> {
          BigDecimal plain = BigDecimal.valueOf(1 + random.nextInt(100_000), 2);
          BigDecimal percent = BigDecimal.valueOf(1 + random.nextInt(990), 1);
          BigDecimal tls = plain.add(plain.multiply(percent).movePointLeft(2));
          ChangeRange change = change(plain.toPlainString(), tls.toPlainString()).orElseThrow();
          for (String claim : List.of("within ", "below ", "above ")) {
            assertThat(ChangeRange.parse(claim + percent.toPlainString() + " %").holds(change))
                .as("%s to %s: %s %s %%", plain, tls, claim, percent)
                .isTrue();
          }
        });
  }

  @Test
  void relativeToAPublishedZeroOnlyAPrintedChangeIsKnown() {
    assertThat(change("0", "0")).isEmpty();
    assertThat(change("0.0", "3")).isEmpty();
    assertThat(change("0", "3 (16 %)")).contains(new ChangeRange(0.16, 0.16));
    assertThat(change("7", "0")).contains(new ChangeRange(-1, -1));
  }

  @ParameterizedTest
  @CsvSource({
    "within 5 %, -0.05, 0.05",
    "within 5%, -0.05, 0.05",
    "below 0 %, -Infinity, 0",
    "below -25.5 %, -Infinity, -0.255",
    "above 0 %, 0, Infinity",
    "between -40 % and -29 %, -0.4, -0.29"
  })
  void readsRangesOfChanges(String text, double lower, double upper) {
    assertThat(ChangeRange.parse(text)).isEqualTo(new ChangeRange(lower, upper));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5 %", "within -5 %", "within 0 %", "between 5 % and 3 %", "less than 5 %", ""})
  void refusesOtherRanges(String text) {
    assertThatThrownBy(() -> ChangeRange.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("within 5 %");
  }
}
