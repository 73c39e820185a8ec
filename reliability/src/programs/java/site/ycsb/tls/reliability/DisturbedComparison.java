package site.ycsb.tls.reliability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import site.ycsb.tls.reliability.DisturbedComparisons.Work;

/** One comparison or study, what happens to it, and what must be true of it afterwards. */
final class DisturbedComparison {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COMPARISON = "comparison.json";
  private static final String READS =
      " -P workloads/workloadc -p recordcount=100 -p tls.cipher=TLS_AES_128_GCM_SHA256";

  /** The longest that a comparison may take, s; undisturbed it takes 15 to 60. */
  private static final long LONGEST_SECONDS = 300;

  /** Of each run's slices together, s. */
  private static final double RUN_SECONDS = 0.6;

  /** MariaDB's server is started by a shell, whose command line names it, too. */
  private static final String WATCHING_SHELL = "/bin/sh ";

  private static final long DISK_BYTES = 1 << 30;

  /**
   * For the JVMs, where the environment has no arguments for them: most of a case's CPU time is
   * that of their start.
   */
  private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

  private final Work work;
  private final Path home;
  private final Path folder;
  private final Path disk;
  private final Path out;
  private final Path temporary;
  private final long goneSeconds;
  private final Map<String, String> environment = new HashMap<>();
  private long started;
  private double seconds;

  DisturbedComparison(Work work, Path home, Path folder, long goneSeconds) throws IOException {
    this.work = work;
    this.home = home;
    this.folder = folder;
    this.disk = folder.resolve("disk");
    this.out = disk.resolve("out");
    this.temporary = Files.createDirectories(folder.resolve("t"));
    this.goneSeconds = goneSeconds;
  }

  /** Lets it run to its end. */
  void runUndisturbed() throws IOException, InterruptedException, BrokenPromise {
    Process program = start();
    await(program);
    if (program.exitValue() != 0) {
      throw new BrokenPromise(
          "undisturbed, it ended with " + program.exitValue() + ": see " + folder);
    }
  }

  /** How long it took to its first end, s. */
  double seconds() {
    return seconds;
  }

  long bytesOfResults() throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  void delete() throws IOException {
    Surroundings.delete(folder);
  }

  /** Whether the fault happened; not if the comparison had ended before. */
  boolean run(Disturbance disturbance) throws IOException, InterruptedException, BrokenPromise {
    return switch (disturbance.fault().kind()) {
      case KILLED, STOPPED -> runHere(disturbance);
      case CLOCK -> runByAnotherClock(disturbance);
      case DISK -> runOnAnotherDisk(disturbance);
    };
  }

  private boolean runOnAnotherDisk(Disturbance disturbance)
      throws IOException, InterruptedException, BrokenPromise {
    boolean full = disturbance.fault() == Fault.FULL_DISK;
    try (SmallDisk small = new SmallDisk(disk, full ? disturbance.room() : DISK_BYTES)) {
      if (!full) {
        small.refuseWrites();
      }
      Process program = start();
      await(program);
      boolean failed = program.exitValue() != 0;
      small.enlarge();
      judge(disturbance, program, List.of());
      return failed;
    }
  }

  private boolean runHere(Disturbance disturbance)
      throws IOException, InterruptedException, BrokenPromise {
    Process program = start();
    Surroundings.sleep(disturbance.moment());
    List<ProcessHandle> family = program.descendants().toList();
    Optional<ProcessHandle> target = target(disturbance.fault(), program);
    if (target.isPresent()) {
      disturb(disturbance, target.get());
    }
    judge(disturbance, program, family);
    return target.isPresent();
  }

  private boolean runByAnotherClock(Disturbance disturbance)
      throws IOException, InterruptedException, BrokenPromise {
    JumpingClock clock = new JumpingClock(home.resolve("reliability/jumping-clock.c"), folder);
    environment.putAll(clock.environment());
    Process program = start();
    Surroundings.sleep(disturbance.moment());
    boolean running = program.isAlive();
    if (running && !clock.isOf(program.pid())) {
      throw new BrokenPromise("it has another clock than the one that jumps");
    }
    clock.jump(disturbance.jumpSeconds());
    judge(disturbance, program, List.of());
    if (program.exitValue() != 0) {
      throw new BrokenPromise("it did not go on");
    }
    return running;
  }

  private Process start() throws IOException {
    List<String> words = new ArrayList<>();
    if (work == Work.STUDY) {
      Path file =
          Files.writeString(folder.resolve("disturbed.yaml"), Surroundings.study(List.of("reads")));
      words.addAll(List.of("study", file.toString(), "--quick"));
    } else {
      String line = "compare " + work.binding() + " --blocks 2 --warmup 0.3 --seconds 0.6";
      words.addAll(Surroundings.words(line + READS));
    }
    if (work == Work.FLEET) {
      words.addAll(List.of("-threads", "2", "--local-agents", "2"));
    }
    words.addAll(List.of("--seed", "1", "--out", out.toString()));
    started = System.nanoTime();
    return start(words);
  }

  private Process start(List<String> arguments) throws IOException {
    ProcessBuilder builder = Surroundings.ycsb(home, arguments).directory(folder.toFile());
    Map<String, String> variables = builder.environment();
    variables.putAll(environment);
    variables.putIfAbsent("TESTBED_JAVA_OPTS", SHORT_LIVED);
    variables.putIfAbsent("JAVA_OPTS", SHORT_LIVED);
    variables.merge("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary, (all, last) -> all + " " + last);
    return builder
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("output.txt").toFile()))
        .start();
  }

  private void disturb(Disturbance disturbance, ProcessHandle target)
      throws IOException, InterruptedException {
    switch (disturbance.fault().kind()) {
      case KILLED -> target.destroyForcibly();
      case STOPPED -> {
        signal("STOP", target);
        Surroundings.sleep(disturbance.stopSeconds());
        signal("CONT", target);
      }
      case DISK, CLOCK -> throw new IllegalArgumentException("this is done to no process");
    }
  }

  private static void signal(String name, ProcessHandle target)
      throws IOException, InterruptedException {
    // A status is of no use: the process may have ended.
    new ProcessBuilder("kill", "-" + name, Long.toString(target.pid())).start().waitFor();
  }

  /** Whom it hits, as soon as there is one. */
  private Optional<ProcessHandle> target(Fault fault, Process program) throws InterruptedException {
    Predicate<String> wanted =
        switch (fault) {
          case KILL_LOAD_GENERATOR, STOP_LOAD_GENERATOR -> line -> line.contains("-Dycsb.orders=");
          case KILL_TEST_SERVER ->
              line -> line.contains(work.server()) && !line.startsWith(WATCHING_SHELL);
          case KILL_AGENT -> line -> line.contains(" agent --join ");
          default -> line -> true;
        };
    boolean itself = wanted.test("");
    while (program.isAlive()) {
      Optional<ProcessHandle> found =
          (itself ? Stream.of(program.toHandle()) : program.descendants())
              .filter(process -> wanted.test(commandLine(process)))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
    return Optional.empty();
  }

  /**
   * Waits for its end, and for its second end if the first one failed.
   *
   * @param family processes that must be gone then
   */
  private void judge(Disturbance disturbance, Process program, List<ProcessHandle> family)
      throws IOException, InterruptedException, BrokenPromise {
    await(program);
    requireGone(family);
    Map<String, JsonNode> before = accepted();
    int code = program.exitValue();
    if (disturbance.fault() != Fault.KILL_PROGRAM) {
      requireToldWhy(disturbance.fault(), code);
    }
    if (code != 0) {
      Process again = start();
      if (!again.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || again.exitValue() != 0) {
        again.destroyForcibly();
        throw new BrokenPromise("the same command did not complete it");
      }
    }
    requireWhole(before, disturbance);
    requireNothingLeft(disturbance.fault());
  }

  private void await(Process program) throws InterruptedException, BrokenPromise {
    if (!program.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new BrokenPromise("it did not end within " + LONGEST_SECONDS + " s");
    }
    seconds = (System.nanoTime() - started) / 1e9;
  }

  private void requireGone(List<ProcessHandle> family) throws InterruptedException, BrokenPromise {
    long end = System.nanoTime() + Duration.ofSeconds(goneSeconds).toNanos();
    for (ProcessHandle process : family) {
      // What has ended and was not waited for yet is gone, too.
      while (process.isAlive() && !state(process.pid()).contains(") Z ")) {
        if (System.nanoTime() > end) {
          throw new BrokenPromise(
              "alive %d s after it: %s"
                  .formatted(
                      goneSeconds,
                      process.info().commandLine().orElseGet(() -> state(process.pid()))));
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  /** Of any length, which {@link ProcessHandle.Info} does not tell. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return "";
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

  /** It goes on, or ends with one line that says why; as wrong usage where it cannot begin. */
  private void requireToldWhy(Fault fault, int code) throws IOException, BrokenPromise {
    String output = Files.readString(folder.resolve("output.txt"));
    if (output.contains("\tat ")) {
      throw new BrokenPromise("a stack trace");
    }
    boolean failed = code == 1 || (code == 2 && fault.kind() == Fault.Kind.DISK);
    if (code != 0 && (!failed || output.lines().noneMatch(l -> l.startsWith("ycsb: ")))) {
      throw new BrokenPromise("it ended with " + code + " and no reason");
    }
  }

  /** The directory of the comparison. */
  private Path part() {
    return work == Work.STUDY ? out.resolve("reads") : out;
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

  private void requireWhole(Map<String, JsonNode> before, Disturbance disturbance)
      throws IOException, BrokenPromise {
    JsonNode comparison = JSON.readTree(part().resolve(COMPARISON).toFile());
    if (!comparison.path("complete").asBoolean()) {
      throw new BrokenPromise("it is not complete");
    }
    Map<String, JsonNode> after = accepted();
    if (after.size() != 4) {
      throw new BrokenPromise("two blocks of two runs, but " + after.keySet());
    }
    for (Map.Entry<String, JsonNode> run : before.entrySet()) {
      if (!run.getValue().equals(after.get(run.getKey()))) {
        throw new BrokenPromise("measured before and changed: " + run.getKey());
      }
    }
    for (Map.Entry<String, JsonNode> run : after.entrySet()) {
      JsonNode own = JSON.readTree(part().resolve(run.getKey()).resolve("run.json").toFile());
      requireRight(run.getKey(), run.getValue(), own, disturbance);
    }
  }

  private static void requireRight(String run, JsonNode kept, JsonNode own, Disturbance disturbance)
      throws BrokenPromise {
    double told = kept.path("figures").path("throughput").asDouble();
    double seconds = own.path("runtimeSeconds").asDouble();
    double throughput = own.path("succeeded").asDouble() / seconds;
    if (Math.abs(told / throughput - 1) > 1e-9) {
      throw new BrokenPromise(run + ": " + told + " is not its file's " + throughput);
    }
    if (Math.abs(seconds - RUN_SECONDS) > 0.75 * disturbance.standstillSeconds()) {
      throw new BrokenPromise(run + " counts a standstill: it took " + seconds + " s");
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

  private void requireNothingLeft(Fault fault)
      throws IOException, InterruptedException, BrokenPromise {
    Optional<String> process =
        ProcessHandle.allProcesses()
            .map(each -> each.info().commandLine().orElse(""))
            .filter(line -> line.contains(temporary.toString()))
            .findFirst();
    if (process.isPresent()) {
      throw new BrokenPromise("a process is left: " + process.get());
    }
    if (fault == Fault.KILL_PROGRAM && !left().isEmpty()) {
      // What a killed program leaves, the next one that needs such a directory removes.
      start(Surroundings.words("run mongodb -p operationcount=10" + READS)).waitFor();
    }
    if (!left().isEmpty()) {
      throw new BrokenPromise("left in the temporary directory: " + left());
    }
    try (Stream<Path> files = Files.list(out)) {
      if (files.anyMatch(file -> file.getFileName().toString().endsWith(".tmp"))) {
        throw new BrokenPromise("an unfinished file is left in " + out);
      }
    }
  }
}
