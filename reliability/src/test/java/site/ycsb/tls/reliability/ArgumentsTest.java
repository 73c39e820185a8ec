package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  private static Arguments arguments(String... words) {
    return new Arguments(List.of(words), "LOAD SECONDS");
  }

  @Test
  void wordsAreReadByTheirKind() {
    Arguments given = arguments("CHURN", "7200", "-5");
    assertThat(given.constant(0, Hours.Load.class)).isEqualTo(Hours.Load.CHURN);
    assertThat(given.number(1)).isEqualTo(7200);
    assertThat(given.seed(2)).isEqualTo(-5);
  }

  @Test
  void unknownConstantIsRefusedWithWhatIsExpected() {
    assertThatThrownBy(() -> arguments("CHURNS").constant(0, Hours.Load.class))
        .isInstanceOf(Arguments.WrongException.class)
        .hasMessage("CHURNS: expected LOAD SECONDS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "x", "1.5", "9999999999"})
  void whatIsNoNumberOfAtLeastOneIsRefused(String word) {
    assertThatThrownBy(() -> arguments(word).number(0))
        .hasMessage(word + ": expected LOAD SECONDS");
  }

  @Test
  void wrongCountIsRefused() {
    assertThatThrownBy(() -> arguments("1").requireCount(2, 3))
        .hasMessage("1: expected LOAD SECONDS");
  }

  @Test
  void wrongWordEndsWithExitCodeTwoAndOtherFailuresAreNotHidden() throws Exception {
    String[] words = {"x"};
    assertThat(Arguments.run(words, "SECONDS", given -> given.number(0))).isEqualTo(2);
    assertThatThrownBy(
            () ->
                Arguments.run(
                    words,
                    "SECONDS",
                    given -> {
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(IllegalStateException.class);
  }
}
