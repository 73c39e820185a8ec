package site.ycsb.tls.reliability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * One long run against its test server: what client and server hold must not grow. Its connections
 * are counted on both sides, and the run fails if the counts differ.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.Hours mongodb CHURN 7200
 * </pre>
 *
 * Started in the folder of {@code bin/ycsb}. Linux only.
 */
public final class Hours {
  /** Of the run, until compiler, pools and caches have what they need. */
  private static final double WARM_UP_SHARE = 0.25;

  private static final int SAMPLES = 120;

  /** A line through two samples has no interval. */
  private static final int FEWEST_SAMPLES = 3;

  private static final String CLIENT = "client";
  private static final String SERVER = "server";

  /** Of each generation, or of all; the collectors name them differently. */
  private static final Pattern USED = Pattern.compile(" total \\d+K, used (\\d+)K");

  private static final List<String> TOLD = List.of("[OVERALL]", "[CONNECTIONS]", "[TLS]");

  /** What the run does all the time. */
  public enum Load {
    /** A new connection for each read. */
    CHURN("connectionchurn"),
    READS("workloadc");

    private final String workload;

    Load(String workload) {
      this.workload = workload;
    }
  }

  /** What a process holds, and by how much it may grow in the run after the warm-up. */
  public enum Figure {
    DESCRIPTORS("descriptors", 10),
    THREADS("threads", 3),
    /** After a collection. */
    HEAP("heap, MB", 16),
    RESIDENT("resident, MB", 128),
    /** Of all processes together, without those of the database. */
    TEMPORARY_FILES("temporary files", 3),
    /**
     * In a test server's folder {@code data}. A database writes some by the hour, such as
     * Cassandra's system tables; a file for each connection would be thousands.
     */
    DATABASE_FILES("database files", 500);

    private final String unit;
    private final double most;

    Figure(String unit, double most) {
      this.unit = unit;
      this.most = most;
    }
  }

  /** What a course shows. */
  public enum Growth {
    /** Surely no more than it may. */
    NONE(""),
    /** It may have grown by more than it may: its samples scatter, or are too few. */
    OPEN(" OPEN"),
    /** Surely by more than it may. */
    GROWN(" GROWN");

    private final String mark;

    Growth(String mark) {
      this.mark = mark;
    }
  }

  /**
   * How one figure of one process went.
   *
   * @param process {@code client}, {@code server}, or {@code server 2} where a server is two
   * @param mean of the samples after the warm-up
   * @param slope per hour
   * @param margin half of the slope's interval of 95 %, per hour
   */
  public record Course(
      String process, Figure figure, double mean, double slope, double margin, Growth growth) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%-8s %-16s mean %10.1f, per hour %+9.2f ± %.2f%s",
          process,
          figure.unit,
          mean,
          slope,
          margin,
          growth.mark);
    }
  }

  /**
   * What a run came to.
   *
   * @param exitCode of {@code bin/ycsb run}
   * @param report its lines about throughput, connections and TLS, and its errors
   */
  public record Outcome(int exitCode, List<String> report, List<Course> courses) {
    /** Whether it ended well, both sides were seen, and what they hold has not grown. */
    boolean isAsPromised() {
      return exitCode == 0
          && unseen().isEmpty()
          && courses.stream().allMatch(course -> course.growth == Growth.NONE);
    }

    /** The sides of which nothing is known: its processes are none that {@link Hours} knows. */
    List<String> unseen() {
      return Stream.of(CLIENT, SERVER)
          .filter(side -> courses.stream().noneMatch(course -> course.process.equals(side)))
          .toList();
    }
  }

  /** A value at a time. */
  record Sample(double hours, double value) {}

  private final Path home;
  private final Path directory;
  private final Map<String, Map<Figure, List<Sample>>> samples = new LinkedHashMap<>();
  private final List<Long> servers = new ArrayList<>();

  /**
   * A run.
   *
   * @param home folder of {@code bin/ycsb}
   * @param directory for its files
   */
  public Hours(Path home, Path directory) {
    this.home = home.toAbsolutePath();
    this.directory = directory.toAbsolutePath();
  }

  /** Makes the run; takes so many seconds and what it takes to start. */
  public Outcome run(String binding, Load load, int seconds)
      throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(directory.resolve("t"));
    Path output = directory.resolve("output.txt");
    Process program = start(binding, load, seconds, temporary, output);
    long interval = Math.max(1_000, seconds * 1_000L / SAMPLES);
    // Made when client and server have started and the run begins.
    Path log = results().resolve("intervals.hlog");
    long start = System.nanoTime();
    while (!program.waitFor(interval, TimeUnit.MILLISECONDS)) {
      if (!Files.exists(log)) {
        start = System.nanoTime();
      }
      double now = (System.nanoTime() - start) / 1e9;
      if (now > WARM_UP_SHARE * seconds && now < seconds) {
        sample(program, temporary, now / 3600);
      }
    }
    List<String> report =
        Files.readAllLines(output, StandardCharsets.UTF_8).stream()
            .filter(line -> line.startsWith("ycsb: ") || TOLD.stream().anyMatch(line::startsWith))
            .toList();
    return new Outcome(program.exitValue(), report, courses());
  }

  private Path results() {
    return directory.resolve("results");
  }

  private Process start(String binding, Load load, int seconds, Path temporary, Path output)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("run", binding, "-P"));
    words.add(home.resolve("workloads").resolve(load.workload).toString());
    for (String property :
        List.of(
            "tls.cipher=TLS_AES_128_GCM_SHA256",
            "tls.keysize=EC-256",
            "recordcount=1000",
            "threadcount=4",
            "operationcount=0",
            "maxexecutiontime=" + seconds,
            "results.dir=" + results())) {
      words.addAll(List.of("-p", property));
    }
    ProcessBuilder builder = Surroundings.ycsb(home, words).directory(directory.toFile());
    builder.environment().put("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    return builder.redirectOutput(output.toFile()).start();
  }

  private void sample(Process program, Path temporary, double hours)
      throws IOException, InterruptedException {
    try (Stream<Path> files = Files.walk(temporary)) {
      Map<Boolean, Long> counts =
          files.collect(
              Collectors.partitioningBy(
                  file -> isOfTheDatabase(temporary.relativize(file)), Collectors.counting()));
      add("all", Figure.TEMPORARY_FILES, hours, (double) counts.get(false));
      add("all", Figure.DATABASE_FILES, hours, (double) counts.get(true));
    } catch (UncheckedIOException e) {
      // A file was removed while it was counted: the next sample counts again.
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e.getCause();
      }
    }
    for (ProcessHandle process : Surroundings.family(program)) {
      String command = process.info().command().orElse("");
      // The shell that watches over a server, and what it waits with, are no figures of it.
      if (command.endsWith("/java") || command.endsWith("/mariadbd")) {
        sample(name(program, process.pid()), process.pid(), command, hours);
      }
    }
  }

  /** Each process by itself: of two together, the difference would hide how one of them grows. */
  private String name(Process program, long pid) {
    if (pid == program.pid()) {
      return CLIENT;
    }
    if (!servers.contains(pid)) {
      servers.add(pid);
    }
    int index = servers.indexOf(pid);
    return index == 0 ? SERVER : SERVER + " " + (index + 1);
  }

  private static boolean isOfTheDatabase(Path file) {
    return StreamSupport.stream(file.spliterator(), false).anyMatch(Path.of("data")::equals);
  }

  private void sample(String name, long pid, String command, double hours)
      throws IOException, InterruptedException {
    OptionalDouble heap = OptionalDouble.empty();
    if (command.endsWith("/java")) {
      // There even if it is never read: then nothing is promised of it.
      values(name, Figure.HEAP);
      heap =
          USED.matcher(jcmd(command, pid, "GC.run\nGC.heap_info"))
              .results()
              .mapToDouble(found -> Double.parseDouble(found.group(1)) / 1024)
              .reduce(Double::sum);
    }
    Optional<ProcessFigures> found = ProcessFigures.of(pid);
    if (found.isPresent()) {
      add(name, Figure.DESCRIPTORS, hours, (double) found.get().descriptors());
      add(name, Figure.THREADS, hours, (double) found.get().threads());
      add(name, Figure.RESIDENT, hours, found.get().residentKilobytes() / 1024.0);
      if (heap.isPresent()) {
        add(name, Figure.HEAP, hours, heap.getAsDouble());
      }
    }
  }

  private void add(String process, Figure figure, double hours, double value) {
    values(process, figure).add(new Sample(hours, value));
  }

  private List<Sample> values(String process, Figure figure) {
    return samples
        .computeIfAbsent(process, name -> new EnumMap<>(Figure.class))
        .computeIfAbsent(figure, name -> new ArrayList<>());
  }

  /**
   * Empty when the process has ended.
   *
   * @param commands one a line: each start of jcmd is that of a JVM
   */
  private static String jcmd(String java, long pid, String commands)
      throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(java).resolveSibling("jcmd").toString(), Long.toString(pid), commands)
            .redirectErrorStream(true)
            .start();
    String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return jcmd.waitFor() == 0 ? output : "";
  }

  private List<Course> courses() {
    List<Course> courses = new ArrayList<>();
    samples.forEach(
        (process, figures) ->
            figures.forEach((figure, values) -> courses.add(course(process, figure, values))));
    return courses;
  }

  static Course course(String process, Figure figure, List<Sample> values) {
    if (values.isEmpty()) {
      return new Course(
          process, figure, Double.NaN, Double.NaN, Double.POSITIVE_INFINITY, Growth.OPEN);
    }
    SimpleRegression line = new SimpleRegression();
    values.forEach(sample -> line.addData(sample.hours, sample.value));
    double mean = values.stream().mapToDouble(Sample::value).average().orElseThrow();
    double hours = values.get(values.size() - 1).hours - values.get(0).hours;
    double slope = line.getSlope();
    double margin = Double.POSITIVE_INFINITY;
    if (values.size() >= FEWEST_SAMPLES) {
      // Where all values are the same there is no interval.
      margin = line.getSumSquaredErrors() > 0 ? line.getSlopeConfidenceInterval() : 0;
    }
    Growth growth = Growth.OPEN;
    if ((slope - margin) * hours > figure.most) {
      growth = Growth.GROWN;
    } else if ((slope + margin) * hours <= figure.most) {
      growth = Growth.NONE;
    }
    return new Course(process, figure, mean, slope, margin, growth);
  }

  /** Makes a run: binding, load, and its length in seconds. */
  public static void main(String[] words) throws Exception {
    String expected = "BINDING " + List.of(Load.values()) + " SECONDS";
    System.exit(
        Arguments.run(
            words,
            expected,
            arguments -> {
              arguments.requireCount(3, 3);
              Load load = arguments.constant(1, Load.class);
              int seconds = arguments.number(2);
              Path directory = Surroundings.directory("hours");
              Outcome outcome =
                  new Hours(Path.of(""), directory).run(arguments.words().get(0), load, seconds);
              outcome.report().forEach(System.out::println);
              outcome.courses().forEach(System.out::println);
              outcome.unseen().forEach(side -> System.out.println(side + " was not seen"));
              return outcome.isAsPromised() ? 0 : 1;
            }));
  }
}
