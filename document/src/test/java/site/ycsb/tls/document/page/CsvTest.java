package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          =HYPERLINK("http://x/","y") | "'=HYPERLINK(""http://x/"",""y"")"
          @SUM(A1)                    | '@SUM(A1)
          +1+cmd                      | '+1+cmd
          -2+3                        | '-2+3
          """)
  void aFormulaBecomesText(String given, String cell) {
    assertThat(Csv.row(List.of(given, "b"))).isEqualTo(cell + ",b\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2.80000", "+1.9", "-1.5e-07", "1.5e+06", "-2.8 %", "-", "plain", "a=b"})
  void whatIsNoFormulaStays(String given) {
    assertThat(Csv.row(List.of(given))).isEqualTo(given + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\t=1", "\r=1"})
  void whiteSpaceBeforeItDoesNotHideAFormula(String given) {
    assertThat(Csv.row(List.of(given))).contains("'" + given);
  }
}
