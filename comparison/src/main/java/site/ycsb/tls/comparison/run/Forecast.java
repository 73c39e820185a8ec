package site.ycsb.tls.comparison.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.servers.ServerSide;

/**
 * How many steps are left and how long they will take, estimated from the steps so far. A step is a
 * run, a block of runs that take turns, or a load.
 */
final class Forecast {
  private final ComparisonPlan plan;
  private final ComparisonDirectory directory;
  private final Tables tables;
  private final ServerSide servers;
  private final ComparisonProgress progress;
  private double runSeconds;
  private double loadSeconds;
  private double prepareSeconds;
  private double warmingSeconds;
  private int runsMade;
  private int loadsMade;
  private int madeOfBlock;
  private int extraRuns;

  /**
   * @param processes see {@link RunLauncher#processesOnAMachine}
   */
  Forecast(
      ComparisonDirectory directory,
      ServerSide servers,
      int processes,
      ComparisonProgress progress) {
    this.plan = directory.plan();
    this.directory = directory;
    this.tables = new Tables(plan);
    this.servers = servers;
    this.progress = progress;
    this.prepareSeconds = servers.preparation().toMillis() / 1e3;
    this.runSeconds = prepareSeconds + Effort.stepSeconds(plan, Effort.UNKNOWN_RATE, processes);
    this.warmingSeconds = Effort.warmingSeconds(plan);
    this.loadSeconds = Effort.loadSeconds(plan);
  }

  /** Announces the work, before the first run. */
  void announce() {
    List<String> remarks = new ArrayList<>(plan.remarks());
    int all = directory.blocks().least() * plan.points().size();
    int there = all - directory.blocks().left();
    if (there > 0) {
      remarks.add(
          "resuming " + directory.path() + ": " + there + " of " + all + " blocks are there");
    }
    int runs = runsLeft();
    int loads = loadsLeft();
    progress.planned(runs + loads, inWords(), time(runs, loads), remarks);
  }

  private String inWords() {
    boolean turns = plan.schedule().slices().isPresent();
    int least = runsLeft();
    int most = mostRunsLeft();
    int loads = loadsLeft();
    String step = turns ? "block" : "run";
    return (most > least
            ? "at least %d (at most %d) %ss".formatted(least, most, step)
            : Figures.count(least, step))
        + (turns ? " of " + plan.columns(1).size() + " runs that take turns" : "")
        + (loads > 0 ? " and " + Figures.count(loads, "load") : "");
  }

  /** After some blocks: what is known at the point, and when more will be. */
  void tellWhatIsKnown(Point point) {
    double blockSeconds = runSeconds * stepsOfABlock() * plan.points().size();
    PrecisionSummary.of(directory.blocks(), point, blockSeconds).ifPresent(progress::note);
  }

  /** Announces the next step. */
  void announce(String what) {
    int done = runsMade + loadsMade;
    int runs = runsLeft();
    int loads = loadsLeft();
    progress.running(what, done, done + runs + loads, time(runs, loads));
  }

  void blockBegins(int block) {
    madeOfBlock = 0;
    extraRuns = block > directory.blocks().least() ? stepsOfABlock() : 0;
  }

  /** The run that ended was not part of a block. */
  void capacityMeasured() {
    madeOfBlock = 0;
    warmingSeconds = 0;
  }

  /** A server is ready for a run after this time; most need none, some restart each time. */
  void serverPrepared(double seconds) {
    prepareSeconds = seconds;
  }

  void runEnded(double ofRun) {
    double seconds = Math.max(0, prepareSeconds + ofRun - warmingSeconds);
    warmingSeconds = 0;
    // The latest runs count most: a sweep may have reached slower points.
    runSeconds = runsMade == 0 ? seconds : 0.8 * runSeconds + 0.2 * seconds;
    runsMade++;
    madeOfBlock++;
  }

  void loadEnded(double seconds) {
    loadSeconds = seconds;
    loadsMade++;
  }

  private int stepsOfABlock() {
    return plan.schedule().slices().isPresent() ? 1 : plan.columns().size();
  }

  private int runsLeft() {
    long capacities =
        plan.capacityShare() == 0
            ? 0
            : plan.points().stream().filter(p -> directory.target(p).isEmpty()).count();
    int ofBlocks = directory.blocks().left() * stepsOfABlock() + extraRuns;
    return (int) capacities + Math.max(0, ofBlocks - madeOfBlock);
  }

  /** With those that are made only if precision and time want them. */
  private int mostRunsLeft() {
    int most = 0;
    for (Point point : plan.points()) {
      long further =
          directory.blocks().finished(point).stream()
              .filter(block -> block > directory.blocks().least())
              .count();
      most += directory.blocks().most() - directory.blocks().least() - (int) further;
    }
    return runsLeft() + Math.max(0, most) * stepsOfABlock();
  }

  private int loadsLeft() {
    boolean growing = plan.points().stream().anyMatch(tables::isGrowing) || isLoadedForEachBlock();
    return Math.max(
        0,
        growing ? runsLeft() - (loadsMade - runsMade) : tables.count(servers::store) - loadsMade);
  }

  private boolean isLoadedForEachBlock() {
    return plan.loadsData()
        && !servers.keepsData()
        && plan.schedule().slices().filter(Slicing::renewsServers).isPresent();
  }

  private Duration time(int runs, int loads) {
    return Duration.ofMillis(
        (long) (1000 * (warmingSeconds + runs * runSeconds + loads * loadSeconds)));
  }
}
