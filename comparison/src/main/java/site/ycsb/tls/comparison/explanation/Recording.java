package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;

/** A file of what processes of a server did. Its name begins with their numbers. */
record Recording(Path file) {
  /** The end of the name of a profiler's recording. */
  static final String SAMPLES = ".jfr";

  /** The end of the name of a file of {@link ServerTimes}. */
  static final String TIMES = ".times.csv";

  /** The end of the name of a file of {@link ServerObjects}. */
  static final String OBJECTS = ".objects.csv";

  private static final Pattern NAME =
      Pattern.compile("([0-9]+(?:\\+[0-9]+)*)-[0-9]+\\.(?:jfr|times\\.csv|objects\\.csv)");

  /**
   * The name of a new file: another one when an interrupted explanation goes on.
   *
   * @param end {@link #SAMPLES}, {@link #OBJECTS} or {@link #TIMES}
   */
  static String name(List<Long> pids, String end) {
    return pids.stream().map(Object::toString).collect(Collectors.joining("+"))
        + "-"
        + System.currentTimeMillis()
        + end;
  }

  /**
   * The recordings of these processes in a folder, which need not be there. None when one of them
   * has none: the others' shares are not those of all.
   */
  static List<Recording> of(Set<Long> pids, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Recording> own = new ArrayList<>();
    Set<Long> recorded = new HashSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        List<Long> itsPids =
            name.matches()
                ? Stream.of(name.group(1).split("\\+", -1)).map(Long::valueOf).toList()
                : List.of();
        if (!itsPids.isEmpty() && pids.containsAll(itsPids)) {
          own.add(new Recording(file));
          recorded.addAll(itsPids);
        }
      }
    }
    return recorded.equals(pids) ? own : List.of();
  }

  /**
   * What was done in given times, by their owners.
   *
   * @throws IOException when the file is damaged
   */
  <T> Map<T, CollapsedStacks> read(List<Time<T>> times) throws IOException {
    String name = file.toString();
    if (name.endsWith(TIMES)) {
      return ServerTimes.read(file, times);
    }
    return name.endsWith(OBJECTS)
        ? ServerObjects.read(file, times)
        : RecordedSamples.read(file, times);
  }
}
