package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.profiler.Profiler;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.slice.SliceFile;

/**
 * The files of an explanation: those of a comparison, in the folder of each run {@code
 * client.collapsed} and {@code server.collapsed}, and the same of all runs of a variant together.
 *
 * @param path the folder
 */
record ExplanationFiles(Path path) {
  private static final String FOLDER = "explain";

  /** The folder of a block that has the recordings of its servers. */
  private static final String SERVERS = "server";

  /** Those in the directory of the first comparison. */
  static ExplanationFiles in(Path comparison) {
    return new ExplanationFiles(comparison.resolve(FOLDER));
  }

  /** The further comparison; empty when there is none. */
  Optional<ComparisonResult> comparison() throws IOException {
    return ComparisonDirectory.isIn(path)
        ? Optional.of(ComparisonDirectory.read(path))
        : Optional.empty();
  }

  /** Whether all of the plan was done, and its samples are stacks. */
  boolean isComplete() {
    try {
      return comparison().filter(ComparisonResult::complete).filter(this::hasStacks).isPresent();
    } catch (IOException e) {
      return false; // It is damaged; whoever resumes it will say so.
    }
  }

  /** Those of the clients are written last. */
  private boolean hasStacks(ComparisonResult made) {
    return made.plan().columns().stream()
        .allMatch(variant -> Files.exists(together(variant, Side.CLIENT)));
  }

  /**
   * The folder for recordings of the servers of a block.
   *
   * @param run folder of any of its runs
   */
  static Path ofServers(Path run) {
    return run.resolveSibling(SERVERS);
  }

  /** More runs follow: it is not complete before the samples of these are stacks, too. */
  void reopen(ComparisonPlan plan) throws IOException {
    for (Variant variant : plan.columns()) {
      Files.deleteIfExists(together(variant, Side.CLIENT));
    }
  }

  /** Makes stacks of the samples that fall into profiled slices. */
  void collapse(ComparisonResult further) throws IOException {
    Map<String, ProfiledSlices> slices = slices(further);
    for (RunRecord run : further.acceptedRuns()) {
      Path recording = folder(run).resolve(Profiler.FILE);
      List<Time<String>> times = times(run, slices);
      // Of a run whose profiled time could not be written, it is not known whose samples they are.
      if (Files.isRegularFile(recording) && !times.isEmpty()) {
        RecordedSamples.read(recording, times).get(name(run)).write(file(run, Side.CLIENT));
      }
    }
    collapseServers(further, slices);
    for (Side side : List.of(Side.SERVER, Side.CLIENT)) {
      for (Variant variant : further.plan().columns()) {
        write(further, variant, side);
      }
    }
  }

  /** A run has the samples of the processes that served it: others were idle meanwhile. */
  private void collapseServers(ComparisonResult further, Map<String, ProfiledSlices> slices)
      throws IOException {
    Map<Recording, List<Time<String>>> times = new LinkedHashMap<>();
    for (RunRecord run : further.acceptedRuns()) {
      for (Recording recording : Recording.of(servers(run), ofServers(folder(run)))) {
        times.computeIfAbsent(recording, r -> new ArrayList<>()).addAll(times(run, slices));
      }
    }
    Map<String, List<CollapsedStacks>> stacks = new HashMap<>();
    for (Map.Entry<Recording, List<Time<String>>> each : times.entrySet()) {
      each.getKey()
          .read(each.getValue())
          .forEach((run, part) -> stacks.computeIfAbsent(run, r -> new ArrayList<>()).add(part));
    }
    for (RunRecord run : further.acceptedRuns()) {
      CollapsedStacks all = CollapsedStacks.sum(stacks.getOrDefault(name(run), List.of()));
      if (all.count() > 0) {
        all.write(file(run, Side.SERVER));
      }
    }
  }

  /** The processes that served a run, as far as they are on this machine. */
  private Set<Long> servers(RunRecord run) throws IOException {
    Map<String, String> properties =
        RunResultFile.read(folder(run).resolve(RunResultFile.NAME)).configuration().properties();
    return Set.copyOf(ServerProcesses.of(new TypedProperties(properties)).localPids());
  }

  /** Of all runs of a variant, to be opened elsewhere: only those whose time is counted. */
  private void write(ComparisonResult further, Variant variant, Side side) throws IOException {
    List<CollapsedStacks> all = new ArrayList<>();
    for (RunRecord run : further.acceptedRuns()) {
      if (run.variant().equals(variant.id())) {
        stacks(run, side).ifPresent(all::add);
      }
    }
    if (!all.isEmpty()) {
      CollapsedStacks.sum(all).only(RecordedSamples::isCounted).write(together(variant, side));
    }
  }

  private Path together(Variant variant, Side side) {
    return path.resolve(variant.id() + "." + name(side));
  }

  private static List<Time<String>> times(RunRecord run, Map<String, ProfiledSlices> slices) {
    String name = name(run);
    return Stream.ofNullable(slices.get(name))
        .flatMap(own -> own.profiled().stream())
        .map(slice -> new Time<>(slice.beganAt(), slice.endedAt(), name))
        .toList();
  }

  /**
   * The slices of the runs that count and were profiled, by the directories of the runs. The file
   * of a block has those of all its runs, and is read once.
   */
  Map<String, ProfiledSlices> slices(ComparisonResult further) throws IOException {
    Map<Path, SliceFile> blocks = new HashMap<>();
    Map<String, ProfiledSlices> slices = new HashMap<>();
    for (RunRecord run : further.acceptedRuns()) {
      Optional<ProfiledTime> time = ProfiledTime.read(folder(run));
      if (time.isPresent()) {
        Path file = folder(run).resolveSibling(SliceFile.NAME);
        if (!blocks.containsKey(file)) {
          blocks.put(file, SliceFile.read(file));
        }
        slices.put(
            name(run),
            new ProfiledSlices(
                time.get(), blocks.get(file).slices().getOrDefault(run.variant(), List.of())));
      }
    }
    return slices;
  }

  /** The stacks of a run, also those whose time is not counted; empty when there are none. */
  Optional<CollapsedStacks> stacks(RunRecord run, Side side) throws IOException {
    return hasStacks(run, side)
        ? Optional.of(CollapsedStacks.read(file(run, side)))
        : Optional.empty();
  }

  /** Whether a run has stacks. */
  boolean hasStacks(RunRecord run, Side side) {
    return Files.isRegularFile(file(run, side));
  }

  private Path file(RunRecord run, Side side) {
    return folder(run).resolve(name(side));
  }

  private Path folder(RunRecord run) {
    return path.resolve(run.place().directory());
  }

  private static String name(Side side) {
    return side.label() + ".collapsed";
  }

  private static String name(RunRecord run) {
    return run.place().directory();
  }
}
