package site.ycsb.tls.comparison.run;

import static site.ycsb.tls.property.run.RunProperties.CLIENT_JAVA;
import static site.ycsb.tls.property.run.RunProperties.STALL_SECONDS;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.OrderSender;
import site.ycsb.tls.slice.SliceReport;

/**
 * Makes each run as {@code bin/ycsb run} (or {@code load}) does: this JVM's {@code java}, or that
 * of {@code client.java}, this JVM's class path, {@value #MAIN}. The child's output goes to {@code
 * stdout.txt} and {@code stderr.txt} in the run's directory.
 *
 * @param jvmArguments for the children, as {@code -jvm-args} gives them
 * @param classPath of the children
 * @param heapBytes the most heap that each of several children at once may have, unless the
 *     arguments say; 0 = the JVM's own limit
 */
public record ForkedRunLauncher(List<String> jvmArguments, String classPath, long heapBytes)
    implements RunLauncher {
  /** The main class; by name, because this package must not depend on it. */
  static final String MAIN = "site.ycsb.tls.cli.Main";

  /** System property of a child: the process that asked for the run. */
  public static final String PARENT = "ycsb.parent";

  /** The prefix of the program's messages on stderr. */
  private static final String OUR_NAME = "ycsb: ";

  /** The beginning of what agents of a JVM say. */
  private static final String JVM_ERROR = "ERROR: ";

  /** The time for a stopped child to write its incomplete result. */
  private static final long PATIENCE_SECONDS = 10;

  /** How often it is looked whether a run has its result, s. */
  private static final long LOOK_SECONDS = 1;

  /**
   * Time for the end of a run that has its result, in addition to {@code stall.seconds}, s. A JVM
   * that can do anything ends itself sooner, with its reason.
   */
  private static final double SECONDS_TO_END = 15;

  public ForkedRunLauncher {
    Objects.requireNonNull(classPath);
    jvmArguments = List.copyOf(jvmArguments);
  }

  /** With the class path of this JVM, and as much heap as the children want. */
  public ForkedRunLauncher(List<String> jvmArguments) {
    this(jvmArguments, System.getProperty("java.class.path"), 0);
  }

  /** Whether another process of this program asked for this one's run, in any way. */
  public static boolean isChild() {
    return Long.getLong(PARENT) != null;
  }

  @Override
  public RunOutcome launch(RunRequest request) throws IOException, InterruptedException {
    Path directory = request.directory();
    double stallSeconds = new TypedProperties(request.properties()).get(STALL_SECONDS);
    Process child = fork(request, List.of());
    try {
      while (!child.waitFor(LOOK_SECONDS, TimeUnit.SECONDS) && !hasResult(directory)) {
        // How long it takes until then only the run knows.
      }
      return outcome(child, directory, stallSeconds + SECONDS_TO_END);
    } finally {
      stop(child);
    }
  }

  @Override
  public StartedRun start(RunRequest request) throws IOException {
    OrderSender sender = OrderSender.open();
    try {
      List<String> arguments = new ArrayList<>(List.of(sender.jvmArgument()));
      if (heapBytes > 0) {
        arguments.add("-Xmx" + (heapBytes >> 20) + "m");
      }
      return new ForkedRun(sender, fork(request, arguments), request.directory());
    } catch (IOException | RuntimeException e) {
      sender.close();
      throw e;
    }
  }

  /** A child that takes orders. */
  private record ForkedRun(OrderSender sender, Process child, Path directory)
      implements StartedRun {
    @Override
    public OptionalLong processId() {
      return OptionalLong.of(child.pid());
    }

    @Override
    public boolean isReady(double seconds)
        throws IOException, InterruptedException, TimeoutException {
      boolean ready = sender.accept(child, seconds);
      if (!ready && child.isAlive()) {
        throw new TimeoutException("no connection within " + seconds + " s");
      }
      return ready;
    }

    @Override
    public void send(Order order) throws IOException {
      sender.send(order);
    }

    @Override
    public Optional<SliceReport> await(double seconds)
        throws IOException, InterruptedException, TimeoutException {
      return sender.await(seconds);
    }

    @Override
    public RunOutcome outcome(double seconds) throws IOException, InterruptedException {
      return ForkedRunLauncher.outcome(child, directory, seconds);
    }

    @Override
    public void close() throws IOException {
      // Without orders it ends by itself; if it hangs, it is stopped.
      sender.close();
      stop(child);
    }
  }

  private Process fork(RunRequest request, List<String> further) throws IOException {
    Path directory = request.directory();
    Files.createDirectories(directory);
    RunResultFile.remove(directory);
    Process child =
        new ProcessBuilder(command(request, further))
            .redirectOutput(directory.resolve("stdout.txt").toFile())
            .redirectError(directory.resolve("stderr.txt").toFile())
            .start();
    send(request, child);
    return child;
  }

  /** Of a child that ends within the time; of one that does not, that it failed. */
  private static RunOutcome outcome(Process child, Path directory, double seconds)
      throws IOException, InterruptedException {
    if (!child.waitFor((long) (seconds * 1000), TimeUnit.MILLISECONDS)) {
      return new RunOutcome(
          RunOutcome.KILLED, Optional.empty(), "it did not end within %.0f s".formatted(seconds));
    }
    int exitCode = child.exitValue();
    Optional<RunResult> result = result(directory);
    return new RunOutcome(
        exitCode, result, message(exitCode, result, directory.resolve("stderr.txt")));
  }

  /**
   * Properties come through standard input: no other user can see them there, and letters that the
   * locale's charset lacks would not arrive in an argument.
   */
  List<String> command(RunRequest request, List<String> further) {
    List<String> command = new ArrayList<>();
    JavaInstallation java =
        new TypedProperties(request.properties()).get(CLIENT_JAVA, JavaInstallation.running());
    command.add(java.launcher().toString());
    command.addAll(further);
    // In front of what is given: a heap just behind the orders is known by that as ours.
    command.add("-D" + PARENT + "=" + ProcessHandle.current().pid());
    command.addAll(jvmArguments);
    command.addAll(AlsoWithTls.jvmArguments(request.properties()));
    command.add("-cp");
    command.add(classPath);
    command.add(MAIN);
    command.add(request.phase() == Phase.LOAD ? "load" : "run");
    command.add(request.binding());
    command.add("-P");
    command.add("/dev/stdin");
    command.add("-p");
    command.add("results.dir=" + request.directory());
    return command;
  }

  private static void send(RunRequest request, Process child) {
    Properties properties = new Properties();
    properties.putAll(request.properties());
    properties.remove(CLIENT_JAVA.name());
    try (OutputStream stdin = child.getOutputStream()) {
      properties.store(stdin, null);
    } catch (IOException e) {
      // The child ended before it read them; its exit code and stderr say why.
    }
  }

  private static boolean hasResult(Path directory) {
    return Files.exists(directory.resolve(RunResultFile.NAME));
  }

  private static Optional<RunResult> result(Path directory) throws IOException {
    return hasResult(directory)
        ? Optional.of(RunResultFile.read(directory.resolve(RunResultFile.NAME)))
        : Optional.empty();
  }

  /**
   * The error in one line: from the result, or the last line of the child's stderr, which may be a
   * client's own: without credentials.
   */
  static String message(int exitCode, Optional<RunResult> result, Path stderr) throws IOException {
    if (exitCode == 0) {
      return "";
    }
    List<String> problems = result.map(RunResult::problems).orElse(List.of());
    if (!problems.isEmpty()) {
      return String.join("; ", problems);
    }
    List<String> lines =
        new String(Files.readAllBytes(stderr), StandardCharsets.UTF_8)
            .lines()
            .filter(
                line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("Caused by"))
            .toList();
    if (lines.isEmpty()) {
      return "it printed nothing on stderr";
    }
    String last = lines.get(lines.size() - 1);
    String words =
        last.startsWith(OUR_NAME)
            ? last.substring(OUR_NAME.length())
            // A JVM that does not start, or an agent in it, has its reason in its first line.
            : lines.get(0).startsWith(JVM_ERROR) ? lines.get(0) + "; " + last : last;
    return Secrets.named(List.of()).mask(words);
  }

  /**
   * First sends a request, so that the child can write its results. Does nothing when it has ended.
   */
  private static void stop(Process child) {
    if (!child.isAlive()) {
      return;
    }
    child.destroy();
    boolean interrupted = Thread.interrupted();
    try {
      if (!child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      interrupted = true;
      child.destroyForcibly();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
