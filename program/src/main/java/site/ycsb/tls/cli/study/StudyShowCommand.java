package site.ycsb.tls.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
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
    say(study.title());
    say(study.citation());
    say("");
    say("What the authors did: " + study.did());
    say("");
    say("What differs here:");
    study.differs().forEach(difference -> say("- " + difference));
    for (Part part : study.parts()) {
      show(StudyCommand.plan(study, part, size.size(), Map.of(), p -> true, 0));
    }
    say("");
    say("Conclusions that are not checked:" + (study.unchecked().isEmpty() ? " none" : ""));
    study.unchecked().forEach(conclusion -> say("- " + conclusion));
    return CommandLine.ExitCode.OK;
  }

  private void show(StudyPlan plan) {
    Part part = plan.part();
    ComparisonPlan comparison = plan.comparison();
    say("");
    say(
        "Part %s: %s, %s%s"
            .formatted(
                part.name(),
                comparison.binding(),
                part.workload(),
                part.agents() == 1 ? "" : ", " + part.agents() + " load generators"));
    say("  every run: " + properties(part.properties()));
    say("  " + comparison.baseline().name() + " (baseline)");
    for (Variant variant : comparison.variants()) {
      say("  " + variant.name() + ": " + properties(part.variants().get(variant.name())));
    }
    if (!comparison.axes().isEmpty()) {
      say(
          "  at "
              + comparison.points().stream().map(Point::label).collect(Collectors.joining("; ")));
    }
    say("  %s: %s".formatted(size.size().label(), schedule(comparison.schedule())));
    say("  " + plan.effort().inWords(false));
    say("  published:" + (part.published().isEmpty() ? " no figures" : ""));
    part.published().forEach(this::show);
    say("  checks, of variant / other - 1:");
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
    say("  - " + table.title() + ", " + table.unit());
    for (PublishedTable.Row row : table.rows()) {
      String at = row.at().values().isEmpty() ? "" : row.at().label() + ": ";
      say(
          "      "
              + at
              + row.figures().entrySet().stream()
                  .map(e -> e.getKey() + " " + e.getValue().printed())
                  .collect(Collectors.joining("; ")));
    }
    if (!table.note().isEmpty()) {
      say("      " + table.note());
    }
  }

  private void show(Check check) {
    say("  - " + check.claim());
    String at =
        check.at().isEmpty()
            ? ""
            : ", at "
                + check.at().entrySet().stream()
                    .map(e -> e.getKey() + "=" + String.join(",", e.getValue()))
                    .collect(Collectors.joining(" "));
    say(
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
  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    String indent = " ".repeat(line.length() - line.stripLeading().length() + 2);
    String rest = line;
    while (rest.length() > WIDTH) {
      int blank = rest.lastIndexOf(' ', WIDTH);
      int end = blank > indent.length() ? blank : WIDTH;
      out.println(rest.substring(0, end));
      rest = indent + rest.substring(end).strip();
    }
    out.println(rest);
  }
}
