package site.ycsb.tls.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Analysis;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.RunRecord;
import site.ycsb.tls.compare.result.RunRecord.Status;

/**
 * Executes a plan: blocks of runs, every variant once per block and point, back to back and in
 * random order. Not thread-safe; used once.
 *
 * <p>A block is repeated for objective reasons only (a run failed, others took the CPU), never for
 * what it measured.
 */
public final class Comparison {
  /** A block whose runs fail so often says something about the server, not about chance. */
  private static final int MOST_FAILURES = 3;

  private final ComparisonProgress progress;
  private final ComparisonDirectory directory;
  private final ComparisonPlan plan;
  private final Tables tables;
  private final Forecast forecast;
  private final RunMaker maker;
  private int repeatsForLoad;

  /**
   * @param directory where the results go; its plan is executed, and what it has already is not
   *     made again
   */
  public Comparison(
      ComparisonDirectory directory,
      RunLauncher launcher,
      ServerSide servers,
      ComparisonProgress progress) {
    this.directory = Objects.requireNonNull(directory);
    this.progress = Objects.requireNonNull(progress);
    this.plan = directory.plan();
    this.tables = new Tables(plan);
    this.forecast = new Forecast(plan, directory, tables, servers.preparation(), progress);
    this.maker =
        new RunMaker(
            directory,
            Objects.requireNonNull(launcher),
            Objects.requireNonNull(servers),
            tables,
            forecast);
  }

  /**
   * Makes the runs that the directory does not have yet. After each of them the directory is
   * complete enough to be resumed.
   *
   * @throws ComparisonException when it cannot go on
   * @throws InterruptedException when this thread was interrupted; the running child was stopped,
   *     and what was measured is kept and marked incomplete
   */
  public ComparisonResult run() throws ComparisonException, IOException, InterruptedException {
    try {
      forecast.announce();
      directory.save(false, "running");
      if (!isFinished()) {
        prepare();
        makeBlocks();
      }
      return directory.save(true, "complete");
    } catch (InterruptedException e) {
      directory.save(false, "interrupted");
      throw e;
    } catch (ComparisonException | IOException e) {
      directory.save(false, "ended early: " + e.getMessage());
      throw e;
    } finally {
      progress.ended();
    }
  }

  private boolean isFinished() {
    Schedule schedule = plan.schedule();
    for (Point point : plan.points()) {
      for (int block = 1; block <= schedule.mostBlocks() && wantsMore(block, point); block++) {
        if (!directory.has(block, point)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean wantsMore(int block, Point point) {
    return block <= plan.schedule().leastBlocks()
        || !new Analysis(plan, directory.runs()).isPreciseEnough(point);
  }

  /** Data go in through the baseline, where nothing slows them; then the baseline's capacity. */
  private void prepare() throws ComparisonException, IOException, InterruptedException {
    for (Point point : plan.points()) {
      if (!tables.isGrowing(point)) {
        maker.load(plan.baseline(), point);
      }
    }
    for (Point point : plan.points()) {
      if (plan.capacityShare() > 0 && directory.target(point).isEmpty()) {
        measureCapacity(point);
      }
    }
  }

  private void measureCapacity(Point point)
      throws ComparisonException, IOException, InterruptedException {
    Variant baseline = plan.baseline();
    RunRecord record =
        RunRecord.of(0, point.id(), baseline.id(), 1, 1, "capacity/" + point.id(), seed(0, 0));
    RunMaker.Made made =
        maker.make(record, baseline, point, Optional.empty(), "capacity of " + baseline.name());
    if (made.failure().isPresent()) {
      throw new ComparisonException(
          1, "the capacity of " + baseline.name() + " was not measured: " + made.failure().get());
    }
    double capacity = made.record().figures().get(Metric.THROUGHPUT.key());
    forecast.capacityMeasured();
    directory.putTarget(point, Math.max(1, Math.rint(capacity * plan.capacityShare())));
    directory.save(false, "running");
  }

  private void makeBlocks() throws ComparisonException, IOException, InterruptedException {
    for (int block = 1; block <= plan.schedule().mostBlocks(); block++) {
      for (Point point : shuffled(plan.points(), seed(block, -1))) {
        if (!directory.has(block, point) && wantsMore(block, point)) {
          makeBlock(block, point);
        }
      }
    }
  }

  private void makeBlock(int block, Point point)
      throws ComparisonException, IOException, InterruptedException {
    for (int failures = 0; failures < MOST_FAILURES; ) {
      forecast.blockBegins(block);
      List<RunRecord> runs = new ArrayList<>();
      Optional<String> failure = tryBlock(block, point, runs);
      Optional<String> reason =
          failure.isPresent() ? failure : foreignLoad(runs).filter(r -> mayRepeatForLoad());
      if (reason.isEmpty()) {
        settle(runs, Status.ACCEPTED, Optional.empty());
        return;
      }
      settle(runs, Status.REPEATED, reason);
      failures += failure.isPresent() ? 1 : 0;
      repeatsForLoad += failure.isPresent() ? 0 : 1;
      if (failures == MOST_FAILURES) {
        throw new ComparisonException(
            1, "block %d failed %d times, at last %s".formatted(block, failures, reason.get()));
      }
      progress.note("block " + block + " is repeated: " + reason.get());
    }
  }

  /** Makes the runs of a block until one fails; says which and why. */
  private Optional<String> tryBlock(int block, Point point, List<RunRecord> runs)
      throws ComparisonException, IOException, InterruptedException {
    int attempt = directory.nextAttempt(block, point);
    int at = plan.points().indexOf(point);
    List<Variant> order = shuffled(plan.columns(), seed(block, 1000L * (at + 1) + attempt));
    for (Variant variant : order) {
      RunRecord record =
          RunRecord.of(
              block,
              point.id(),
              variant.id(),
              runs.size() + 1,
              attempt,
              ComparisonDirectory.runDirectory(block, point, variant, attempt),
              seed(block, 0));
      RunMaker.Made made =
          maker.make(record, variant, point, directory.target(point), name(block, point, variant));
      runs.add(made.record());
      directory.put(made.record());
      directory.save(false, "running");
      if (made.failure().isPresent()) {
        return made.failure().map(why -> variant.name() + ": " + why);
      }
    }
    return Optional.empty();
  }

  private String name(int block, Point point, Variant variant) {
    int blocks = Math.max(block, plan.schedule().leastBlocks());
    String at = point.values().isEmpty() ? "" : ", " + point.label();
    return "block %d/%d%s, %s".formatted(block, blocks, at, variant.name());
  }

  private static Optional<String> foreignLoad(List<RunRecord> runs) {
    return runs.stream().anyMatch(r -> r.foreignShare() > RunRecord.MOST_FOREIGN_SHARE)
        ? Optional.of(
            "others took more than %.0f %% of the machine's CPU time"
                .formatted(100 * RunRecord.MOST_FOREIGN_SHARE))
        : Optional.empty();
  }

  /** On a machine that is never quiet repeating helps nobody: then the result warns instead. */
  private boolean mayRepeatForLoad() {
    int allowed = (plan.schedule().leastBlocks() * plan.points().size() + 3) / 4;
    return !plan.schedule().quick() && repeatsForLoad < allowed;
  }

  /** Gives the runs of a block their status; the reason of a repetition is told once. */
  private void settle(List<RunRecord> runs, Status status, Optional<String> reason)
      throws IOException {
    for (int i = 0; i < runs.size(); i++) {
      RunRecord run = runs.get(i);
      boolean last = i == runs.size() - 1;
      directory.put(
          reason.isEmpty()
              ? run.with(status)
              : run.with(status, last ? List.of(reason.get()) : List.of()));
    }
    directory.save(false, "running");
  }

  /** Reproducible, non-negative; the same for all runs of a block when the purpose is 0. */
  private long seed(int block, long purpose) {
    long mixed = 31 * (31 * plan.schedule().seed() + block) + purpose;
    return new SplittableRandom(mixed).nextLong() >>> 11;
  }

  private static <T> List<T> shuffled(List<T> items, long seed) {
    List<T> order = new ArrayList<>(items);
    Collections.shuffle(order, new Random(seed));
    return order;
  }
}
