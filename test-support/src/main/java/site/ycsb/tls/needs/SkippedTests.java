package site.ycsb.tls.needs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The end of a build: prints a line for each thing that was missing, with the number of tests of
 * each module that were not run for want of it. Prints nothing when all were run.
 */
public final class SkippedTests {
  /** A module is at most this many folders below the project: {@code testbed/mariadb-server}. */
  private static final int DEPTH = 2;

  private SkippedTests() {}

  /**
   * Prints the list.
   *
   * @param arguments the project's folder; the time when the build began, as ISO 8601 has it; and,
   *     if a skipped test is to fail the build, a file with the reasons that are accepted, one on a
   *     line ({@code #} begins a comment)
   * @throws IllegalStateException when a test was skipped for another reason than those of the file
   */
  public static void main(String... arguments) throws IOException {
    Map<String, Map<String, Long>> skipped =
        read(Path.of(arguments[0]), Instant.parse(arguments[1]));
    skipped.forEach((reason, modules) -> System.out.println(line(reason, modules)));
    // Maven passes an empty property as null.
    if (arguments.length > 2 && arguments[2] != null && !arguments[2].isEmpty()) {
      List<String> accepted = Files.readAllLines(Path.of(arguments[2]));
      List<String> others =
          skipped.keySet().stream().filter(reason -> !accepted.contains(reason)).toList();
      if (!others.isEmpty()) {
        throw new IllegalStateException(
            "tests were skipped for reasons that %s does not list: %s"
                .formatted(arguments[2], String.join(" | ", others)));
      }
    }
  }

  /** Reason to module to number of tests. */
  private static Map<String, Map<String, Long>> read(Path project, Instant since)
      throws IOException {
    Map<String, Map<String, Long>> skipped = new TreeMap<>();
    for (Path module : modules(project)) {
      Path folder = module.resolve(SkippedTestsListener.FOLDER);
      for (Path file : Files.isDirectory(folder) ? list(folder) : List.<Path>of()) {
        // A file of an earlier build is of a class that this one did not run.
        if (Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
          continue;
        }
        for (String line : Files.readAllLines(file)) {
          String[] parts = line.split("\t", 2);
          skipped
              .computeIfAbsent(parts[1], reason -> new TreeMap<>())
              .merge(module.getFileName().toString(), Long.valueOf(parts[0]), Long::sum);
        }
      }
    }
    return skipped;
  }

  private static List<Path> modules(Path project) throws IOException {
    List<Path> modules = new ArrayList<>();
    try (Stream<Path> below = Files.walk(project, DEPTH)) {
      below.filter(folder -> Files.exists(folder.resolve("pom.xml"))).forEach(modules::add);
    }
    return modules;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static String line(String reason, Map<String, Long> modules) {
    List<String> each =
        modules.entrySet().stream()
            .map(
                module ->
                    module.getValue()
                        + (module.getValue() == 1 ? " test of " : " tests of ")
                        + module.getKey())
            .collect(Collectors.toList());
    String last = each.remove(each.size() - 1);
    String all = each.isEmpty() ? last : String.join(", ", each) + " and " + last;
    boolean one = modules.values().stream().mapToLong(Long::longValue).sum() == 1;
    return all + (one ? " was" : " were") + " not run: " + reason;
  }
}
