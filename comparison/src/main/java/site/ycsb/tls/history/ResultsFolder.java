package site.ycsb.tls.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.history.PairCell.PairVerdict;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Variant;

/**
 * A folder with the directories of comparisons.
 *
 * @param entries those that could be read
 */
public record ResultsFolder(Path folder, List<HistoryReport.Entry> entries) {
  /** A page with a line for each comparison, and links to their reports. */
  public static final String INDEX = "index.html";

  /** As it is now. Damaged files of other comparisons are not the concern of a new one. */
  public static ResultsFolder read(Path folder) throws IOException {
    return new ResultsFolder(
        folder, directories(folder).stream().flatMap(ResultsFolder::ifReadable).toList());
  }

  /**
   * All comparisons in the directories, and in the directories that are in them.
   *
   * @throws UsageException when there is none
   * @throws IOException when one is damaged
   */
  public static List<HistoryReport.Entry> entries(List<Path> directories) throws IOException {
    List<HistoryReport.Entry> entries = new ArrayList<>();
    for (Path folder : directories) {
      for (Path directory : directories(folder)) {
        entries.add(entry(directory));
      }
    }
    if (entries.isEmpty()) {
      throw new UsageException(
          "no comparison in %s: expected directories with a comparison.json, or with such directories in them"
              .formatted(directories));
    }
    return entries;
  }

  /**
   * The last complete comparison that was started before this one and asked the same: the same
   * {@link Question} of the variants that both have, at least one, and the same sweep; and with
   * figures that the gate can judge against: those of {@code --quick}, for example, tell nothing.
   *
   * @param gate that is to judge
   * @param directory of this one
   * @param directories where earlier ones are, as for {@link #entries(List)}
   * @throws UsageException when there is none
   */
  public static HistoryReport.Entry lastBefore(
      Gate gate, Path directory, ComparisonResult result, List<Path> directories)
      throws IOException {
    List<HistoryReport.Entry> before = before(result, entries(directories)).toList();
    return before.stream()
        .filter(entry -> difference(entry.result(), result).isEmpty())
        .filter(entry -> gate.judgesAgainst(entry.result(), result))
        .max(HistoryReport.IN_TIME)
        .orElseThrow(
            () ->
                new UsageException(
                    "--baseline %s: found no comparison before %s to judge it by%s; expected a complete one, not a copy, with the same server, workload, network, TLS, sweep and baseline, a variant in common, and figures that can be judged (without --quick, code compiled, targets reached, measured in all runs); to judge by any other, name its directory"
                        .formatted(directories, directory, whyNotTheLast(before, result))));
  }

  /** In words, what the last one asked otherwise; empty if nothing, or where there is none. */
  private static String whyNotTheLast(List<HistoryReport.Entry> before, ComparisonResult result) {
    return before.stream()
        .max(HistoryReport.IN_TIME)
        .flatMap(
            last ->
                difference(last.result(), result)
                    .map(d -> " (the last comparison there, %s, has %s)".formatted(last.name(), d)))
        .orElse("");
  }

  /**
   * The first thing that two comparisons ask otherwise, in words; of each variant that both have,
   * since the gate judges them all.
   */
  private static Optional<String> difference(ComparisonResult earlier, ComparisonResult later) {
    if (!earlier.plan().axes().equals(later.plan().axes())) {
      return Optional.of(sweep(earlier) + ", and this one " + sweep(later));
    }
    Map<String, Map<String, String>> asked = questions(earlier);
    Map<String, Map<String, String>> askedLater = questions(later);
    if (Collections.disjoint(asked.keySet(), askedLater.keySet())) {
      return Optional.of(variants(earlier) + ", and this one " + variants(later));
    }
    asked.keySet().retainAll(askedLater.keySet());
    return asked.entrySet().stream()
        .flatMap(
            variant -> {
              Map<String, String> other = askedLater.get(variant.getKey());
              return Question.differing(variant.getValue(), other).stream()
                  .map(
                      name ->
                          Question.inWords(variant.getValue(), name)
                              + ", and this one "
                              + Question.inWords(other, name));
            })
        .findFirst();
  }

  private static String sweep(ComparisonResult result) {
    return result.plan().axes().isEmpty()
        ? "no --vary"
        : result.plan().axes().stream()
            .map(axis -> "--vary %s=%s".formatted(axis.property(), String.join(",", axis.values())))
            .collect(Collectors.joining(" "));
  }

  private static String variants(ComparisonResult result) {
    return result.plan().variants().stream()
        .map(Variant::name)
        .collect(Collectors.joining(", ", "the variants ", ""));
  }

  private static Map<String, Map<String, String>> questions(ComparisonResult result) {
    Map<String, Map<String, String>> byVariant = new TreeMap<>();
    result.plan().variants().forEach(v -> byVariant.put(v.id(), Question.of(result, v)));
    return byVariant;
  }

  /** The complete ones that are not this one itself, nor a copy of it: names do not tell. */
  private static Stream<HistoryReport.Entry> before(
      ComparisonResult own, List<HistoryReport.Entry> entries) {
    return entries.stream()
        .filter(entry -> entry.result().complete() && !entry.result().isSameAs(own))
        .filter(entry -> !entry.result().started().isAfter(own.started()));
  }

  /**
   * Those of all comparisons in a folder; if it is the directory of a comparison itself, that one.
   *
   * @throws UsageException when it is no directory
   */
  private static List<Path> directories(Path folder) throws IOException {
    if (ComparisonDirectory.isIn(folder)) {
      return List.of(folder);
    }
    if (!Files.isDirectory(folder)) {
      throw new UsageException(folder + " is no directory");
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(ComparisonDirectory::isIn).sorted().toList();
    }
  }

  private static HistoryReport.Entry entry(Path directory) throws IOException {
    return HistoryReport.Entry.of(directory, ComparisonDirectory.read(directory));
  }

  private static Stream<HistoryReport.Entry> ifReadable(Path directory) {
    try {
      return Stream.of(entry(directory));
    } catch (IOException | UsageException e) {
      return Stream.empty();
    }
  }

  /** Writes {@value #INDEX} into it. */
  public void writeIndex() throws IOException {
    WholeFile.write(
        folder.resolve(INDEX),
        HistoryReport.of(entries, folder).html().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What changed since the last complete comparison of the same plan in this folder, and what else
   * differs between the two, such as Java, in a line; empty without one.
   */
  public Optional<String> sinceLastTime(ComparisonResult result) {
    return before(result, entries)
        .filter(entry -> isSame(entry.result().plan(), result.plan()))
        .max(HistoryReport.IN_TIME)
        .map(
            entry -> {
              ComparisonPair pair = ComparisonPair.of(entry.result(), result);
              return "Since last time (%s%s): %s.%s"
                  .formatted(
                      entry.name(),
                      entry.otherVersion(result),
                      changes(pair),
                      pair.otherCircumstances().map(differ -> " " + differ).orElse(""));
            });
  }

  /**
   * This comparison together with the earlier ones here that it repeats, in a line: an interval
   * that contains what differs between two times of the machine. Empty with fewer than three, where
   * it is not complete, and where there are several variants or points: {@value #INDEX} has them.
   */
  public Optional<String> together(ComparisonResult result) {
    boolean oneFigure = result.plan().others().size() == 1 && result.plan().points().size() == 1;
    if (!oneFigure || !result.complete()) {
      return Optional.empty();
    }
    List<HistoryReport.Entry> all =
        Stream.concat(before(result, entries), Stream.of(new HistoryReport.Entry("", result)))
            .sorted(HistoryReport.IN_TIME)
            .toList();
    List<RepeatedComparisons> repeated =
        RepeatedComparisons.among(HistoryReport.rows(all)).stream()
            .filter(
                one -> one.rows().stream().anyMatch(row -> row.entry().result().isSameAs(result)))
            .toList();
    if (repeated.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "Together with the earlier comparisons here that it repeats, %d in all: %s."
            .formatted(
                repeated.stream().mapToInt(one -> one.rows().size()).max().orElseThrow(),
                repeated.stream()
                    .map(RepeatedComparisons::inWords)
                    .collect(Collectors.joining("; "))));
  }

  private static boolean isSame(ComparisonPlan one, ComparisonPlan other) {
    return one.binding().equals(other.binding())
        && withoutProcesses(one).equals(withoutProcesses(other))
        && one.columns().equals(other.columns())
        && one.axes().equals(other.axes())
        && one.capacityShare() == other.capacityShare();
  }

  private static Map<String, String> withoutProcesses(ComparisonPlan plan) {
    Map<String, String> base = new TreeMap<>(plan.base());
    base.keySet().removeAll(Question.PROCESSES);
    return base;
  }

  /** Of the primary metrics: the significant ones, or that there is none, and what is not known. */
  private static String changes(ComparisonPair pair) {
    List<PairCell> primary = pair.cells().stream().filter(cell -> cell.second().primary()).toList();
    long unknown = count(primary, PairVerdict.UNKNOWN);
    long indicative = count(primary, PairVerdict.INDICATIVE);
    long judged = primary.size() - unknown - indicative;
    long inOneOnly = pair.primaryInOneOnly();
    List<String> said = new ArrayList<>();
    primary.stream()
        .filter(c -> c.verdict() == PairVerdict.WORSE || c.verdict() == PairVerdict.BETTER)
        .map(
            c ->
                "%s (%s) is %s: overhead %s then, %s now; ratio of the factors %s %s"
                    .formatted(
                        c.metric(),
                        where(pair, c),
                        c.verdict().label(),
                        Figures.change(c.first().change()),
                        Figures.change(c.second().change()),
                        Figures.change(c.change()),
                        Figures.interval(c.lower(), c.upper())))
        .forEach(said::add);
    if (said.isEmpty() && judged > 0) {
      said.add("no significant change in any of %d primary figures".formatted(judged));
    }
    if (judged + unknown + inOneOnly == 0) {
      said.add("too few or too short runs to say what changed");
    } else if (indicative > 0) {
      said.add(
          "too few or too short runs to judge "
              + Figures.count(indicative, "other primary figure"));
    }
    if (unknown > 0) {
      said.add(
          Figures.count(unknown, "primary figure")
              + " not known, as one of the two comparisons does not judge it (its report says why)");
    }
    if (inOneOnly > 0) {
      said.add(
          Figures.count(inOneOnly, "primary figure")
              + " not compared, which one of the two comparisons does not have in all runs");
    }
    return String.join("; ", said);
  }

  /** By the names that reports have. */
  private static String where(ComparisonPair pair, PairCell cell) {
    ComparisonPlan plan = pair.second().plan();
    String variant = plan.nameOf(cell.variant());
    return plan.axes().isEmpty() ? variant : variant + ", " + cell.point();
  }

  private static long count(List<PairCell> cells, PairVerdict verdict) {
    return cells.stream().filter(cell -> cell.verdict() == verdict).count();
  }
}
