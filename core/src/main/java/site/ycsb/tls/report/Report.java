package site.ycsb.tls.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.result.ComparisonResult;

/**
 * What is to be shown of a comparison; the formats are made from it and from nothing else.
 *
 * @param result the comparison
 */
public record Report(ComparisonResult result) {
  public Report {
    Objects.requireNonNull(result);
  }

  /** The tables for the terminal: at most 120 columns, ASCII, ends with a line feed. */
  public String text() {
    return TextReport.of(this);
  }

  /** One row for each point, variant and metric. */
  public String csv() {
    return CsvReport.of(this);
  }

  /** One self-contained page. */
  public String html() throws IOException {
    return HtmlReport.of(this);
  }

  /** Writes {@code summary.csv} and {@code report.html} beside {@code comparison.json}. */
  public void writeTo(Path directory) throws IOException {
    Files.writeString(directory.resolve("summary.csv"), csv(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("report.html"), html(), StandardCharsets.UTF_8);
  }

  /** What each variant costs, in a sentence. */
  List<Answer> answers() {
    return Answer.of(result);
  }

  /** What was compared, and how; a few lines. */
  List<String> description() {
    ComparisonPlan plan = result.plan();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, %s: %d %s against %s%s."
            .formatted(
                plan.binding(),
                plan.base().getOrDefault("workload", "workload").replaceFirst(".*\\.", ""),
                plan.columns().size() - 1,
                plan.columns().size() == 2 ? "variant" : "variants",
                plan.baseline().name(),
                plan.axes().isEmpty() ? "" : ", at " + plan.points().size() + " points"));
    lines.add(schedule(plan));
    plan.points().stream()
        .filter(point -> result.targets().containsKey(point.id()))
        .forEach(point -> lines.add(target(plan, point)));
    if (!result.complete()) {
      lines.add("Not complete: " + result.ending() + ".");
    }
    return lines;
  }

  private String target(ComparisonPlan plan, Point point) {
    return "Target of every variant%s: %s ops/s, %s of what %s can do."
        .formatted(
            point.values().isEmpty() ? "" : " at " + point.label(),
            Figures.number(result.targets().get(point.id())),
            Figures.percent(plan.capacityShare()),
            plan.baseline().name());
  }

  private String schedule(ComparisonPlan plan) {
    Schedule schedule = plan.schedule();
    int repeated = result.runs().size() - result.acceptedRuns().size();
    return "%d runs that count%s, each a JVM of its own: %s s of warm-up, %s measured; blocks in random order, seed %d."
        .formatted(
            result.acceptedRuns().size(),
            repeated > 0 ? " (and %d that do not)".formatted(repeated) : "",
            Figures.bare(schedule.warmupSeconds()),
            schedule.runSeconds() > 0
                ? Figures.bare(schedule.runSeconds()) + " s"
                : schedule.runOperations() + " operations",
            schedule.seed());
  }
}
