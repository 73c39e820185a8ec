import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the CPU time of an operation goes, without and with TLS, in the client and in a test server
 * that is a JVM: JDK Flight Recorder's samples of Java code, sorted by what they were in, times the
 * CPU time per operation that the run reports. The time in the kernel is what the recording says of
 * the process.
 *
 * <pre>
 * java benchmarks/profile/CpuShares.java mongodb workloads/workloadc SECONDS PROPERTY...
 * </pre>
 *
 * Started in the folder of bin/ycsb, with JDK 25 or newer for all of it: the recordings of JDK 17
 * drop the samples of SHA-2 and most of RSA (findings/flight-recording-of-crypto.sh). A property of TLS,
 * such as tls.cipher=SUITE, goes to the run with TLS only. Nothing else may run on the machine.
 */
public class CpuShares {
  /** Until both sides' code is compiled. */
  private static final int WARM_UP_SECONDS = 60;
  /** Enough to start the run, and to write a recording before the run ends. */
  private static final int START_SECONDS = 8;

  /** The first whose recordings have all samples of cryptography; JDK 18 to 24 were not tried. */
  private static final int FIRST_JDK = 25;

  private static final Pattern JDK = Pattern.compile("JRE \\((\\d+)");
  private static final Pattern CLIENT = Pattern.compile("\\[CPU\\], ClientTime\\(ms\\), (.*)");
  private static final Pattern SERVER = Pattern.compile("\\[CPU\\], ServerTime\\(ms\\), (.*)");
  private static final Pattern OPERATIONS =
      Pattern.compile("\\[(?:READ|UPDATE|CYCLE)\\], Operations, (\\d+)");

  /** Belongs to nobody: the frame that called it decides. */
  private static final Pattern LIBRARY = Pattern.compile("(java|javax|jdk|sun|com\\.sun|io\\.netty)\\..*");

  /** Of the first of a sample's frames, from the top, that belongs to one; in this order for a frame. */
  private enum Share {
    CIPHER("cipher", "com\\.sun\\.crypto\\.provider\\.(Galois|GHASH|AES|ChaCha|Poly1305|CipherB|Counter|CipherC).*|javax\\.crypto\\.Cipher\\b.*"),
    HASH("hash and HMAC", "sun\\.security\\.provider\\.(SHA|MD|Digest|ByteArrayAccess).*|java\\.security\\.MessageDigest\\b.*([uU]pdate|[dD]igest)\\b|com\\.sun\\.crypto\\.provider\\.Hmac.*|javax\\.crypto\\.Mac.*"),
    ASYMMETRIC("asymmetric", "sun\\.security\\.(rsa|ec|util\\.math)\\..*|java\\.math\\..*"),
    TLS("rest of TLS", "sun\\.security\\..*|javax\\.net\\.ssl\\..*|io\\.netty\\.handler\\.ssl\\..*|site\\.ycsb\\.tls\\.(socket|wire|verify|server)\\..*"),
    SOCKETS("sockets", "sun\\.nio\\..*|java\\.net\\..*|java\\.nio\\.channels\\..*"),
    APPLICATION("driver or server, and YCSB", ".*"),
    KERNEL("kernel", "(?!)");

    private final String text;
    private final Pattern classes;

    Share(String text, String classes) {
      this.text = text;
      this.classes = Pattern.compile(classes);
    }
  }

  /** CPU time of one side, us per operation, and what it was for. */
  private record Side(double micros, Map<Share, Double> shares, long samples) {
    double micros(Share share) {
      return micros * shares.getOrDefault(share, 0.0);
    }
  }

  /** {@code server} is null if it is no JVM. */
  private record Run(Side client, Side server) {}

  public static void main(String[] args) throws Exception {
    List<String> common = new ArrayList<>(List.of("run", args[0], "-P", args[1]));
    int seconds = Integer.parseInt(args[2]);
    for (String property :
        List.of(
            "operationcount=0",
            "warmup.seconds=" + WARM_UP_SECONDS,
            "maxexecutiontime=" + (seconds + 2 * START_SECONDS))) {
      common.addAll(List.of("-p", property));
    }
    List<String> pinned = new ArrayList<>(common);
    for (String property : List.of(args).subList(3, args.length)) {
      pinned.addAll(List.of("-p", property));
      if (!property.startsWith("tls.")) {
        common.addAll(List.of("-p", property));
      }
    }
    Run plain = run(common, seconds);
    Run tls = run(pinned, seconds);
    tell("client", plain.client, tls.client);
    if (plain.server != null) {
      tell("server", plain.server, tls.server);
    } else {
      System.out.println("\nThe server is no JVM: what its CPU time is for is not known.");
    }
  }

  private static Run run(List<String> arguments, int seconds) throws Exception {
    Path directory = Files.createTempDirectory("shares");
    List<String> command = new ArrayList<>(List.of("bin/ycsb"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    for (String options : List.of("JAVA_OPTS", "TESTBED_JAVA_OPTS")) {
      builder.environment().put(options, "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints");
    }
    Path output = directory.resolve("output.txt");
    Process process =
        builder.redirectOutput(output.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    if (!process.waitFor(WARM_UP_SECONDS + START_SECONDS, TimeUnit.SECONDS)) {
      record(process.toHandle(), directory.resolve("client.jfr"), seconds);
      for (ProcessHandle child : process.descendants().toList()) {
        // One with children is the JVM that watches over a database of another kind.
        if (child.info().command().orElse("").endsWith("/java")
            && child.children().findAny().isEmpty()) {
          record(child, directory.resolve("server.jfr"), seconds);
        }
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": see " + output);
    }
    String report = Files.readString(output, StandardCharsets.UTF_8);
    double operations = number(OPERATIONS, report);
    return new Run(
        side(directory.resolve("client.jfr"), 1e3 * number(CLIENT, report) / operations),
        Files.exists(directory.resolve("server.jfr"))
            ? side(directory.resolve("server.jfr"), 1e3 * number(SERVER, report) / operations)
            : null);
  }

  private static void record(ProcessHandle process, Path file, int seconds) throws Exception {
    Process jcmd =
        new ProcessBuilder(
                "jcmd", Long.toString(process.pid()), "JFR.start", "settings=profile",
                "duration=" + seconds + "s", "filename=" + file)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (jcmd.waitFor() != 0) {
      throw new IllegalStateException("jcmd could not start a recording of " + process.pid());
    }
  }

  private static double number(Pattern pattern, String report) {
    Matcher matcher = pattern.matcher(report);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in\n" + report);
    }
    return Double.parseDouble(matcher.group(1));
  }

  private static Side side(Path recording, double micros) throws IOException {
    Map<Share, Long> samples = new EnumMap<>(Share.class);
    double user = 0;
    double system = 0;
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        switch (event.getEventType().getName()) {
          case "jdk.ExecutionSample" -> samples.merge(share(event), 1L, Long::sum);
          case "jdk.CPULoad" -> {
            user += event.getFloat("jvmUser");
            system += event.getFloat("jvmSystem");
          }
          case "jdk.JVMInformation" -> requireAllSamples(event.getString("jvmVersion"));
          default -> {}
        }
      }
    }
    long all = samples.values().stream().mapToLong(Long::longValue).sum();
    double inUser = user / (user + system);
    Map<Share, Double> shares = new EnumMap<>(Share.class);
    samples.forEach((share, count) -> shares.put(share, inUser * count / all));
    shares.put(Share.KERNEL, 1 - inUser);
    return new Side(micros, shares, all);
  }

  private static void requireAllSamples(String jvm) {
    if (number(JDK, jvm) < FIRST_JDK) {
      throw new IllegalStateException(
          "recorded with " + jvm + ", which drops samples of cryptography: use JDK " + FIRST_JDK
              + " or newer (JAVA_HOME)");
    }
  }

  private static Share share(RecordedEvent sample) {
    if (sample.getStackTrace() == null) {
      return Share.APPLICATION;
    }
    for (RecordedFrame frame : sample.getStackTrace().getFrames()) {
      String method = frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
      for (Share share : Share.values()) {
        if (share != Share.APPLICATION && share.classes.matcher(method).matches()) {
          return share;
        }
      }
      if (!LIBRARY.matcher(method).matches()) {
        return Share.APPLICATION;
      }
    }
    return Share.APPLICATION;
  }

  private static void tell(String side, Side plain, Side tls) {
    System.out.printf("%n| CPU time of the %s, us per operation | plain | TLS | more |%n", side);
    System.out.println("| --- | --- | --- | --- |");
    for (Share share : Share.values()) {
      row(share.text, plain.micros(share), tls.micros(share));
    }
    row("all", plain.micros, tls.micros);
    System.out.printf("%n%d and %d samples%n", plain.samples, tls.samples);
  }

  private static void row(String text, double plain, double tls) {
    System.out.printf(
        Locale.ROOT, "| %s | %.1f | %.1f | %+.1f |%n", text, plain, tls, tls - plain);
  }
}
