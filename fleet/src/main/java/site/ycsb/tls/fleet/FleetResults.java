package site.ycsb.tls.fleet;

import static site.ycsb.tls.comparison.run.RunOutcome.FAILED;
import static site.ycsb.tls.comparison.run.RunOutcome.INTERRUPTED;
import static site.ycsb.tls.comparison.run.RunOutcome.USAGE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.measurement.process.Host;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.property.run.RunProperties;

/** Keeps each agent's result in the directory of a run, and writes the merged one. */
final class FleetResults {
  private final FleetTask task;
  private final String notForPublication;
  private final List<Integer> places = new ArrayList<>();
  private final List<MergedRun.Part> parts = new ArrayList<>();
  private int agents;

  /** What was wrong with the first result that is not counted; empty when all are. */
  private String refusal = "";

  FleetResults(FleetTask task, Fleet fleet) {
    this.task = task;
    long here = fleet.agentsOn(Host.id());
    notForPublication =
        here == 0
            ? ""
            : "the coordinator runs on the same machine as %d of the agents, and takes processor time there"
                .formatted(here);
  }

  /**
   * The next agent's result.
   *
   * @param json the content of its {@code run.json}; empty when it left none
   */
  void add(Member agent, long wallMillisAhead, String json) throws IOException {
    if (!json.isEmpty()) {
      Path file = task.folder(agent).resolve(RunResultFile.NAME);
      Files.createDirectories(file.getParent());
      Files.writeString(file, json);
      RunResult result = RunResultFile.read(file);
      if (isOf(agent, result)) {
        places.add(agents);
        parts.add(new MergedRun.Part(agent.name(), agent.machine(), wallMillisAhead, result));
      } else if (refusal.isEmpty()) {
        refusal =
            agent.name()
                + ": sent the result of another agent, which writes in the same folder; give each"
                + " agent another --out";
      }
    }
    agents++;
  }

  /**
   * Agents that write in one folder overwrite each other's result: one would count twice, or that
   * of another fleet instead, whose run has another seed.
   */
  private boolean isOf(Member agent, RunResult result) {
    Configuration run = result.configuration();
    return run.seed() == task.options().seed()
        && run.properties()
            .getOrDefault(RunProperties.FLEET_MEMBER.name(), "")
            .startsWith(agent.number() + "/");
  }

  /**
   * Merges them.
   *
   * @param timing of those that left a result: of their places, from 0, and their results
   * @param exitCode of the first agent that failed; 0 when none did
   * @param failure why the run failed; empty when it did not
   */
  RunOutcome merged(
      BiFunction<List<Integer>, List<RunResult>, Timing> timing, int exitCode, String failure)
      throws IOException {
    String missing =
        parts.size() < agents
            ? "only %d of %d agents returned a result".formatted(parts.size(), agents)
            : "";
    String reason =
        Stream.of(failure, refusal, missing)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
    if (parts.isEmpty()) {
      return new RunOutcome(
          exitCode == 0 ? FAILED : exitCode,
          Optional.empty(),
          failure.isEmpty() ? reason : failure);
    }
    RunResult result =
        new MergedRun(
                task.options(),
                parts,
                timing.apply(places, parts.stream().map(MergedRun.Part::result).toList()))
            .result(
                task.command(),
                task.secrets().mask(task.request().properties()),
                exitCode == INTERRUPTED,
                reason,
                notForPublication);
    RunResultFile.write(result, task.request().directory().resolve(RunResultFile.NAME));
    int code =
        switch (result.outcome()) {
          case COMPLETE -> 0;
          case INCOMPLETE -> INTERRUPTED;
          case FAILED -> exitCode == USAGE ? USAGE : FAILED;
        };
    return new RunOutcome(
        code, Optional.of(result), code == 0 ? "" : String.join("; ", result.problems()));
  }
}
