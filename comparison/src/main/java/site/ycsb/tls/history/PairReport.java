package site.ycsb.tls.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.page.PointFigures;
import site.ycsb.tls.comparison.page.Provenance;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.document.page.Formats;
import site.ycsb.tls.document.page.Json;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

/**
 * The report of two comparisons beside each other, in all formats.
 *
 * @param pair the two
 * @param first name of the first comparison
 * @param second name of the second one; different
 */
public record PairReport(ComparisonPair pair, String first, String second) implements Formats {

  /**
   * The report of a pair.
   *
   * @param first name of the first comparison
   * @param second name of the second one; equal names get numbers
   */
  public static PairReport of(ComparisonPair pair, String first, String second) {
    boolean same = first.equals(second);
    return new PairReport(pair, same ? first + " (1)" : first, same ? second + " (2)" : second);
  }

  @Override
  public Document document() {
    return new Document(
        "What %s: %s compared with %s"
            .formatted(
                pair.second().plan().asksOfTlsOnly() ? "TLS costs" : "the variants cost",
                first,
                second),
        description(),
        pair.variants().stream().map(this::answer).toList(),
        warnings(),
        List.of(first),
        pair.points().stream().map(this::section).toList(),
        appendix());
  }

  private List<String> description() {
    return List.of(
        made(first, pair.first()),
        made(second, pair.second()),
        "Overheads are relative to %s of the same comparison; \"%s to %s\" is (1 + overhead of %s) / (1 + overhead of %s) - 1."
            .formatted(pair.first().plan().baseline().name(), first, second, second, first));
  }

  private static String made(String name, ComparisonResult result) {
    return "%s: started %s, %d runs that count."
        .formatted(name, result.startedAt(), result.acceptedRuns().size());
  }

  private Document.Answer answer(Variant variant) {
    List<PairCell> cells =
        pair.points().stream()
            .flatMap(p -> pair.cell(p, variant, pair.first().primaryMetric(p, variant)).stream())
            .toList();
    if (cells.isEmpty()) {
      return new Document.Answer(variant.name(), "has no finished block in both.", "");
    }
    List<String> verdicts = cells.stream().map(c -> c.verdict().label()).distinct().toList();
    boolean everywhere = cells.size() == pair.points().size();
    String verdict = everywhere && verdicts.size() == 1 ? verdicts.get(0) : "";
    if (cells.size() == 1) {
      String at = everywhere ? "" : " at " + cells.get(0).point();
      return new Document.Answer(
          variant.name(), "in " + cells.get(0).metric() + at + ": " + said(cells.get(0)), verdict);
    }
    // Points may have other metrics, as where only some have a target.
    Map<String, List<PairCell>> byMetric =
        cells.stream()
            .collect(
                Collectors.groupingBy(PairCell::metric, LinkedHashMap::new, Collectors.toList()));
    return new Document.Answer(
        variant.name(),
        byMetric.values().stream().map(this::span).collect(Collectors.joining("; "))
            + (verdict.isEmpty() ? "" : "; " + verdict)
            + (everywhere
                ? ""
                : "; not measured in both at %d of %d points"
                    .formatted(pair.points().size() - cells.size(), pair.points().size()))
            + ".",
        verdict);
  }

  /** The least and the greatest of a metric, each with its point. */
  private String span(List<PairCell> cells) {
    List<String> ends =
        cells.stream()
            .sorted(Comparator.comparingDouble(PairCell::change))
            .map(cell -> figures(cell.interval()) + " (" + cell.point() + ")")
            .toList();
    return "in %s, %s to %s: %s%s"
        .formatted(
            cells.get(0).metric(),
            first,
            second,
            ends.get(0),
            ends.size() == 1 ? "" : " to " + ends.get(ends.size() - 1));
  }

  private String said(PairCell cell) {
    return "%s with %s, %s with %s; %s to %s %s, %s."
        .formatted(
            figures(cell.first().interval()),
            first,
            figures(cell.second().interval()),
            second,
            first,
            second,
            figures(cell.interval()),
            cell.verdict().label());
  }

  private static String figures(Interval change) {
    return Figures.change(change.estimate())
        + (change.hasLevel() ? " " + Figures.interval(change.lower(), change.upper()) : "")
        + (change.hasLevel() && !change.reachesLevel()
            ? " (" + Figures.level(change.confidence()) + " confidence)"
            : "");
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    warnIfNotComplete(first, pair.first(), warnings);
    warnIfNotComplete(second, pair.second(), warnings);
    if (pair.differences().isEmpty()) {
      warnings.add(
          "No recorded setting differs between the two: a difference is chance, drift, or something that was not recorded.");
    } else {
      warnings.add(Differences.inWords(pair.differences()));
    }
    warnings.add(
        "The two comparisons did not take turns. If the machine changed in between in a way that"
            + " changes the overhead, and not only the speed, that change is part of the difference.");
    pair.ofOneServer().ifPresent(warnings::add);
    pair.notCompared().ifPresent(warnings::add);
    pair.first().warnings().forEach(w -> warnings.add(first + ": " + w));
    pair.second().warnings().forEach(w -> warnings.add(second + ": " + w));
    return warnings;
  }

  private static void warnIfNotComplete(
      String name, ComparisonResult result, List<String> warnings) {
    if (!result.complete()) {
      warnings.add(name + " is not complete: " + result.ending() + ".");
    }
  }

  private Section section(Point point) {
    List<Block> blocks = new ArrayList<>();
    for (Variant variant : pair.variants()) {
      List<PairCell> cells = pair.cells(point, variant);
      if (!cells.isEmpty()) {
        blocks.add(chart(point, variant, cells));
        blocks.add(table(point, variant, cells));
      }
    }
    return PointFigures.section(point, blocks);
  }

  private Chart chart(Point point, Variant variant, List<PairCell> cells) {
    List<Chart.Mark> one = new ArrayList<>();
    List<Chart.Mark> other = new ArrayList<>();
    for (int row = 0; row < cells.size(); row++) {
      one.add(PointFigures.mark(row, cells.get(row).first()));
      other.add(PointFigures.mark(row, cells.get(row).second()));
    }
    return new Chart.IntervalPlot(
        Ids.of("overhead", point.id(), variant.id()),
        variant.name() + ": overhead relative to " + pair.first().plan().baseline().name(),
        "overhead, %",
        cells.stream().map(PairCell::metric).toList(),
        List.of(new Chart.Series(first, one), new Chart.Series(second, other)));
  }

  private Table table(Point point, Variant variant, List<PairCell> cells) {
    List<Column> columns =
        List.of(
            Column.text("metric"),
            Column.number(first, ""),
            Column.number(second, ""),
            Column.number(first + " to " + second, ""),
            Column.number("p (Holm)", ""));
    List<List<Table.Cell>> rows = new ArrayList<>();
    for (PairCell cell : cells) {
      Metric metric = Metric.ofKey(cell.metric());
      rows.add(
          List.of(
              Table.Cell.text(
                  PointFigures.title(pair.first().plan(), point, metric)
                      + ", "
                      + metric.kind().unit()),
              PointFigures.cell(pair.first(), point, variant, metric),
              PointFigures.cell(pair.second(), point, variant, metric),
              Table.Cell.difference(difference(cell)),
              cell.pDiffers() == null
                  ? Table.Cell.none()
                  : Table.Cell.number(
                      String.format(Locale.ROOT, "%.2g", cell.pDiffers()), cell.pDiffers())));
    }
    return new Table(
        Ids.of("table", point.id(), variant.id()),
        variant.name()
            + (point.values().isEmpty() ? "" : ", " + point.label())
            + ". Median of the baseline × (1 + overhead), intervals of "
            + PointFigures.level(
                cells.stream()
                    .flatMap(cell -> Stream.of(cell.first(), cell.second()))
                    .filter(Overhead::hasInterval))
            + ", verdicts; the difference with its interval of "
            + Figures.level(cells.get(0).confidence())
            + ". *: secondary metric.",
        columns,
        rows);
  }

  private static Table.Difference difference(PairCell cell) {
    boolean known = cell.interval().hasLevel();
    return new Table.Difference(
        cell.change(),
        known ? Double.valueOf(cell.lower()) : null,
        known ? Double.valueOf(cell.upper()) : null,
        cell.verdict().label(),
        cell.noise());
  }

  private String interval() {
    return pair.isModerated()
        ? "The difference is that of their means, with a moderated t interval: each has its own"
            + " variance, weighed against that of earlier comparisons (Smyth: Statistical"
            + " Applications in Genetics and Molecular Biology 3(1), 2004), and the fewer degrees of"
            + " freedom of the two count."
        : "The difference is the Hodges-Lehmann estimate, the median of all differences between a"
            + " log ratio of the second and one of the first, with Moses' interval from the rank-sum"
            + " distribution (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 4.1–4.3),"
            + " which is exact where the log ratios of both scatter alike.";
  }

  private List<Section> appendix() {
    return List.of(
        new Section(
            "reading",
            "How to read this",
            List.of(
                new Block.Paragraph(
                    "The blocks of one comparison have no partners in the other: the two are"
                        + " independent samples of log ratios. "
                        + interval()),
                new Block.Paragraph(
                    "Verdicts: worse or better where that interval excludes 0 and Welch's t test,"
                        + " Holm-corrected among the primary metrics and among the secondary ones (*), agrees, and the"
                        + " difference is above both noise floors together (--calibrate); inconclusive"
                        + " otherwise; indicative with too few or too short runs; unknown of a client or server that was"
                        + " still warming up, of latencies where a run missed its target, and of throughput where one was given."))),
        new Section(
            "differences", "What differs", List.of(new Block.Facts("", pair.differences()))),
        new Section(
            "environment",
            "Environment",
            List.of(
                new Block.Facts(first, Provenance.environment(pair.first())),
                new Block.Facts(second, Provenance.environment(pair.second())))),
        new Section(
            "repeat",
            "Repeat it",
            List.of(
                new Block.Code(pair.first().command()), new Block.Code(pair.second().command()))));
  }

  /** The differences, the answers and all cells. */
  @Override
  public String json() throws IOException {
    Document document = document();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("differences", pair.differences());
    json.put("answers", document.answers());
    json.put("warnings", document.warnings());
    json.put("cells", pair.cells());
    return Json.of(json);
  }
}
