package site.ycsb.tls.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.compare.plan.Schedule;

@Timeout(180)
class HtmlReportTest {
  private static final String EVIL = "</script><script>document.title='owned'</script><img src=x>";

  /** Pairs of texts in a chart whose boxes overlap, and texts that its frame cuts off. */
  private static final String OVERLAPS =
      """
      (() => {
        const found = [];
        for (const svg of document.querySelectorAll('svg')) {
          const texts = [...svg.querySelectorAll('text')].filter((t) => t.textContent.trim());
          const boxes = texts.map((t) => t.getBoundingClientRect());
          const frame = svg.getBoundingClientRect();
          for (let i = 0; i < boxes.length; i++) {
            if (boxes[i].right > frame.right + 1 || boxes[i].left < frame.left - 1) found.push('cut off: ' + texts[i].textContent);
            for (let j = i + 1; j < boxes.length; j++) {
              const w = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
              const h = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
              if (w > 2 && h > 4) found.push(texts[i].textContent + ' | ' + texts[j].textContent);
            }
          }
        }
        return found.join('; ');
      })()
      """;

  @TempDir private Path directory;

  @Test
  void isOnePageThatAsksForNothingElse() throws Exception {
    String html = new Report(FabricatedComparison.of(directory, Schedule.standard(1))).html();
    assertThat(html)
        .contains("TLS_AES_256_GCM_SHA384 RSA-2048</strong> costs 3")
        .contains("default-src 'none'")
        .contains("bin/ycsb compare fake -p x")
        .doesNotContain("src=\"http")
        .doesNotContain("<link");
  }

  @Test
  void labelsStayText() throws Exception {
    String html =
        new Report(
                FabricatedComparison.of(
                    directory,
                    Map.of("variants." + EVIL + ".slow.millis", "1", "label", EVIL),
                    Schedule.quick(1)))
            .html();
    assertThat(html).doesNotContain(EVIL).doesNotContain("<img src=x").contains("&lt;img src");
  }

  @Test
  void drawsAllChartsWithoutOverlapOrComplaintInARealBrowser() throws Exception {
    Optional<Path> executable = Chromium.executable();
    Assumptions.assumeTrue(executable.isPresent(), "no Chromium on PATH: the page was not opened");
    new Report(
            FabricatedComparison.of(
                directory,
                Map.of("variants." + EVIL + ".slow.millis", "1"),
                Schedule.standard(1).withBlocks(7).withCalibrate(true),
                "threadcount=1,2"))
        .writeTo(directory);
    Path page = directory.resolve("report.html");
    try (Chromium chromium =
        Chromium.start(executable.get(), Files.createDirectory(directory.resolve("profile")))) {
      for (int width : new int[] {360, 800, 1400}) {
        for (String scheme : new String[] {"light", "dark"}) {
          chromium.open(page, width, scheme);
          assertThat(chromium.evaluate("document.querySelectorAll('.chart svg').length").asInt())
              .isEqualTo(2 + 2 * 3);
          assertThat(chromium.evaluate(OVERLAPS).asText()).as(width + " " + scheme).isEmpty();
          assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
              .isLessThanOrEqualTo(width);
          assertThat(chromium.evaluate("document.title").asText())
              .isEqualTo("What TLS costs: fake");
          assertThat(chromium.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
          keepScreenshot(chromium, width + "-" + scheme);
        }
      }
      assertThat(chromium.complaints).isEmpty();
    }
  }

  /** For people to look at; nothing is asserted of it. */
  private static void keepScreenshot(Chromium chromium, String name) throws Exception {
    Path target = Path.of("target", "screenshots");
    Files.createDirectories(target);
    Files.write(target.resolve("report-" + name + ".png"), chromium.screenshot());
  }
}
