package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Seeds;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.RunRecord.Status;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * Executes a plan: blocks of runs, every variant once per block and point. Not thread-safe; used
 * once.
 *
 * <p>A block is repeated only when one of its runs failed, never for what it measured.
 */
public final class PlanExecution {
  /** A block that fails more often than this fails because of the server, not by chance. */
  private static final int MOST_FAILURES = 3;

  /** Said of test servers only, together. */
  private static final List<String> OF_TEST_SERVERS =
      List.of(ServerView.PRODUCT, ServerView.ARGUMENTS);

  /** What bindings and test servers say of a server that a start must not change. */
  private static final List<String> VERSIONS =
      List.of("server", "serverTlsLibrary", ServerView.PRODUCT, ServerView.ARGUMENTS);

  /** What they say of the driver; points may differ in it. */
  private static final String DRIVER = "driver";

  /** A target has so many digits: it is the wanted share, however small the capacity is. */
  private static final MathContext TARGET_DIGITS = new MathContext(3);

  private final ComparisonProgress progress;
  private final ComparisonDirectory directory;
  private final ComparisonPlan plan;
  private final Tables tables;
  private final Forecast forecast;
  private final RunMaker maker;
  private final BlockMaker blocks;
  private final Seeds seeds;

  /**
   * @param directory where the results go; its plan is executed, and runs that it has already are
   *     not made again
   * @param servers new ones, if the plan's blocks have new servers
   */
  public PlanExecution(
      ComparisonDirectory directory,
      RunLauncher launcher,
      ServerSide servers,
      ComparisonProgress progress) {
    this.directory = directory;
    this.progress = progress;
    this.plan = directory.plan();
    this.tables = new Tables(plan);
    this.forecast =
        new Forecast(directory, tables, servers, launcher.processesOnAMachine(), progress);
    this.maker = new RunMaker(directory, launcher, servers, tables, forecast);
    this.seeds = new Seeds(plan.schedule().seed());
    this.blocks =
        plan.schedule().slices().isPresent()
            ? new SlicedBlocks(directory, launcher, servers, maker, tables, forecast)
            : new WholeRunBlocks(directory, plan, maker, seeds);
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
      directory.saveProgress();
      if (!directory.blocks().isFinished()) {
        forecast.announce();
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

  /** Loads data through the baseline, which is fastest; then measures the baseline's capacity. */
  private void prepare() throws ComparisonException, IOException, InterruptedException {
    for (Point point : plan.points()) {
      if (!tables.isGrowing(point, plan.baseline())) {
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
    double capacity = blocks.capacity(point);
    forecast.capacityMeasured();
    if (!(capacity > 0)) {
      throw new ComparisonException(
          1,
          "the capacity of %s is 0: no operation succeeded in most of its slices; give longer ones with --slice, or an absolute -target"
              .formatted(plan.baseline().name()));
    }
    directory.putTarget(
        point, new BigDecimal(capacity * plan.capacityShare()).round(TARGET_DIGITS).doubleValue());
    directory.saveProgress();
  }

  private void makeBlocks() throws ComparisonException, IOException, InterruptedException {
    int most = plan.schedule().mostBlocks() * plan.groups();
    for (int block = 1; block <= most; block++) {
      for (Point point : seeds.shuffled(plan.points(), block, -1)) {
        StopRule there = directory.blocks();
        if (!there.finished(point).contains(block) && there.wants(block, point)) {
          makeBlock(block, point);
          forecast.tellWhatIsKnown(point);
        }
      }
    }
  }

  private void makeBlock(int block, Point point)
      throws ComparisonException, IOException, InterruptedException {
    for (int failures = 1; ; failures++) {
      forecast.blockBegins(block);
      List<RunRecord> runs = new ArrayList<>();
      Optional<String> failure =
          blocks.make(block, point, directory.nextAttempt(block, point), runs);
      if (failure.isEmpty()) {
        requireSameServers(block, runs);
        settle(runs, Status.ACCEPTED, Optional.empty());
        return;
      }
      settle(runs, Status.REPEATED, failure);
      if (failures == MOST_FAILURES) {
        throw new ComparisonException(
            1,
            "block %d failed %d times; the last failure: %s"
                .formatted(block, failures, failure.get()));
      }
      progress.note("block " + block + " is repeated: " + failure.get());
    }
  }

  /**
   * A server that was started again, by whomever, may be another version, or have another key; a
   * comparison that is continued may have been given another driver or TLS provider.
   */
  private void requireSameServers(int block, List<RunRecord> runs)
      throws ComparisonException, IOException {
    for (RunRecord run : runs) {
      Optional<String> other =
          accepted(run.variant())
              .findFirst()
              .flatMap(first -> difference(VERSIONS, first, run))
              .or(
                  () ->
                      accepted(run.variant())
                          .filter(r -> r.point().equals(run.point()))
                          .findFirst()
                          .flatMap(
                              first ->
                                  difference(List.of(DRIVER), first, run)
                                      .or(() -> otherTls(first.facts().tls(), run.facts().tls()))));
      if (other.isPresent()) {
        settle(runs, Status.REPEATED, other);
        throw new ComparisonException(
            1,
            "block %d, %s: %s; measure each of the two in a comparison of its own"
                .formatted(block, run.variant(), other.get()));
      }
    }
  }

  private Stream<RunRecord> accepted(String variant) {
    return directory.runs().stream()
        .filter(r -> r.status() == Status.ACCEPTED && r.variant().equals(variant));
  }

  private static Optional<String> difference(
      List<String> names, RunRecord earlier, RunRecord later) {
    Map<String, String> first = earlier.facts().server();
    Map<String, String> now = later.facts().server();
    return names.stream()
        // Results of before 28 November 2026 do not have them.
        .filter(
            name ->
                !OF_TEST_SERVERS.contains(name)
                    || OF_TEST_SERVERS.stream().anyMatch(first::containsKey))
        .filter(name -> !first.getOrDefault(name, "").equals(now.getOrDefault(name, "")))
        .map(
            name ->
                "the %s has changed: \"%s\" was \"%s\" and is \"%s\""
                    .formatted(
                        name.equals(DRIVER) ? DRIVER : "server",
                        name,
                        first.getOrDefault(name, ""),
                        now.getOrDefault(name, "")))
        .findFirst();
  }

  /** Of what a pin may leave open; one figure would be of both. */
  private static Optional<String> otherTls(TlsEvidence first, TlsEvidence now) {
    if (first == null || now == null) {
      return Optional.empty();
    }
    return otherTls("group (tls.group)", first.group(), now.group())
        .or(() -> otherTls("server's key (tls.keysize)", first.serverKey(), now.serverKey()))
        .or(() -> otherTls("provider (tls.provider)", first.provider(), now.provider()));
  }

  private static Optional<String> otherTls(String what, String first, String now) {
    return Objects.equals(first, now)
        ? Optional.empty()
        : Optional.of(
            "the %s has changed: it was \"%s\" and is \"%s\"".formatted(what, first, now));
  }

  /** Gives the runs of a block their status; the reason of a repetition is recorded once. */
  private void settle(List<RunRecord> runs, Status status, Optional<String> reason)
      throws IOException {
    for (int i = 0; i < runs.size(); i++) {
      RunRecord run = runs.get(i).withStatus(status);
      boolean last = i == runs.size() - 1;
      directory.put(
          reason.isEmpty() ? run : run.withRemarks(last ? List.of(reason.get()) : List.of()));
    }
    directory.saveProgress();
  }
}
