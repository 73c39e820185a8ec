package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

@Timeout(180)
class HtmlReportTest {
  private static final String EVIL = "</script><script>document.title='owned'</script><img src=x>";

  /** Pairs of texts in a chart whose boxes overlap, and texts that its frame cuts off. */
  private static final String OVERLAPS =
      """
      (() => {
        const found = [];
        for (const svg of document.querySelectorAll('svg')) {
          if (!svg.getBoundingClientRect().width) continue;
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

  /** Figures of which one plot is shown. */
  private static final String SHOWN =
      """
      [...document.querySelectorAll('figure')]
          .filter((f) => [...f.querySelectorAll('svg')]
              .filter((s) => s.getBoundingClientRect().width > 0).length === 1).length
      """;

  /** Figures with their intervals beside the marks that are in none of the tables. */
  private static final String ONLY_IN_THE_PLOT =
      """
      (() => {
        const cells = [...document.querySelectorAll('td')].filter((td) => td.querySelector('.change + .interval')).map((td) =>
            (td.querySelector('.change').textContent.replace(/[()]/g, '') + ' ' + td.querySelector('.change + .interval').textContent).trim());
        const told = [...document.querySelectorAll('svg.wide text')].map((t) => t.textContent).filter((t) => t.includes('['));
        return told.length + ': ' + told.filter((t) => !cells.includes(t)).join('; ');
      })()
      """;

  /** Charts in which nothing but axes and texts is. */
  private static final String EMPTY =
      """
      [...document.querySelectorAll('figure')]
          .filter((f) => f.querySelectorAll('svg path').length < 3)
          .map((f) => f.id).join(' ')
      """;

  /** Presses all buttons that save, and keeps what they save. */
  private static final String SAVE_ALL =
      """
      window.saved = [];
      URL.createObjectURL = (blob) => { blob.text().then((t) => saved.push(t)); return 'data:,'; };
      document.querySelectorAll('button.save').forEach((button) => button.click());
      """;

  /** What of it is no XML, or has an element that is not SVG's. */
  private static final String MALFORMED =
      """
      saved.map((s) => new DOMParser().parseFromString(s, 'image/svg+xml'))
          .flatMap((d) => [...d.querySelectorAll('parsererror, script, img, foreignObject')])
          .map((e) => e.outerHTML).join(' ')
      """;

  /** Colours of the charts' texts. */
  private static final String INKS =
      """
      [...document.querySelectorAll('svg text')].map((t) => getComputedStyle(t).fill).join(' ')
      """;

  /** What is shown with the pointer on the last mark of the first plot. */
  private static final String AT_A_MARK =
      """
      (() => {
        const mark = [...document.querySelectorAll('svg.wide path[aria-label]')].filter((m) => m.closest('svg') === document.querySelector('svg.wide')).pop();
        mark.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
        return document.querySelector('.tip').textContent;
      })()
      """;

  /** What is shown with the pointer near the first point of the first line. */
  private static final String AT_A_LINE =
      """
      (() => {
        const line = document.querySelector('svg.wide path[data-values]');
        const box = line.ownerSVGElement.getBoundingClientRect();
        const [x, y] = line.getAttribute('d').match(/[-\\d.]+/g).map(Number);
        line.ownerSVGElement.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + x + 2, clientY: box.top + y + 2 }));
        return document.querySelector('.tip').textContent;
      })()
      """;

  @TempDir private Path directory;

  @Test
  void isOnePageThatAsksForNothingElse() throws Exception {
    String html =
        Report.of(FabricatedComparison.of(directory, Schedule.wholeRuns(1)), directory).html();
    assertThat(html)
        .contains("TLS_AES_256_GCM_SHA384 RSA-2048</strong> costs ")
        .contains("default-src 'none'")
        .contains("bin/ycsb compare fake -p x")
        .doesNotContain("src=\"http")
        .doesNotContain("<link");
  }

  @Test
  void ofOneVariantAndTenBlocksHasAtMost150Kilobytes() throws Exception {
    assertThat(
            FabricatedComparison.recorded(
                    directory,
                    Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048"),
                    Schedule.wholeRuns(1))
                .html())
        .hasSizeLessThan(150_000);
  }

  @Test
  void labelsStayText() throws Exception {
    String html =
        with(
                new Section(
                    "study",
                    EVIL,
                    List.of(
                        new Block.Paragraph(EVIL),
                        new Table(
                            "evil",
                            EVIL,
                            List.of(Column.text(EVIL)),
                            List.of(List.of(Cell.link(EVIL, "a\"onclick=x")))))),
                evil(Schedule.quickWholeRuns(1).withBlocks(3)))
            .html();
    assertThat(html)
        .doesNotContain(EVIL)
        .doesNotContain("<img src=x")
        .doesNotContain("\"onclick")
        .contains("&lt;img src");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.CHROMIUM)
  void drawsAllChartsWithoutOverlapOrComplaintInARealBrowser() throws Exception {
    Path page = directory.resolve("report.html");
    with(
            published(),
            evil(Schedule.wholeRuns(1).withBlocks(7).withCalibrate(true), "threadcount=1,2"))
        .writeTo(directory);
    try (Chromium chromium = chromium()) {
      for (int width : new int[] {360, 800, 1400}) {
        for (String scheme : new String[] {"light", "dark"}) {
          chromium.open(page, width, scheme);
          // Published beside measured; three of the axis; six at each of the two points.
          assertThat(chromium.evaluate(SHOWN).asInt()).isEqualTo(1 + 3 + 2 * 6);
          assertThat(chromium.evaluate(EMPTY).asText()).as("plots without a mark").isEmpty();
          assertThat(chromium.evaluate(OVERLAPS).asText()).as(width + " " + scheme).isEmpty();
          assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
              .isLessThanOrEqualTo(width);
          assertThat(chromium.evaluate("document.title").asText()).contains("fabricated");
          assertThat(chromium.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
          keep("report-" + width + "-" + scheme + ".png", chromium.screenshot());
        }
      }
      assertThat(chromium.complaints).isEmpty();
    }
  }

  @Test
  @Needs(Requirement.CHROMIUM)
  void sentenceTableAndPlotSayTheSame() throws Exception {
    FabricatedComparison.recorded(directory, Map.of(), Schedule.wholeRuns(1).withBlocks(7))
        .writeTo(directory);
    String html = Files.readString(directory.resolve("report.html"));
    // Without script: the page's own markup has the plots.
    assertThat(html.substring(0, html.indexOf("<script"))).contains("<svg").contains("</svg>");
    try (Chromium chromium = chromium()) {
      chromium.open(directory.resolve("report.html"), 1440, "light");
      assertThat(chromium.evaluate(ONLY_IN_THE_PLOT).asText()).matches("[1-9][0-9]*: ");
      int fold = 900;
      assertThat(
              chromium
                  .evaluate("document.querySelector('.first svg').getBoundingClientRect().top")
                  .asInt())
          .isLessThan(fold);
      keep("first-screen.png", chromium.screenshot());
    }
  }

  @Test
  @Tag("full")
  @Needs(Requirement.CHROMIUM)
  void savesEachPlotAsSvgThatIsWellFormed() throws Exception {
    with(published(), evil(Schedule.quickWholeRuns(1).withBlocks(3))).writeTo(directory);
    try (Chromium chromium = chromium()) {
      chromium.open(directory.resolve("report.html"), 800, "dark");
      chromium.evaluate(SAVE_ALL);
      int plots = chromium.evaluate("document.querySelectorAll('figure').length").asInt();
      chromium.await("saved.length === " + plots);
      assertThat(chromium.evaluate("saved.filter((s) => !s.startsWith('<svg')).length").asInt())
          .isZero();
      assertThat(chromium.evaluate(MALFORMED).asText()).isEmpty();
      assertThat(chromium.evaluate("saved.join('').includes('#e6e9ef')").asBoolean())
          .as("drawn for dark paper")
          .isFalse();
      assertThat(chromium.evaluate("saved.join('').includes('to the right: worse')").asBoolean())
          .isTrue();
    }
  }

  @Test
  @Needs(Requirement.CHROMIUM)
  void nothingIsCutOffOnPhoneTabletOrDesk() throws Exception {
    FabricatedComparison.recorded(
            directory,
            Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048"),
            Schedule.wholeRuns(1).withBlocks(7))
        .writeTo(directory);
    try (Chromium chromium = chromium()) {
      for (int width : new int[] {390, 800, 1440}) {
        chromium.open(directory.resolve("report.html"), width, "light");
        // Lists of all settings and all runs may be wider: they scroll.
        chromium.evaluate(
            "document.querySelectorAll('#repeat, #evidence').forEach((s) => s.remove())");
        assertThat(chromium.cutOff()).as(width + " px").isEmpty();
      }
    }
  }

  @Test
  @Tag("full")
  @Needs(Requirement.CHROMIUM)
  void theValueUnderThePointerIsShown() throws Exception {
    FabricatedComparison.recorded(directory, Map.of(), Schedule.wholeRuns(1)).writeTo(directory);
    try (Chromium chromium = chromium()) {
      chromium.open(directory.resolve("report.html"), 1440, "light");
      assertThat(chromium.evaluate(AT_A_MARK).asText())
          .matches("TLS.*: [+-]\\d+\\.\\d\u00a0% \\[.*\\], \\w+");
      assertThat(chromium.evaluate(AT_A_LINE).asText()).matches("plain: [\\d.]+ at [\\d.]+");
      assertThat(chromium.complaints).isEmpty();
    }
  }

  @Test
  @Needs(Requirement.CHROMIUM)
  void printsAllOfItDarkOnWhite() throws Exception {
    Path page = directory.resolve("report.html");
    FabricatedComparison.recorded(directory, Map.of("churn", "yes"), Schedule.wholeRuns(1))
        .writeTo(directory);
    try (Chromium chromium = chromium()) {
      chromium.open(page, 1400, "dark");
      byte[] pdf = chromium.pdf();
      keep("report.pdf", pdf);
      assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
      // What the page looks like while it is printed.
      chromium.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      assertThat(
              chromium.evaluate("document.querySelectorAll('details:not([open])').length").asInt())
          .isZero();
      assertThat(chromium.evaluate(SHOWN).asInt())
          .isEqualTo(chromium.evaluate("document.querySelectorAll('figure').length").asInt());
      chromium.onPaper();
      assertThat(chromium.evaluate(INKS).asText())
          .contains("rgb(28, 35, 48)")
          .doesNotContain("rgb(230, 233, 239)");
      assertThat(chromium.complaints).isEmpty();
    }
  }

  private Report evil(Schedule schedule, String... axes) throws Exception {
    return FabricatedComparison.recorded(
        directory, Map.of("variants." + EVIL + ".slow.millis", "1", "label", EVIL), schedule, axes);
  }

  private static Report with(Section more, Report report) {
    return new Report(
        report.result(), report.explanation(), report.document().withLast(List.of(more)));
  }

  /** As a study shows it. */
  private static Section published() {
    return new Section(
        "published",
        "Published beside measured",
        List.of(
            new Chart.IntervalPlot(
                "beside",
                EVIL,
                "overhead, %",
                List.of("plain " + EVIL, "RSA 2048"),
                List.of(
                    new Chart.Series(
                        "published", List.of(new Chart.Mark(1, -42, null, null, "table 3"))),
                    new Chart.Series(
                        "measured", List.of(new Chart.Mark(1, -39.5, -41.0, -38.2, EVIL)))))));
  }

  private Chromium chromium() throws Exception {
    return Chromium.start(Files.createDirectory(directory.resolve("profile")));
  }

  /** For people to look at; nothing is asserted of it. */
  private static void keep(String name, byte[] content) throws Exception {
    Path target = Path.of("target", "screenshots");
    Files.createDirectories(target);
    Files.write(target.resolve(name), content);
  }
}
