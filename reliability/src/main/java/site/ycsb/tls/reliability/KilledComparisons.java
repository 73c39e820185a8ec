package site.ycsb.tls.reliability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Comparisons in which a process is killed at a random moment: the program itself, a load
 * generator, or the test server. Afterwards nothing may be left of it but its directory; the same
 * command must complete that; what had been measured before must be unchanged; and every figure
 * must be that of its own run's file.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.KilledComparisons 50 [SEED]
 * </pre>
 *
 * Started in the folder of {@code bin/ycsb}. Linux only.
 */
public final class KilledComparisons {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COMPARISON = "comparison.json";

  /** The longest that processes of a killed program may live on an idle machine, s. */
  private static final long GONE_SECONDS = 5;

  /** The longest that a comparison may take, s; undisturbed it takes about 15. */
  private static final long LONGEST_SECONDS = 180;

  /** Who is killed. */
  public enum Victim {
    PROGRAM,
    LOAD_GENERATOR,
    TEST_SERVER
  }

  /**
   * What a series came to.
   *
   * @param killed how many of each were killed
   * @param late comparisons that had ended before their moment
   * @param wrong a line for each case with another end than those that are promised, with its seed
   */
  public record Series(Map<Victim, Integer> killed, int late, List<String> wrong) {}

  private final Path home;
  private final Path directory;
  private final long goneSeconds;

  /**
   * A series.
   *
   * @param home folder of {@code bin/ycsb}
   * @param directory for the comparisons; those that went wrong stay there
   * @param goneSeconds the longest that processes of a killed program may live, s
   */
  public KilledComparisons(Path home, Path directory, long goneSeconds) {
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
      Victim victim = Victim.values()[i % Victim.values().length];
      Case one =
          new Case(
              Files.createDirectories(directory.resolve("case-" + (i + 1))),
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
      this.temporary = Files.createDirectories(folder.resolve("tmp"));
      this.victim = victim;
      this.moment = moment;
    }

    Process start() throws IOException {
      return start(
          "compare",
          "--blocks",
          "2",
          "--warmup",
          "0.3",
          "--seconds",
          "0.6",
          "--seed",
          "1",
          "--out",
          out.toString());
    }

    private Process start(String command, String... options) throws IOException {
      List<String> words = new ArrayList<>();
      words.addAll(List.of(home.resolve("bin/ycsb").toString(), command, "mongodb"));
      words.addAll(List.of("-P", home.resolve("workloads/workloadc").toString()));
      words.addAll(List.of("-p", "recordcount=100"));
      words.addAll(List.of("-p", "tls.cipher=TLS_AES_128_GCM_SHA256"));
      words.addAll(List.of(options));
      ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
      builder.environment().put("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
      builder.redirectErrorStream(true);
      builder.redirectOutput(
          ProcessBuilder.Redirect.appendTo(folder.resolve("output.txt").toFile()));
      return builder.start();
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
            case TEST_SERVER -> line -> line.contains(" site.ycsb.tls.testbed.");
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
                    .formatted(goneSeconds, process.info().commandLine().orElse("?")));
          }
          TimeUnit.MILLISECONDS.sleep(20);
        }
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
      if (Files.exists(out.resolve(COMPARISON))) {
        for (JsonNode run : JSON.readTree(out.resolve(COMPARISON).toFile()).path("runs")) {
          if (run.path("status").asText().equals("ACCEPTED")) {
            runs.put(run.path("directory").asText(), run);
          }
        }
      }
      return runs;
    }

    private void requireWhole(Map<String, JsonNode> before) throws IOException, Wrong {
      JsonNode comparison = JSON.readTree(out.resolve(COMPARISON).toFile());
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
        JsonNode own = JSON.readTree(out.resolve(run.getKey()).resolve("run.json").toFile());
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
        start("run", "-p", "operationcount=10").waitFor();
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

  /** Makes a series: number of cases, and a seed if it is to be repeated. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 1 || arguments.length > 2) {
      System.err.println("expected: CASES [SEED]");
      System.exit(2);
    }
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    System.out.println("seed " + seed);
    Series series =
        new KilledComparisons(
                Path.of(""), Files.createTempDirectory("killed-comparisons"), GONE_SECONDS)
            .run(Integer.parseInt(arguments[0]), seed);
    series.wrong().forEach(System.out::println);
    System.exit(series.wrong().isEmpty() ? 0 : 1);
  }
}
