package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.document.Chart.FlameGraph;
import site.ycsb.tls.document.Chart.Frame;

class SvgFlamesTest {
  private static final Frame MORE = new Frame("cipher", "a.cipher", 0, 5, 5, List.of());
  private static final Frame LESS = new Frame("driver", "a.driver", 10, 9, 10, List.of());
  private static final Frame TINY = new Frame("tiny", "a.tiny", 0.001, 0.001, 0.001, List.of());

  @Test
  void eachFrameHasABoxWithItsValuesAndAColourForTheDifference() throws Exception {
    String html = page(new Frame("all", "all", 10, 14, 15.001, List.of(MORE, LESS, TINY)));
    assertThat(html)
        .contains("class=\"change4\"><title>a.cipher: 0.00 µs/op in plain, 5.00 in tls (+5.00)")
        .contains("class=\"change1\"><title>a.driver: 10.0 µs/op in plain, 9.00 in tls (-1.00)")
        .contains(">cipher</text>")
        .doesNotContain("a.tiny:");
  }

  @Test
  void nothingSampledIsAnEmptyPlot() throws Exception {
    assertThat(page(new Frame("all", "all", 0, 0, 0, List.of()))).contains("figure id=\"flames\"");
  }

  @Test
  void calleesCannotBeWiderThanTheirCaller() {
    assertThatThrownBy(() -> new Frame("all", "all", 1, 1, 1, List.of(LESS)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String page(Frame root) throws Exception {
    return HtmlPage.of(
        FormatsTest.page(
            new FlameGraph("flames", "What it executes", "", "µs/op", "plain", "tls", root)));
  }
}
