package site.ycsb.tls.reliability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Comparisons and studies in which a process is killed at a random moment: the program itself, a
 * load generator, the test server, or an agent. Afterwards nothing may be left of it but its
 * directory; the same command must complete that; what had been measured before must be unchanged;
 * and every figure must be that of its own run's file.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.KilledComparisons MONGODB 50 [SEED]
 * </pre>
 *
 * Started in the folder of {@code bin/ycsb}. Linux only.
 */
public final class KilledComparisons {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COMPARISON = "comparison.json";

  /** The longest that processes of a killed program may live on an idle machine, s. */
  private static final long GONE_SECONDS = 5;

  /** The longest that a comparison may take, s; undisturbed it takes 15 to 60. */
  private static final long LONGEST_SECONDS = 300;

  /** One part, with as many runs as a comparison here. */
  private static final String STUDY_FILE =
      """
      title: Killed
      citation: nobody
      did: nothing
      differs: [everything]
      binding: mongodb
      parts:
        - name: reads
          workload: workloads/workloadc
          properties: {recordcount: 100}
          variants:
            tls: {tls.cipher: TLS_AES_128_GCM_SHA256}
          sizes:
            quick: {blocks: 2, warmup: 0.3, seconds: 0.6}
      """;

  private static final String TEST_SERVER_OF_OURS = " site.ycsb.tls.testbed.";

  /** What is disturbed: two blocks of two runs, always. */
  public enum Work {
    MONGODB(TEST_SERVER_OF_OURS),
    JDBC("mariadbd "),
    DYNAMODB(TEST_SERVER_OF_OURS),
    CASSANDRA("CassandraDaemon"),
    /** With two agents. */
    FLEET(TEST_SERVER_OF_OURS),
    STUDY(TEST_SERVER_OF_OURS);

    private final String server;

    Work(String server) {
      this.server = server;
    }

    List<Victim> victims() {
      return Stream.of(Victim.values()).filter(v -> v != Victim.AGENT || this == FLEET).toList();
    }

    private String binding() {
      return this == FLEET ? "mongodb" : name().toLowerCase(Locale.ROOT);
    }
  }

  /** Who is killed. */
  public enum Victim {
    PROGRAM,
    LOAD_GENERATOR,
    TEST_SERVER,
    AGENT
  }

  /**
   * What a series came to.
   *
   * @param killed how many of each were killed
   * @param late comparisons that had ended before their moment
   * @param wrong a line for each case with another end than those that are promised, with its seed
   */
  public record Series(Map<Victim, Integer> killed, int late, List<String> wrong) {}

  private final Work work;
  private final Path home;
  private final Path directory;
  private final long goneSeconds;

  /**
   * A series.
   *
   * @param work what is disturbed
   * @param home folder of {@code bin/ycsb}
   * @param directory for the comparisons; those that went wrong stay there
   * @param goneSeconds the longest that processes of a killed program may live, s
   */
  public KilledComparisons(Work work, Path home, Path directory, long goneSeconds) {
    this.work = work;
    this.home = home.toAbsolutePath();
    this.directory = directory.toAbsolutePath();
    this.goneSeconds = goneSeconds;
  }

  /** A case cannot go on, and why. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;

    Wrong(String why) {
      super(why);
    }
  }

  /** Kills so often, one kind of victim after the other. */
  public Series run(int cases, long seed) throws IOException, InterruptedException {
    Map<Victim, Integer> killed = new EnumMap<>(Victim.class);
    List<String> wrong = new ArrayList<>();
    int late = 0;
    double seconds = undisturbed();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < cases; i++) {
      Victim victim = work.victims().get(i % work.victims().size());
      Case one =
          new Case(
              Files.createDirectories(directory.resolve(Integer.toString(i + 1))),
              victim,
              random.nextDouble(seconds));
      try {
        if (one.run()) {
          killed.merge(victim, 1, Integer::sum);
        } else {
          late++;
        }
        delete(one.folder);
      } catch (Wrong e) {
        wrong.add(
            "case %d, %s after %.2f s: %s (%s)"
                .formatted(i + 1, victim, one.moment, e.getMessage(), one.folder));
      }
      System.out.printf(
          "%d of %d: killed %s, %d too late, %d wrong%n", i + 1, cases, killed, late, wrong.size());
    }
    return new Series(killed, late, List.copyOf(wrong));
  }

  /** How long a comparison takes when nobody is killed, s. */
  private double undisturbed() throws IOException, InterruptedException {
    Case one =
        new Case(Files.createDirectories(directory.resolve("undisturbed")), Victim.PROGRAM, 0);
    long start = System.nanoTime();
    int code = one.start().waitFor();
    if (code != 0) {
      throw new IOException("an undisturbed comparison ended with " + code + ": see " + one.folder);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    delete(one.folder);
    return seconds;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** One comparison. */
  private final class Case {
    private final Path folder;
    private final Path out;
    private final Path temporary;
    private final Victim victim;
    private final double moment;

    Case(Path folder, Victim victim, double moment) throws IOException {
      this.folder = folder;
      this.out = folder.resolve("out");
      this.temporary = Files.createDirectories(folder.resolve("t"));
      this.victim = victim;
      this.moment = moment;
    }

    Process start() throws IOException {
      List<String> words = new ArrayList<>();
      if (work == Work.STUDY) {
        Path file = Files.writeString(folder.resolve("killed.yaml"), STUDY_FILE);
        words.addAll(List.of("study", file.toString(), "--quick"));
      } else {
        words.addAll(List.of("compare", work.binding(), "--blocks", "2"));
        words.addAll(List.of("--warmup", "0.3", "--seconds", "0.6"));
        words.addAll(reads());
      }
      if (work == Work.FLEET) {
        words.addAll(List.of("-threads", "2", "--local-agents", "2"));
      }
      words.addAll(List.of("--seed", "1", "--out", out.toString()));
      return start(words);
    }

    private List<String> reads() {
      return List.of(
          "-P",
          home.resolve("workloads/workloadc").toString(),
          "-p",
          "recordcount=100",
          "-p",
          "tls.cipher=TLS_AES_128_GCM_SHA256");
    }

    private Process start(List<String> arguments) throws IOException {
      List<String> words = new ArrayList<>(List.of(home.resolve("bin/ycsb").toString()));
      words.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
      builder.environment().put("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
      builder.redirectErrorStream(true);
      builder.redirectOutput(
          ProcessBuilder.Redirect.appendTo(folder.resolve("output.txt").toFile()));
      return builder.start();
    }

    /** The directory of the comparison. */
    private Path part() {
      return work == Work.STUDY ? out.resolve("reads") : out;
    }

    /** Whether somebody was killed. */
    boolean run() throws IOException, InterruptedException, Wrong {
      Process program = start();
      TimeUnit.NANOSECONDS.sleep((long) (moment * 1e9));
      List<ProcessHandle> family = program.descendants().toList();
      Optional<ProcessHandle> target = target(program);
      target.ifPresent(ProcessHandle::destroyForcibly);
      if (!program.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new Wrong("it did not end within " + LONGEST_SECONDS + " s");
      }
      requireGone(family);
      Map<String, JsonNode> before = accepted();
      int code = program.exitValue();
      if (victim != Victim.PROGRAM) {
        requireToldWhy(code);
      }
      if (code != 0) {
        Process again = start();
        if (!again.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || again.exitValue() != 0) {
          again.destroyForcibly();
          throw new Wrong("the same command did not complete it");
        }
      }
      requireWhole(before);
      requireNothingLeft();
      return target.isPresent();
    }

    /** The victim, as soon as there is one. */
    private Optional<ProcessHandle> target(Process program) throws InterruptedException {
      Predicate<String> wanted =
          switch (victim) {
            case PROGRAM -> line -> true;
            case LOAD_GENERATOR -> line -> line.contains("-Dycsb.orders=");
            case TEST_SERVER -> line -> line.contains(work.server);
            case AGENT -> line -> line.contains(" agent --join ");
          };
      while (program.isAlive()) {
        Optional<ProcessHandle> found =
            (victim == Victim.PROGRAM ? Stream.of(program.toHandle()) : program.descendants())
                .filter(process -> wanted.test(process.info().commandLine().orElse("")))
                .findFirst();
        if (found.isPresent()) {
          return found;
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
      return Optional.empty();
    }

    private void requireGone(List<ProcessHandle> family) throws InterruptedException, Wrong {
      long end = System.nanoTime() + Duration.ofSeconds(goneSeconds).toNanos();
      for (ProcessHandle process : family) {
        while (process.isAlive()) {
          if (System.nanoTime() > end) {
            throw new Wrong(
                "alive %d s after it: %s"
                    .formatted(
                        goneSeconds,
                        process.info().commandLine().orElseGet(() -> state(process.pid()))));
          }
          TimeUnit.MILLISECONDS.sleep(20);
        }
      }
    }

    /** A zombie has no command line, and its state is Z. */
    private static String state(long pid) {
      try {
        return Files.readString(Path.of("/proc/" + pid + "/stat"));
      } catch (IOException e) {
        return "process " + pid;
      }
    }

    /** It goes on without the victim, or ends with one line that says why. */
    private void requireToldWhy(int code) throws IOException, Wrong {
      String output = Files.readString(folder.resolve("output.txt"));
      if (output.contains("\tat ")) {
        throw new Wrong("a stack trace");
      }
      if (code != 0 && (code != 1 || output.lines().noneMatch(l -> l.startsWith("ycsb: ")))) {
        throw new Wrong("it ended with " + code + " and no reason");
      }
    }

    /** The runs that count, by their directories; none if there is no comparison yet. */
    private Map<String, JsonNode> accepted() throws IOException {
      Map<String, JsonNode> runs = new HashMap<>();
      if (Files.exists(part().resolve(COMPARISON))) {
        for (JsonNode run : JSON.readTree(part().resolve(COMPARISON).toFile()).path("runs")) {
          if (run.path("status").asText().equals("ACCEPTED")) {
            runs.put(run.path("directory").asText(), run);
          }
        }
      }
      return runs;
    }

    private void requireWhole(Map<String, JsonNode> before) throws IOException, Wrong {
      JsonNode comparison = JSON.readTree(part().resolve(COMPARISON).toFile());
      if (!comparison.path("complete").asBoolean()) {
        throw new Wrong("it is not complete");
      }
      Map<String, JsonNode> after = accepted();
      if (after.size() != 4) {
        throw new Wrong("two blocks of two runs, but " + after.keySet());
      }
      for (Map.Entry<String, JsonNode> run : before.entrySet()) {
        if (!run.getValue().equals(after.get(run.getKey()))) {
          throw new Wrong("measured before and changed: " + run.getKey());
        }
      }
      for (Map.Entry<String, JsonNode> run : after.entrySet()) {
        JsonNode own = JSON.readTree(part().resolve(run.getKey()).resolve("run.json").toFile());
        double throughput =
            own.path("succeeded").asDouble() / own.path("runtimeSeconds").asDouble();
        double told = run.getValue().path("figures").path("throughput").asDouble();
        if (Math.abs(told / throughput - 1) > 1e-9) {
          throw new Wrong(run.getKey() + ": " + told + " is not its file's " + throughput);
        }
      }
    }

    private List<String> left() throws IOException {
      try (Stream<Path> files = Files.list(temporary)) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.startsWith("ycsb-tls-"))
            .toList();
      }
    }

    private void requireNothingLeft() throws IOException, InterruptedException, Wrong {
      Optional<String> process =
          ProcessHandle.allProcesses()
              .map(each -> each.info().commandLine().orElse(""))
              .filter(line -> line.contains(temporary.toString()))
              .findFirst();
      if (process.isPresent()) {
        throw new Wrong("a process is left: " + process.get());
      }
      if (victim == Victim.PROGRAM && !left().isEmpty()) {
        // What a killed program leaves, the next one that needs such a directory removes.
        List<String> run = new ArrayList<>(List.of("run", "mongodb", "-p", "operationcount=10"));
        run.addAll(reads());
        start(run).waitFor();
      }
      if (!left().isEmpty()) {
        throw new Wrong("left in the temporary directory: " + left());
      }
      try (Stream<Path> files = Files.list(out)) {
        if (files.anyMatch(file -> file.getFileName().toString().endsWith(".tmp"))) {
          throw new Wrong("an unfinished file is left in " + out);
        }
      }
    }
  }

  /** Short, since sockets are in it, and open to the user that a server of root's runs as. */
  private static Path directory() throws IOException {
    return Files.setPosixFilePermissions(
        Files.createTempDirectory("kill"), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes a series: what is disturbed, number of cases, and a seed if it is to be repeated. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 2 || arguments.length > 3) {
      System.err.println("expected: " + Stream.of(Work.values()).toList() + " CASES [SEED]");
      System.exit(2);
    }
    long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : System.nanoTime();
    System.out.println("seed " + seed);
    Series series =
        new KilledComparisons(Work.valueOf(arguments[0]), Path.of(""), directory(), GONE_SECONDS)
            .run(Integer.parseInt(arguments[1]), seed);
    series.wrong().forEach(System.out::println);
    System.exit(series.wrong().isEmpty() ? 0 : 1);
  }
}
