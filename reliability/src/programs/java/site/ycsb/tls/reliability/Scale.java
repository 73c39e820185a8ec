package site.ycsb.tls.reliability;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Many threads, agents, runs, seconds and parts: how long it takes, and how much memory.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.Scale [CASE...]
 * </pre>
 *
 * Started in the folder of {@code bin/ycsb}. Linux only.
 */
public final class Scale {
  private static final String PIN = "tls.cipher=TLS_AES_128_GCM_SHA256";
  private static final int SECONDS_OF_A_DAY = 86_400;
  private static final int PARTS = 13;
  private static final int POLL_MILLIS = 20;

  /** What is large. */
  public enum Case {
    /** A run with 1000 threads. */
    THREADS,
    /**
     * A run of 32 agents on this machine, 10 operations per second each: 64 JVMs, which must have
     * started before it measures.
     */
    AGENTS,
    /** A comparison of 200 runs, and its report. */
    RUNS,
    /** The report of two runs whose logs have a histogram for each second of a day. */
    LOGS,
    /** A study of 13 parts, and its report. */
    PARTS
  }

  /**
   * A command that ended.
   *
   * @param mostMegabytes memory in use by its largest process, at most
   */
  public record ProcessOutcome(String command, int exitCode, double seconds, double mostMegabytes) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%-40s exit code %d, %.1f s, %.0f MB",
          command,
          exitCode,
          seconds,
          mostMegabytes);
    }
  }

  private final Path home;
  private final Path directory;

  /**
   * The cases.
   *
   * @param home folder of {@code bin/ycsb}
   * @param directory for their files
   */
  public Scale(Path home, Path directory) {
    this.home = home.toAbsolutePath();
    this.directory = directory.toAbsolutePath();
  }

  /** Runs a case to its end. */
  public List<ProcessOutcome> run(Case large) throws IOException, InterruptedException {
    String out = directory.resolve(large.name()).toString();
    return switch (large) {
      case THREADS -> List.of(reads("-threads 1000 -p operationcount=200000"));
      case AGENTS ->
          List.of(
              reads(
                  """
                  -threads 32 -target 320 -p operationcount=0 -p maxexecutiontime=60
                  -p warmup.seconds=30 --local-agents 32
                  """,
                  "-jvm-args",
                  "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m"));
      case RUNS -> List.of(compare(out, 100), ycsb(List.of("report", out)));
      case LOGS -> {
        ProcessOutcome compared = compare(out, 1);
        try (Stream<Path> files = Files.walk(Path.of(out, "runs"))) {
          for (Path log : files.filter(f -> f.endsWith("intervals.hlog")).toList()) {
            lengthen(log);
          }
        }
        yield List.of(compared, ycsb(List.of("report", out)));
      }
      case PARTS -> {
        List<String> parts = IntStream.rangeClosed(1, PARTS).mapToObj(i -> "part-" + i).toList();
        Path study = Files.writeString(directory.resolve("parts.yaml"), Surroundings.study(parts));
        yield List.of(
            ycsb(List.of("study", study.toString(), "--quick", "--out", out)),
            ycsb(List.of("report", out)));
      }
    };
  }

  private ProcessOutcome reads(String line, String... more)
      throws IOException, InterruptedException {
    String run = "run mongodb -P workloads/workloadc -p recordcount=1000 -p " + PIN + " ";
    return ycsb(Surroundings.words(run + line, more));
  }

  private ProcessOutcome compare(String out, int blocks) throws IOException, InterruptedException {
    String line =
        """
        compare mongodb -P workloads/workloadc -p recordcount=100 -p %s
        --whole-runs --blocks %d --warmup 0 --seconds 2 --out
        """
            .formatted(PIN, blocks);
    return ycsb(Surroundings.words(line, out));
  }

  /** Repeats the first histogram for each second of a day. */
  private static void lengthen(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log, StandardCharsets.US_ASCII);
    String first = lines.stream().filter(l -> l.startsWith("Tag=READ,")).findFirst().orElseThrow();
    String[] fields = first.split(",", 5);
    try (BufferedWriter writer = Files.newBufferedWriter(log, StandardCharsets.US_ASCII)) {
      for (String line : lines) {
        if (!line.startsWith("Tag=")) {
          writer.write(line + "\n");
        }
      }
      for (int second = 0; second < SECONDS_OF_A_DAY; second++) {
        writer.write("%s,%d.000,1.000,%s,%s%n".formatted(fields[0], second, fields[3], fields[4]));
      }
    }
  }

  private ProcessOutcome ycsb(List<String> arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, arguments.get(0), ".txt");
    long start = System.nanoTime();
    Process program =
        Surroundings.ycsb(home, arguments)
            .directory(directory.toFile())
            .redirectOutput(output.toFile())
            .start();
    long most = 0;
    while (!program.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      for (ProcessHandle process : Surroundings.family(program)) {
        Optional<ProcessFigures> figures = ProcessFigures.of(process.pid());
        most = Math.max(most, figures.map(ProcessFigures::mostResidentKilobytes).orElse(0L));
      }
    }
    return new ProcessOutcome(
        String.join(" ", arguments.subList(0, 2)) + " (" + output + ")",
        program.exitValue(),
        (System.nanoTime() - start) / 1e9,
        most / 1024.0);
  }

  /** Runs the cases that are named, or all. */
  public static void main(String[] words) throws Exception {
    System.exit(
        Arguments.run(
            words, "any of " + List.of(Case.values()) + ", or nothing for all", Scale::runAll));
  }

  private static int runAll(Arguments arguments) throws IOException, InterruptedException {
    List<Case> cases =
        IntStream.range(0, arguments.words().size())
            .mapToObj(i -> arguments.constant(i, Case.class))
            .toList();
    Scale scale = new Scale(Path.of(""), Surroundings.directory("scale"));
    boolean failed = false;
    for (Case large : cases.isEmpty() ? List.of(Case.values()) : cases) {
      for (ProcessOutcome ended : scale.run(large)) {
        System.out.println(large + ": " + ended);
        failed |= ended.exitCode() != 0;
      }
    }
    return failed ? 1 : 0;
  }
}
