package site.ycsb.tls.cli.study;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.page.TextLines;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.study.Check;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.PublishedTable;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.StudyFile;
import site.ycsb.tls.study.run.StudyPlan;

/** {@code bin/ycsb study show}. */
@Command(
    name = "show",
    sortOptions = false,
    header = "Show a study: what was done and published, what differs here, what would be run.")
final class StudyShowCommand extends CommonOptions implements Callable<Integer> {
  private static final int WIDTH = 100;

  @Parameters(
      paramLabel = "NAME|FILE",
      description = "Name of a study ('bin/ycsb study list'), or a study's file.")
  private String file;

  @Mixin private StudySize size;

  @Override
  public Integer call() throws IOException {
    Study study = StudyFile.read(StudyCommand.studies().file(file));
    tell(study.title());
    tell(study.citation());
    tell("");
    tell("What the authors did: " + study.did());
    tell("");
    tell("What differs here:");
    study.differs().forEach(difference -> tell("- " + difference));
    for (Part part : study.parts()) {
      show(StudyCommand.plan(study, part, size.size(), Map.of(), p -> true, 0));
    }
    tell("");
    tell("Conclusions that are not checked:" + (study.unchecked().isEmpty() ? " none" : ""));
    study.unchecked().forEach(conclusion -> tell("- " + conclusion));
    return CommandLine.ExitCode.OK;
  }

  private void show(StudyPlan plan) {
    Part part = plan.part();
    ComparisonPlan comparison = plan.comparison();
    tell("");
    tell(
        "Part %s: %s, %s%s"
            .formatted(
                part.name(),
                comparison.binding(),
                part.workload(),
                part.agents() == 1 ? "" : ", " + part.agents() + " load generators"));
    tell("  every run: " + properties(part.properties()));
    tell("  " + comparison.baseline().name() + " (baseline)");
    for (Variant variant : comparison.variants()) {
      tell("  " + variant.name() + ": " + properties(part.variants().get(variant.name())));
    }
    if (!comparison.axes().isEmpty()) {
      tell(
          "  at "
              + comparison.points().stream().map(Point::label).collect(Collectors.joining("; ")));
    }
    tell("  %s: %s".formatted(size.size().label(), schedule(comparison.schedule())));
    tell("  " + plan.effort().inWords(false));
    tell("  published:" + (part.published().isEmpty() ? " no figures" : ""));
    part.published().forEach(this::show);
    tell("  checks, of variant / other - 1:");
    part.checks().forEach(this::show);
  }

  private static String schedule(Schedule schedule) {
    return "%d blocks of runs%s, each %s after %s s of warm-up"
        .formatted(
            schedule.leastBlocks(),
            schedule.slices().isPresent() ? " that take turns" : "",
            schedule.runSeconds() > 0
                ? Figures.given(schedule.runSeconds()) + " s"
                : schedule.runOperations() + " operations",
            Figures.given(schedule.warmupSeconds()));
  }

  private void show(PublishedTable table) {
    tell("  - " + table.title() + ", " + table.unit());
    for (PublishedTable.Row row : table.rows()) {
      String at = row.at().values().isEmpty() ? "" : row.at().label() + ": ";
      tell(
          "      "
              + at
              + row.figures().entrySet().stream()
                  .map(e -> e.getKey() + " " + e.getValue().printed())
                  .collect(Collectors.joining("; ")));
    }
    if (!table.note().isEmpty()) {
      tell("      " + table.note());
    }
  }

  private void show(Check check) {
    tell("  - " + check.claim());
    String at =
        check.at().isEmpty()
            ? ""
            : ", at "
                + check.at().entrySet().stream()
                    .map(e -> e.getKey() + "=" + String.join(",", e.getValue()))
                    .collect(Collectors.joining(" "));
    tell(
        "      %s, %s / %s: %s%s"
            .formatted(
                check.metric().key(),
                String.join(", ", check.of()),
                check.to(),
                check.printed(),
                at));
  }

  private static String properties(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }

  /**
   * A line; the rest of a long line continues in the next one, with the same indent and a bit more.
   */
  private void tell(String line) {
    String indent = " ".repeat(line.length() - line.stripLeading().length() + 2);
    TextLines.wrapped(line, WIDTH, indent).forEach(this::say);
  }
}
