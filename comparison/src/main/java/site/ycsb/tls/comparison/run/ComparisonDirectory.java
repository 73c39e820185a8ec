package site.ycsb.tls.comparison.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunPlace;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.file.FolderLock;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Variant;

/**
 * The directory of a comparison: {@code comparison.json}, written anew after each run, and {@code
 * runs/}. One process has it open at a time. Not thread-safe.
 */
public final class ComparisonDirectory implements AutoCloseable {
  /** The file with everything except the runs' own results. */
  public static final String FILE = "comparison.json";

  /** May differ when a comparison is resumed or extended. */
  private static final Set<String> MAY_DIFFER =
      Set.of(
          "remarks",
          "oneServer",
          "schedule.blocks",
          "schedule.precision",
          "schedule.timeSeconds",
          "schedule.looked");

  private static final String LOCK = "comparison.lock";

  private final Path path;
  private final FolderLock lock;
  private final ComparisonPlan plan;
  private final ComparisonPlan maskedPlan;
  private final String command;
  private final String startedAt;
  private final Map<String, Double> targets;

  /** By their directories, in the order in which they were made. */
  private final Map<String, RunRecord> runs = new LinkedHashMap<>();

  private final Optional<ComparisonResult> finished;
  private final boolean isNew;
  private boolean isWritten;

  private ComparisonDirectory(
      Path path,
      FolderLock lock,
      ComparisonPlan plan,
      ComparisonPlan maskedPlan,
      String command,
      Optional<ComparisonResult> earlier,
      boolean isNew) {
    this.path = path;
    this.isNew = isNew;
    this.lock = lock;
    this.plan = plan;
    this.maskedPlan = maskedPlan;
    this.command =
        earlier
            .filter(result -> result.plan().schedule().hasLimitsOf(plan.schedule()))
            .map(ComparisonResult::command)
            .orElse(command);
    OffsetDateTime now = OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    this.startedAt = earlier.map(ComparisonResult::startedAt).orElse(now.toString());
    this.targets = new LinkedHashMap<>(earlier.map(ComparisonResult::targets).orElse(Map.of()));
    earlier.ifPresent(result -> result.runs().forEach(this::put));
    this.finished =
        earlier.filter(ComparisonResult::complete).filter(result -> blocks().isFinished());
  }

  /**
   * A directory for the plan: a new one, or one that was begun with the same plan and is resumed. A
   * resumed one keeps its seed and its command; one that is extended keeps its seed only, as the
   * first command would not make its further blocks. One whose first command ended before {@code
   * comparison.json} was written is a new one, whatever that command left in it.
   *
   * @param path may exist; then it is empty or holds a comparison with the same plan
   * @param plan what will be run
   * @param command the command line to repeat the comparison, credentials masked
   * @param secrets which properties must not be stored
   * @throws UsageException when the directory holds something else, or another plan, or is open in
   *     another process, or cannot be written; the message says what differs
   */
  public static ComparisonDirectory open(
      Path path, ComparisonPlan plan, String command, Secrets secrets) throws IOException {
    boolean begun = isIn(path) || Files.exists(path.resolve(LOCK));
    if (!begun && Files.exists(path) && !isEmpty(path)) {
      throw new UsageException(
          "the directory %s is not empty and holds no %s: give another one with --out"
              .formatted(path, FILE));
    }
    boolean isNew = !Files.exists(path);
    FolderLock lock = lock(path);
    try {
      Optional<ComparisonResult> found = isIn(path) ? Optional.of(read(path)) : Optional.empty();
      // Of one that ended before its first run there is nothing to resume: it may be corrected.
      Optional<ComparisonResult> earlier =
          found.filter(
              e -> !e.runs().isEmpty() || !e.targets().isEmpty() || isResumption(e, plan, secrets));
      ComparisonPlan seeded = earlier.map(e -> resuming(e, plan)).orElse(plan);
      ComparisonPlan masked = masked(seeded, secrets);
      earlier.ifPresent(e -> requireSame(path, e.plan(), masked));
      ComparisonDirectory opened =
          new ComparisonDirectory(path, lock, seeded, masked, command, earlier, isNew);
      if (earlier.isPresent() && opened.finished.isEmpty()) {
        requirePairs(path, seeded);
      }
      return opened;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static FolderLock lock(Path path) throws IOException {
    try {
      Files.createDirectories(path);
      return FolderLock.take(path.resolve(LOCK))
          .orElseThrow(
              () ->
                  new UsageException(
                      "the comparison in %s is running in another process: wait, or stop that one"
                          .formatted(path)));
    } catch (FileSystemException e) {
      throw ResultsDirectory.refusal(path, e);
    }
  }

  /** Its blocks stay as they were, however many variants fit now. */
  private static void requirePairs(Path path, ComparisonPlan begun) {
    if (begun.schedule().pairwise() && begun.groups() > 1) {
      throw new UsageException(
          "--pairwise needs all %d variants side by side, and the comparison in %s was begun with %d: give another directory with --out"
              .formatted(begun.columns().size(), path, begun.columns(1).size()));
    }
  }

  private static ComparisonPlan resuming(ComparisonResult earlier, ComparisonPlan plan) {
    boolean measured = !earlier.acceptedRuns().isEmpty();
    return plan.withSchedule(plan.schedule().resuming(earlier.plan().schedule(), measured));
  }

  private static boolean isResumption(
      ComparisonResult earlier, ComparisonPlan plan, Secrets secrets) {
    return differences(earlier.plan(), masked(resuming(earlier, plan), secrets)).isEmpty();
  }

  /** The result, if the whole plan was done before the directory was opened. */
  public Optional<ComparisonResult> finished() {
    return finished;
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.allMatch(entry -> entry.endsWith(LOCK));
    }
  }

  private static ComparisonPlan masked(ComparisonPlan plan, Secrets secrets) {
    return plan.with()
        .base(masked(plan.base(), secrets))
        .baseline(masked(plan.baseline(), secrets))
        .variants(plan.variants().stream().map(v -> masked(v, secrets)).toList())
        .build();
  }

  private static Variant masked(Variant variant, Secrets secrets) {
    return new Variant(variant.name(), masked(variant.properties(), secrets));
  }

  private static Map<String, String> masked(Map<String, String> properties, Secrets secrets) {
    Map<String, String> masked = new LinkedHashMap<>();
    properties.forEach((name, value) -> masked.put(name, secrets.mask(name, value)));
    return masked;
  }

  private static void requireSame(Path path, ComparisonPlan there, ComparisonPlan now) {
    List<String> differences = differences(there, now);
    if (!differences.isEmpty()) {
      throw new UsageException(
          "the comparison in %s was begun with another plan: %s. Repeat its command to resume it, or give another directory with --out"
              .formatted(path, String.join("; ", differences)));
    }
  }

  private static List<String> differences(ComparisonPlan there, ComparisonPlan now) {
    List<String> differences = new ArrayList<>();
    compare("", JsonFile.tree(there), JsonFile.tree(now), differences);
    return differences;
  }

  private static void compare(String name, JsonNode there, JsonNode now, List<String> differences) {
    if (there.equals(now) || MAY_DIFFER.contains(name)) {
      return;
    }
    if (there instanceof ObjectNode && now instanceof ObjectNode) {
      TreeSet<String> names = new TreeSet<>();
      there.fieldNames().forEachRemaining(names::add);
      now.fieldNames().forEachRemaining(names::add);
      for (String inner : names) {
        compare(
            name.isEmpty() ? inner : name + "." + inner,
            there.path(inner),
            now.path(inner),
            differences);
      }
    } else {
      differences.add(name + " was " + shown(there) + " and is now " + shown(now));
    }
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "absent" : node.toString();
  }

  /** Whether the directory is one of a comparison. */
  public static boolean isIn(Path path) {
    return JsonFile.exists(path.resolve(FILE));
  }

  /**
   * The comparison in a directory; its runs are analysed again by this version.
   *
   * @throws UsageException when there is no comparison
   * @throws IOException when it cannot be read, or has a newer format
   */
  public static ComparisonResult read(Path path) throws IOException {
    Path file = path.resolve(FILE);
    if (!isIn(path)) {
      throw new UsageException("no comparison in " + path + ": there is no " + FILE);
    }
    ComparisonResult written = JsonFile.read(file, ComparisonResult.class, ComparisonResult.FORMAT);
    try {
      OffsetDateTime.parse(String.valueOf(written.startedAt()));
    } catch (DateTimeParseException e) {
      throw new IOException(
          "%s is damaged: startedAt is '%s', expected a time such as 2026-11-20T10:00:00Z; correct it, or leave this comparison out"
              .formatted(file, written.startedAt()),
          e);
    }
    try {
      return written.analysedAgain();
    } catch (RuntimeException e) {
      throw new IOException(file + " is damaged: its runs cannot be analysed: " + e, e);
    }
  }

  public Path path() {
    return path;
  }

  /** The plan, with its secrets, and with the seed that the comparison was begun with. */
  ComparisonPlan plan() {
    return plan;
  }

  /** All runs so far, in the order in which they were made. */
  List<RunRecord> runs() {
    return List.copyOf(runs.values());
  }

  /** The blocks that are there, and those that are still needed. */
  StopRule blocks() {
    return new StopRule(plan, runs());
  }

  /** The number of the next attempt at the block, from 1. */
  int nextAttempt(int block, Point point) {
    return 1
        + runs.values().stream()
            .filter(r -> r.block() == block && r.point().equals(point.id()))
            .mapToInt(run -> run.place().attempt())
            .max()
            .orElse(0);
  }

  /**
   * A run of a block before it is made, with its place in this directory.
   *
   * @param position in the block, from 1
   */
  static RunRecord newRun(
      int block, Point point, Variant variant, int position, int attempt, long seed) {
    return RunRecord.of(
        new RunPlace(
            block,
            point.id(),
            variant.id(),
            position,
            attempt,
            String.format(
                Locale.ROOT,
                "runs/%s/block-%02d%s/%s",
                point.id(),
                block,
                attempt > 1 ? "-attempt-" + attempt : "",
                variant.id()),
            seed));
  }

  /** Adds the run, or replaces the one with the same directory. */
  void put(RunRecord run) {
    runs.put(run.place().directory(), run);
  }

  /**
   * The target of every variant at the point, operations per second; empty when not yet measured.
   */
  Optional<Double> target(Point point) {
    return Optional.ofNullable(targets.get(point.id()));
  }

  /** The targets that were measured, by the points' ids. */
  Map<String, Double> targets() {
    return Map.copyOf(targets);
  }

  void putTarget(Point point, double operationsPerSecond) {
    targets.put(point.id(), operationsPerSecond);
  }

  /**
   * Writes {@code comparison.json} between two runs, for who resumes or reads the comparison:
   * without figures, which {@link #read} makes of the runs.
   */
  void saveProgress() throws IOException {
    write(
        new ComparisonResult(
            ComparisonResult.FORMAT,
            command,
            startedAt,
            maskedPlan,
            false,
            "running",
            targets,
            runs(),
            List.of(),
            List.of(),
            List.of()));
  }

  /** Writes {@code comparison.json} with its figures, and returns its content. */
  ComparisonResult save(boolean complete, String ending) throws IOException {
    ComparisonResult result =
        ComparisonResult.of(command, startedAt, maskedPlan, complete, ending, targets, runs());
    write(result);
    return result;
  }

  private void write(ComparisonResult result) throws IOException {
    JsonFile.write(path.resolve(FILE), result);
    isWritten = true;
  }

  /** A directory that was made for a comparison that never began is removed. */
  @Override
  public void close() throws IOException {
    if (isNew && !isWritten && isEmpty(path)) {
      Files.deleteIfExists(path.resolve(LOCK));
      Files.deleteIfExists(path);
    }
    lock.close();
  }
}
