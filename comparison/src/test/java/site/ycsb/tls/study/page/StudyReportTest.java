package site.ycsb.tls.study.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.page.LatexPage;
import site.ycsb.tls.document.page.MarkdownPage;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.result.Answer;
import site.ycsb.tls.study.result.CheckResult;
import site.ycsb.tls.study.result.PartResult;
import site.ycsb.tls.study.result.StudyResult;
import site.ycsb.tls.study.result.TableResult;
import site.ycsb.tls.study.result.TableResult.MeasuredValue;
import site.ycsb.tls.study.result.TableResult.Row;

class StudyReportTest {
  private static final String MARKUP = "</script><script>alert(1)</script>";

  private static StudyResult result(Size size) {
    return result(size, 1);
  }

  /** With a claim about so many cases, of which one was run. */
  private static StudyResult result(Size size, int cases) {
    MeasuredValue plain =
        new MeasuredValue(20_000, 19_000, 21_000, 10, 0, null, null, null, null, null);
    MeasuredValue tls =
        new MeasuredValue(12_000, 11_000, 13_000, 10, 1, -0.4, -0.42, -0.38, 0.951, "overhead");
    TableResult table =
        new TableResult(
            "pool",
            "table I",
            "throughput",
            "ops/s",
            "A note, \"quoted\".",
            List.of(
                new Row("threadcount=1", "plain", "6871.50", null, plain),
                new Row(
                    "threadcount=1",
                    "tls",
                    "4724.95 (31.24 %)",
                    new ChangeRange(-0.312, -0.312),
                    tls),
                new Row("threadcount=2", "tls", "(5-20 %)", new ChangeRange(-0.2, -0.05), null)));
    TableResult shown =
        new TableResult(
            "pool",
            "table II, maximum",
            null,
            "ms",
            "",
            List.of(new Row("threadcount=1", "plain", "9461.7", null, null)));
    CheckResult check =
        new CheckResult(
            "pool",
            "TLS by Müller costs " + MARKUP,
            "throughput",
            "below 0 %",
            Answer.YES,
            size == Size.QUICK,
            true,
            List.of(
                new CheckResult.Evidence(
                    "tls", "plain", "threadcount=1", 10, -0.4, -0.42, -0.38, 0.951)),
            cases);
    return new StudyResult(
        StudyResult.FORMAT,
        "a-study",
        "A study",
        "Müller, 2014",
        "They read.",
        List.of("Everything differs."),
        List.of("Use a pool."),
        size,
        "bin/ycsb study a-study",
        true,
        List.of(new PartResult("pool", true, "complete", List.of(table, shown), List.of("Noisy."))),
        List.of(check));
  }

  @Test
  void textHasPublishedBesideMeasuredInAscii() {
    String text = new StudyReport(result(Size.STANDARD)).text();
    assertThat(text.lines())
        .anyMatch(l -> l.matches(".*1 +\\| plain .* 6871\\.50 .* 20,000\\*? .*"))
        .anyMatch(
            l ->
                l.matches(
                    ".*tls .*4724\\.95 \\(31\\.24 %\\).* -31\\.2 % .* 12,000\\* .* -40\\.0 % .*\\[-42\\.0, -38\\.0\\].*overhead.*"))
        .anyMatch(
            l -> l.matches(".*2 +\\| tls.*\\(5-20 %\\).*\\[-20\\.0, -5\\.0\\].*not measured.*"))
        .anyMatch(l -> l.startsWith("Yes: TLS by Muller costs"))
        .allMatch(l -> l.length() <= 120 && l.matches("[\\x20-\\x7e]*"));
    assertThat(text)
        .contains("threadcount", "*: blocks were repeated", "95 % interval", "Warning: Noisy.")
        .doesNotContain("table II, max");
  }

  /** Points of whole runs that ended early have different numbers of blocks. */
  @Test
  void eachRowHasTheLevelOfItsOwnIntervalWhereTheyDiffer() {
    TableResult table = result(Size.STANDARD).parts().get(0).tables().get(0);
    MeasuredValue fewer =
        new MeasuredValue(12_000, 11_000, 13_000, 5, 0, -0.4, -0.45, -0.35, 0.9375, "indicative");
    List<Row> rows = new ArrayList<>(table.rows());
    rows.set(2, new Row("threadcount=2", "tls", "(5-20 %)", null, fewer));

    Table shown =
        (Table)
            PublishedBesideMeasured.blocks(
                    "t", new TableResult("pool", "table I", "throughput", "ops/s", "", rows))
                .get(0);

    assertThat(shown.columns())
        .extracting(Table.Column::title)
        .endsWith("interval", "level", "verdict");
    assertThat(shown.rows())
        .extracting(row -> row.get(7).text() + " " + row.get(8).text())
        .containsExactly("– ", "95 % overhead", "94 % indicative");
  }

  @Test
  void quickAnswersAreSaidToBeIndicative() {
    assertThat(new StudyReport(result(Size.QUICK)).text())
        .contains("Yes (indicative): TLS", "no figure or answer is for");
  }

  @Test
  void aYesOfSomeOfTheClaimedPointsSaysOfHowMany() {
    assertThat(new StudyReport(result(Size.STANDARD, 4)).text())
        .contains("Yes in 1 of 4 cases: TLS");
  }

  /** Of a study in parts, most are often not run; their conclusions bury the measured ones. */
  @Test
  void conclusionsOfPartsThatWereNotRunAreCounted() {
    StudyResult one = result(Size.STANDARD);
    List<PartResult> parts = new ArrayList<>(one.parts());
    parts.add(0, new PartResult("connect", false, "not begun", List.of(), List.of()));
    List<CheckResult> checks = new ArrayList<>(one.checks());
    checks.add(
        0,
        new CheckResult(
            "connect",
            "Connecting is dear",
            "client CPU",
            "above 0 %",
            Answer.NOT_MEASURED,
            false,
            null,
            List.of(),
            1));
    StudyReport report =
        new StudyReport(
            new StudyResult(
                one.format(),
                one.study(),
                one.title(),
                one.citation(),
                one.did(),
                one.differs(),
                one.unchecked(),
                one.size(),
                one.command(),
                false,
                parts,
                checks));

    assertThat(report.text())
        .contains(
            "Not measured: 1 of 2 conclusions, those about the parts that were not run (connect).")
        .doesNotContain("Connecting is dear", "Published and measured: connect");
    Table answers =
        report.document().tables().stream()
            .filter(table -> table.id().equals(Optional.of("checks-answers")))
            .findFirst()
            .orElseThrow();
    assertThat(answers.rows())
        .singleElement()
        .satisfies(row -> assertThat(row.get(0).text()).isEqualTo("2"));
  }

  @Test
  void csvHasARowForEachPublishedFigure() {
    List<String> lines = new StudyReport(result(Size.STANDARD)).csv().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).startsWith("part,table,metric,unit,point,variant,published,");
    assertThat(lines.get(2))
        .isEqualTo(
            "pool,table I,throughput,ops/s,threadcount=1,tls,4724.95 (31.24 %),-31.2000,-31.2000,"
                + "12000.0,11000.0,13000.0,10,1,-40.0000,-42.0000,-38.0000,0.951000,overhead");
    assertThat(lines.get(4)).startsWith("pool,\"table II, maximum\",,ms,").endsWith(",,,,,,,,,,,,");
  }

  @Test
  void valuesOfColumnsInPercentAreInPercent() {
    List<Cell> shares = new ArrayList<>();
    for (Table table : new StudyReport(result(Size.STANDARD)).document().tables()) {
      for (int i = 0; i < table.columns().size(); i++) {
        int column = i;
        if (table.columns().get(column).unit().equals("%")) {
          table.rows().stream()
              .map(row -> row.get(column))
              .filter(cell -> cell.value() != null)
              .forEach(shares::add);
        }
      }
    }
    assertThat(shares)
        .extracting(Cell::text)
        .containsExactly("-31.2 %", "-40.0 %", "-40.0 %")
        .isEqualTo(
            shares.stream()
                .map(cell -> String.format(Locale.ROOT, "%+.1f %%", cell.value()))
                .toList());
  }

  @Test
  void pageHoldsEverythingAndLetsNoMarkupThrough() throws IOException {
    String html = new StudyReport(result(Size.STANDARD)).html();
    assertThat(html)
        .contains("Müller, 2014", "They read.", "Everything differs.", "Use a pool.")
        .contains("table II, maximum", "9461.7", "A note", "pool/report.html")
        .contains("bin/ycsb study a-study")
        .doesNotContain(MARKUP);
  }

  @Test
  void otherFormatsHaveTheSameFigures() throws IOException {
    StudyReport report = new StudyReport(result(Size.STANDARD));
    assertThat(MarkdownPage.of(report.document()))
        .contains("4724.95", "12,000", "Do the conclusions hold here?");
    assertThat(LatexPage.of(report.document())).contains("4724.95", "12,000");
    assertThat(report.json()).contains("\"study\" : \"a-study\"", "\"answer\" : \"YES\"");
  }
}
