package site.ycsb.tls.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.history.PairCell.PairVerdict;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.NetworkRelay;

/** A folder with the directories of comparisons. */
public final class ResultsFolder {
  /** A page with a line for each comparison, and links to their reports. */
  public static final String INDEX = "index.html";

  /** What runs do, how many records they do it with, and over which network. */
  private static final Set<String> WORKLOAD = workloadProperties();

  /** What the names begin with that shape the transaction of oltp. */
  private static final String OLTP = "oltp.";

  /** They name a process of the server, which each of its starts has anew. */
  private static final List<String> PROCESSES =
      List.of(RunProperties.SERVER_PID.name(), RunProperties.SERVER_CPU.name());

  private final Path folder;

  public ResultsFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * All comparisons in the directories, and in the directories that are in them.
   *
   * @throws UsageException when there is none
   * @throws IOException when one is damaged
   */
  public static List<HistoryReport.Entry> entries(List<Path> directories) throws IOException {
    List<HistoryReport.Entry> entries = new ArrayList<>();
    for (Path directory : directories) {
      entries.addAll(new ResultsFolder(directory).entries());
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
   * binding, product, workload, network, sweep and baseline, and at least one variant; and with
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
    return before(result, entries(directories))
        .filter(entry -> asksTheSame(entry.result(), result))
        .filter(entry -> gate.judgesAgainst(entry.result(), result))
        .max(HistoryReport.IN_TIME)
        .orElseThrow(
            () ->
                new UsageException(
                    "--baseline %s: no complete comparison of the same server, workload, network, sweep and baseline, with a variant in common, and with figures that can be judged (without --quick, code compiled, targets reached, measured in all runs), was started there before %s, copies of which do not count; name one to compare with any"
                        .formatted(directories, directory)));
  }

  /** Other settings, such as addresses and versions, may differ: they may be what is gated. */
  private static boolean asksTheSame(ComparisonResult one, ComparisonResult other) {
    ComparisonPlan first = one.plan();
    ComparisonPlan second = other.plan();
    return first.binding().equals(second.binding())
        && one.product().equals(other.product())
        && workload(first).equals(workload(second))
        && first.axes().equals(second.axes())
        && first.capacityShare() == second.capacityShare()
        && first.baseline().id().equals(second.baseline().id())
        && first.variants().stream()
            .anyMatch(v -> second.variants().stream().anyMatch(o -> o.id().equals(v.id())));
  }

  private static Map<String, String> workload(ComparisonPlan plan) {
    Map<String, String> workload = new TreeMap<>(plan.base());
    workload.keySet().removeIf(name -> !WORKLOAD.contains(name) && !name.startsWith(OLTP));
    return workload;
  }

  /** The complete ones that are not this one itself, nor a copy of it: names do not tell. */
  private static Stream<HistoryReport.Entry> before(
      ComparisonResult own, List<HistoryReport.Entry> entries) {
    return entries.stream()
        .filter(entry -> entry.result().complete() && !entry.result().isSameAs(own))
        .filter(entry -> !entry.result().started().isAfter(own.started()));
  }

  /**
   * All comparisons in it; if it is the directory of a comparison itself, that one.
   *
   * @throws UsageException when it is no directory
   * @throws IOException when one is damaged
   */
  private List<HistoryReport.Entry> entries() throws IOException {
    List<HistoryReport.Entry> entries = new ArrayList<>();
    for (Path directory : directories()) {
      entries.add(entry(directory));
    }
    return entries;
  }

  private static HistoryReport.Entry entry(Path directory) throws IOException {
    return new HistoryReport.Entry(
        directory.toAbsolutePath().normalize().getFileName().toString(),
        ComparisonDirectory.read(directory));
  }

  private List<Path> directories() throws IOException {
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

  private List<HistoryReport.Entry> readable() throws IOException {
    return directories().stream().flatMap(ResultsFolder::ifReadable).toList();
  }

  /** None where files are damaged: those of others are not this comparison's concern. */
  private static Stream<HistoryReport.Entry> ifReadable(Path directory) {
    try {
      return Stream.of(entry(directory));
    } catch (IOException | UsageException e) {
      return Stream.empty();
    }
  }

  /** Writes {@value #INDEX} into it. */
  public void writeIndex() throws IOException {
    Files.writeString(
        folder.resolve(INDEX), HistoryReport.of(readable()).html(), StandardCharsets.UTF_8);
  }

  /**
   * What changed since the last complete comparison of the same plan in this folder, in a line;
   * empty without one.
   */
  public Optional<String> sinceLastTime(ComparisonResult result) throws IOException {
    return before(result, readable())
        .filter(entry -> isSame(entry.result().plan(), result.plan()))
        .max(HistoryReport.IN_TIME)
        .map(
            entry ->
                "Since last time (%s): %s."
                    .formatted(
                        entry.name(), changes(ComparisonPair.of(entry.result(), result).cells())));
  }

  private static Set<String> workloadProperties() {
    Set<String> names = new HashSet<>(Property.names(WorkloadProperties.CORE));
    names.addAll(Property.names(WorkloadProperties.CHURN));
    names.addAll(Property.names(NetworkRelay.PROPERTIES));
    names.addAll(
        Property.names(
            List.of(
                RunProperties.WORKLOAD,
                RunProperties.RECORDCOUNT,
                RunProperties.THREADCOUNT,
                RunProperties.TARGET)));
    return names;
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
    base.keySet().removeAll(PROCESSES);
    return base;
  }

  /** Of the primary metrics: the significant ones, or that there is none. */
  private static String changes(List<PairCell> cells) {
    List<PairCell> primary = cells.stream().filter(cell -> cell.second().primary()).toList();
    List<PairCell> judged =
        primary.stream().filter(cell -> cell.verdict() != PairVerdict.INDICATIVE).toList();
    if (judged.isEmpty()) {
      return "too few or too short runs to say what changed";
    }
    List<String> changed =
        judged.stream()
            .filter(c -> c.verdict() == PairVerdict.WORSE || c.verdict() == PairVerdict.BETTER)
            .map(
                c ->
                    "%s (%s, %s) is %s: overhead %s then, %s now; ratio of the factors %s %s"
                        .formatted(
                            c.metric(),
                            c.variant(),
                            c.point(),
                            c.verdict().label(),
                            Figures.change(c.first().change()),
                            Figures.change(c.second().change()),
                            Figures.change(c.change()),
                            Figures.interval(c.lower(), c.upper())))
            .toList();
    String said =
        changed.isEmpty()
            ? "no significant change in any of %d primary figures".formatted(judged.size())
            : String.join("; ", changed);
    int others = primary.size() - judged.size();
    return others == 0
        ? said
        : said
            + "; too few or too short runs to judge "
            + Figures.count(others, "other primary figure");
  }
}
