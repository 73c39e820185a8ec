package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.measurement.IntervalLog;
import site.ycsb.tls.needs.JavaWithOption;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.UniformClient;
import site.ycsb.tls.testkit.Ycsb;

/** What {@code bin/ycsb} does with what goes wrong, as its users start it. */
class CommandLineIT {
  private static final String WORKLOAD =
      " -P workloads/workloadc -p recordcount=100 -p operationcount=200 ";
  private static final ServerKey KEY = ServerKey.parse("EC-256");

  private static ListenerTestbed testbed;
  private static List<Closeable> sockets;
  private static String ca;
  private static String expired;
  private static String wrongHost;
  private static String silent;
  private static String nobody;

  @TempDir private Path directory;

  @BeforeAll
  static void start(@TempDir Path authorityDirectory) throws Exception {
    testbed = Testbeds.start();
    sockets = new ArrayList<>();
    CertificateAuthority authority = CertificateAuthority.create(KEY);
    authority.save(authorityDirectory);
    ca = "tls.ca=" + CertificateAuthority.certificateFile(authorityDirectory);
    expired = serve(authority.issueServer(KEY, List.of("127.0.0.1"), Validity.expired()));
    wrongHost = serve(authority.issueServer(KEY, List.of("elsewhere.example"), Validity.days(2)));
    ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    sockets.add(mute);
    silent = url(mute.getLocalPort());
    // Bound and not listening: no other process can get the port.
    Socket bound = new Socket();
    sockets.add(bound);
    bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    nobody = url(bound.getLocalPort());
  }

  @AfterAll
  static void stop() throws IOException {
    testbed.close();
    for (Closeable socket : sockets) {
      socket.close();
    }
  }

  /** A server that does handshakes, and nothing after them. */
  private static String serve(CertifiedKey key) throws IOException {
    SSLServerSocket socket =
        PinnedServerContext.of(TlsPin.of(Testbeds.TLS_1_3), key)
            .serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    sockets.add(socket);
    Thread server =
        new Thread(
            () -> {
              while (!socket.isClosed()) {
                try (var connection = socket.accept()) {
                  connection.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // The client refuses the certificate: that is what it is there for.
                }
              }
            });
    server.setDaemon(true);
    server.start();
    return url(socket.getLocalPort());
  }

  private static String url(int port) {
    return "mongodb.url=mongodb://127.0.0.1:" + port + "/ycsb";
  }

  private static String listener(String name) {
    return "mongodb.url=" + testbed.server().clientProperties(name).get("mongodb.url");
  }

  private static String testCa() {
    return "tls.ca=" + testbed.server().clientProperties(tls12()).get("tls.ca");
  }

  private static String tls12() {
    return Testbeds.TLS_1_2 + "-RSA-2048";
  }

  /** A run of the workload with these properties. */
  private Ycsb run(String... properties) throws IOException, InterruptedException {
    return Ycsb.run(directory, command("run mongodb", properties(properties)));
  }

  /** What is done to the workload, and further words. */
  private static String[] command(String line, String... further) {
    return words(line + WORKLOAD, further);
  }

  private static String[] properties(String... properties) {
    return Arrays.stream(properties)
        .flatMap(property -> Stream.of("-p", property))
        .toArray(String[]::new);
  }

  /** A server that the program did not start tells its CPU time itself. */
  @Test
  void theServerTellsItsCpuTime() throws Exception {
    Ycsb.run(directory, command("load mongodb", properties(listener("plain")))).assertSucceeded();
    Ycsb run = run(listener("plain")).assertSucceeded();
    assertThat(Double.parseDouble(run.reported("CPU", "ServerTime(ms)"))).isPositive();
    // Its question is not among the run's connections.
    assertThat(run.reported("CONNECTIONS", "Opened")).isEqualTo("0");
  }

  /** Others are in the program's own tests, where no process is started for them. */
  static Stream<Arguments> wrongUsage() {
    return Stream.of(
        Arguments.of(
            "tls.cipher=TLS_AES_256_GCM_SHA384 tls.renegotiate=5 workload=site.ycsb.tls.workload.ConnectionChurnWorkload",
            "end with their cycle"),
        Arguments.of(
            "tls.cipher=TLS_AES_256_GCM_SHA384 tls.renegotiate=5 mongodb.shared=true",
            "belong to no thread"),
        Arguments.of("mongodb.maxconnections=9", "no effect without mongodb.shared=true"),
        Arguments.of("testbed.provider=OpenSSL", "testbed.provider"));
  }

  /** The test server's own count must agree, or the run fails. */
  @ParameterizedTest
  @Tag("full")
  @CsvSource({
    Testbeds.TLS_1_2 + ", off, 280",
    Testbeds.TLS_1_2 + ", on, 260",
    Testbeds.TLS_1_3 + ", off, 218"
  })
  void renegotiatesBetweenOperations(String suite, String resumption, int records)
      throws Exception {
    Ycsb run =
        run(
            "tls.cipher=" + suite,
            "tls.resumption=" + resumption,
            "tls.renegotiate=10",
            "threadcount=2",
            "warmup.operations=50");

    run.assertSucceeded();
    assertThat(run.reported("READ", "Operations")).isEqualTo("200");
    assertThat(run.reported("TLS-RENEGOTIATE", "Operations")).isEqualTo("20");
    assertThat(run.reported("TLS", "HandshakesFull")).isEqualTo("0");
    assertThat(run.reported("TLS", "HandshakesResumed")).isEqualTo("0");
    // The driver's connections and no more: each thread has two, and the pool was asked with two.
    assertThat(run.reported("CONNECTIONS", "SetupOpened")).isEqualTo("6");
    // One for each answer; for each full handshake 4 or more, for each abbreviated one 3, for each
    // key update 1, which comes with the next answer: not for the threads' last.
    assertThat(Long.parseLong(run.reported("TLS", "RecordsIn"))).isGreaterThanOrEqualTo(records);
  }

  @Test
  @Tag("full")
  void diffieHellmanHasTheSizeThatIsAskedFor() throws Exception {
    Ycsb run = run("tls.cipher=DHE-RSA-AES128-SHA", "testbed.dhsize=1024").assertSucceeded();

    assertThat(run.reported("TLS", "Group")).isEqualTo("dh-1024");
  }

  /** Bouncy Castle on both ends, as the JDK does not have the group. */
  @Test
  @Tag("full")
  void pinsThePostQuantumGroup() throws Exception {
    Ycsb run =
        run("tls.cipher=" + Testbeds.TLS_1_3, "tls.provider=BCJSSE", "tls.group=X25519MLKEM768")
            .assertSucceeded();

    assertThat(run.reported("READ", "Operations")).isEqualTo("200");
    assertThat(run.reported("TLS", "Group")).isEqualTo("X25519MLKEM768");
    assertThat(run.reported("TLS", "Provider")).startsWith("BCJSSE ");
  }

  @ParameterizedTest
  @Tag("full")
  @MethodSource
  void wrongUsage(String given, String hint) throws Exception {
    run(given.split(" ", -1)).assertRefused(2, hint);
  }

  /** No test server is started that would end because it cannot serve the suite. */
  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"run", "compare", "testbed"})
  void refusesADisabledSuiteBeforeAnythingIsStarted(String command) throws Exception {
    Ycsb refused =
        Ycsb.run(
            directory,
            words(
                command
                    + " mongodb -P workloads/workloadc -p tls.cipher=TLS_RSA_WITH_RC4_128_SHA"));

    refused.assertRefused(2, "TLS_RSA_WITH_RC4_128_SHA", "set tls.legacy=true");
    assertThat(refused.err()).doesNotContain("test server");
  }

  /** An update of a JDK has a group that another one lacks. */
  @Test
  @Tag("full")
  void refusesAGroupThatTheJavaOfAVariantLacksBeforeAnythingIsStarted(
      @TempDir(factory = ModuleFolder.class) Path java) throws Exception {
    JavaWithOption.in(java, JavaWithOption.thatLacks("x25519", java));

    Ycsb refused =
        Ycsb.run(
            directory,
            words(
                """
                compare mongodb -P workloads/workloadc -p tls.cipher=TLS_AES_128_GCM_SHA256
                -p variants.other.tls.cipher=TLS_AES_128_GCM_SHA256 -p
                """,
                "variants.other.client.java=" + java));

    refused.assertRefused(2, "client.java=" + java + ": tls.group=x25519", "it can offer");
    assertThat(refused.err()).doesNotContain("test server");
  }

  /** Its test server gets the cipher from Bouncy Castle, too. */
  @Test
  @Tag("full")
  void pinsASuiteThatTheJdkLacks() throws Exception {
    Ycsb run = run("tls.cipher=ECDHE-ARIA128-GCM-SHA256", "tls.provider=BCJSSE").assertSucceeded();

    assertThat(run.reported("READ", "Operations")).isEqualTo("200");
    assertThat(run.reported("TLS", "CipherSuite"))
        .isEqualTo("TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256");
  }

  @Test
  @Tag("full")
  void refusesUnknownBinding() throws Exception {
    Ycsb.run(directory, command("run mongo")).assertRefused(2, "mongo", "mongodb");
  }

  /** Without its own records it would read others of another size, and fail after minutes. */
  @Test
  void aModelOfTheUsersServerLoadsItsRecords() throws Exception {
    Ycsb.run(
            directory,
            words(
                """
                model mongodb -p mongodb.url=mongodb://localhost:1/ycsb
                -p tls.cipher=TLS_AES_128_GCM_SHA256
                """))
        .assertRefused(2, "add --load");
  }

  @Test
  @Tag("full")
  void refusesUnreadableFileOfProperties() throws Exception {
    Ycsb.run(directory, "run", "mongodb", "-P", "no/such/file").assertRefused(2, "no/such/file");
  }

  @Test
  @Tag("full")
  void refusesUnknownOptionAndMissingCommand() throws Exception {
    assertThat(Ycsb.run(directory, "run", "mongodb", "-treads", "2").exitCode()).isEqualTo(2);
    assertThat(Ycsb.run(directory).exitCode()).isEqualTo(2);
  }

  static Stream<Arguments> wrongServer() {
    String suite12 = "tls.cipher=" + Testbeds.TLS_1_2;
    String suite13 = "tls.cipher=" + Testbeds.TLS_1_3;
    return Stream.of(
        Arguments.of(
            "suite that the server does not offer", tls12(), suite13, "does not offer TLSv1.3"),
        Arguments.of("key of another size", tls12(), suite12 + " tls.keysize=4096", "tls.keysize"),
        Arguments.of(
            "key of another algorithm",
            Testbeds.TLS_1_3 + "-RSA-3072",
            suite13 + " tls.keysize=EC-256",
            "tls.keysize"),
        Arguments.of("TLS asked of a plain port", "plain", suite13, "speaks TLS"),
        Arguments.of("plain asked of a TLS port", tls12(), "", "tls.cipher"));
  }

  @ParameterizedTest(name = "{0}")
  @Tag("full")
  @MethodSource
  void wrongServer(String what, String listener, String tls, String hint) throws Exception {
    List<String> given = new ArrayList<>(List.of(listener(listener)));
    if (!tls.isEmpty()) {
      given.add(testCa());
      given.addAll(List.of(tls.split(" ", -1)));
    }
    run(given.toArray(String[]::new)).assertRefused(1, hint);
  }

  @Test
  @Tag("full")
  void refusesExpiredCertificate() throws Exception {
    run(expired, ca, "tls.cipher=" + Testbeds.TLS_1_3).assertRefused(1, "expired");
  }

  @Test
  @Tag("full")
  void refusesCertificateOfAnotherHost() throws Exception {
    run(wrongHost, ca, "tls.cipher=" + Testbeds.TLS_1_3)
        .assertRefused(1, "elsewhere.example", "tls.verify=chain");
  }

  @Test
  @Tag("full")
  void refusesUntrustedCertificate() throws Exception {
    run(listener(tls12()), ca, "tls.cipher=" + Testbeds.TLS_1_2).assertRefused(1, "tls.ca");
  }

  @Test
  @Tag("full")
  void saysThatNobodyListens() throws Exception {
    run(nobody).assertRefused(1, "127.0.0.1");
    run(nobody, "tls.cipher=" + Testbeds.TLS_1_3).assertRefused(1, "127.0.0.1");
  }

  @Test
  @Tag("full")
  void saysThatTheServerSaysNothing() throws Exception {
    // Both at once: each waits for seconds.
    Path other = Files.createDirectory(directory.resolve("other"));
    Process plain = Ycsb.start(directory, command("run mongodb", properties(silent)));
    Process pinned =
        Ycsb.start(
            other, command("run mongodb", properties(silent, "tls.cipher=" + Testbeds.TLS_1_3)));
    Ycsb.ended(directory, plain).assertRefused(1, "127.0.0.1");
    Ycsb.ended(other, pinned).assertRefused(1, "127.0.0.1");
  }

  @Test
  void masksCredentials() throws Exception {
    Ycsb ended = run(nobody.replace("//", "//me:tops3cret@"), "results.dir=results");
    ended.assertRefused(1, "127.0.0.1");
    assertThat(ended.out() + ended.err()).doesNotContain("tops3cret");
  }

  static Stream<Arguments> failsWithBadClient() {
    return Stream.of(
        Arguments.of(Clients.OneInitThrows.class, "no seat left"),
        Arguments.of(Clients.ReturnsNull.class, "READ NULL"),
        Arguments.of(Clients.ThrowsError.class, "StackOverflowError"),
        Arguments.of(Clients.Hangs.class, "stall.seconds"));
  }

  @ParameterizedTest
  @Tag("full")
  @MethodSource
  void failsWithBadClient(Class<?> client, String hint) throws Exception {
    thirdParty(client, "-threads 4 -p stall.seconds=2").assertRefused(1, hint);
  }

  @Test
  @Tag("full")
  void aTargetBelowTheNumberOfThreadsIsKept() throws Exception {
    Ycsb ended =
        thirdParty(Clients.Good.class, "-threads 4 -target 2 -p operationcount=3")
            .assertSucceeded();
    assertThat(ended.reported("READ", "Operations")).isEqualTo("3");
    assertThat(Double.parseDouble(ended.reported("OVERALL", "RunTime(ms)"))).isGreaterThan(900);
  }

  @Test
  @Tag("full")
  void countsBeyondTwoToThe31AreTaken() throws Exception {
    Ycsb ended =
        thirdParty(
                Clients.Good.class,
                "-p recordcount=5000000000 -p operationcount=4000000000 -p maxexecutiontime=1")
            .assertSucceeded();
    assertThat(Long.parseLong(ended.reported("READ", "Operations"))).isPositive();
  }

  @Test
  @Tag("full")
  void anInjectedDelayComesOutAsThatDelay() throws Exception {
    Ycsb ended = thirdParty(Clients.Slow.class, "").assertSucceeded();
    double micros = Clients.Slow.NANOS / 1e3;
    double mean = Double.parseDouble(ended.reported("READ", "AverageLatency(us)"));
    assertThat(Double.parseDouble(ended.reported("READ", "MinLatency(us)")))
        .isBetween(micros, mean);
    // One after the other: however busy the machine is, together they are no longer than the run.
    assertThat(mean * Long.parseLong(ended.reported("READ", "Operations")))
        .isLessThanOrEqualTo(1_010 * Double.parseDouble(ended.reported("OVERALL", "RunTime(ms)")));
  }

  private Ycsb thirdParty(Class<?> client, String line) throws Exception {
    String classes =
        Stream.of(client, UniformClient.class)
            .map(one -> one.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(File.pathSeparator));
    String run = "run " + client.getName() + WORKLOAD + line;
    return Ycsb.run(directory, words(run, "-cp", classes));
  }

  @Test
  void aTestServerThatDoesNotStartLeavesTheLogThatTheMessageNames(
      @TempDir(factory = ModuleFolder.class) Path temporary) throws Exception {
    String[] command =
        command("run mongodb -p testbed.heap=1k", "-jvm-args", "-Djava.io.tmpdir=" + temporary);
    Ycsb ended = Ycsb.run(directory, command);
    ended.assertRefused(1, "Too small", "(log: " + temporary);
    String log = ended.err().replaceAll("(?s).*\\(log: (.*?)\\).*", "$1");
    assertThat(Path.of(log)).content().contains("Too small");
  }

  @Test
  @Tag("full")
  void aServerThatIsKilledFailsTheRunAndNothingIsLost() throws Exception {
    try (ListenerTestbed victim = Testbeds.startPlain()) {
      // By default the driver looks for a server for half a minute.
      String url =
          "mongodb.url="
              + victim.server().clientProperties("plain").get("mongodb.url")
              + "?serverSelectionTimeoutMS=1000";
      Ycsb.run(directory, command("load mongodb", "-p", url)).assertSucceeded();
      Process run =
          Ycsb.start(
              directory,
              words(
                  """
                  run mongodb -P workloads/workloadc -p recordcount=100 -p operationcount=0
                  -p maxexecutiontime=20 -s -p status.interval=1 -p results.dir=results -p
                  """,
                  url));
      Ycsb.awaitOperations(directory, run);
      victim.kill();
      Ycsb ended = Ycsb.ended(directory, run);
      ended.assertRefused(1, "failed");
      assertThat(Long.parseLong(ended.reported("READ", "Operations"))).isPositive();
      assertThat(directory.resolve("results/run.json")).content().contains("FAILED");
    }
  }

  @Test
  @Tag("full")
  void aRunThatIsKilledLeavesItsIntervalsAndTheNextOneRemovesTheRest() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("t"));
    Path results = directory.resolve("results");
    String inTemporary = "-Djava.io.tmpdir=" + temporary;
    Process run =
        Ycsb.start(
            directory,
            words(
                """
                run mongodb -P workloads/workloadc -p recordcount=100 -p operationcount=0
                -p maxexecutiontime=3600 -s -p status.interval=1 -p results.dir=results -jvm-args
                """,
                inTemporary));
    Ycsb.awaitOperations(directory, run);
    Path intervals = results.resolve(IntervalLog.NAME);
    Pattern interval = Pattern.compile("Tag=READ,.*\n");
    while (!interval.matcher(Files.readString(intervals)).find()) {
      Thread.sleep(50);
    }
    List<ProcessHandle> children = run.descendants().toList();
    run.destroyForcibly();
    assertThat(Ycsb.ended(directory, run).exitCode()).isEqualTo(128 + 9);
    assertThat(children).isNotEmpty();
    children.forEach(child -> child.onExit().join());
    assertThat(IntervalLog.read(intervals, "READ")).isNotEmpty();
    assertThat(results.resolve("run.json")).doesNotExist();

    assertThat(temporary).isNotEmptyDirectory();
    Ycsb.run(directory, command("run mongodb", "-jvm-args", inTemporary)).assertSucceeded();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  @Tag("full")
  void comparesTwoServersAsNamedVariants() throws Exception {
    try (ListenerTestbed second = Testbeds.startPlain()) {
      long before = testbed.server().witness().get("plain").connections();
      String[] servers =
          properties(
              "variants.first." + listener("plain"),
              "variants.second.mongodb.url="
                  + second.server().clientProperties("plain").get("mongodb.url"));
      String line =
          "compare mongodb --load --baseline first --blocks 1 --seconds 0.4 --warmup 0 --out c";
      String[] command = command(line, servers);
      Ycsb ended = Ycsb.run(directory, command).assertSucceeded();

      assertThat(ended.err()).doesNotContain("started a test server");
      assertThat(ended.out()).contains("second relative to first");
      // Each has a load and a run, and each of these connects.
      assertThat(testbed.server().witness().get("plain").connections() - before)
          .isGreaterThanOrEqualTo(2);
      long after = second.server().witness().get("plain").connections();
      assertThat(after).isGreaterThanOrEqualTo(2);

      Ycsb again = Ycsb.run(directory, command).assertSucceeded();
      assertThat(again.err()).contains("nothing is left to run");
      assertThat(again.out()).isEqualTo(ended.out());
      assertThat(second.server().witness().get("plain").connections()).isEqualTo(after);

      Ycsb.run(directory, words("compare mongodb", servers))
          .assertRefused(2, "the variant plain names no server", "--baseline");
    }
  }

  /**
   * A block whose server is that of the last one would not contain what differs between starts. A
   * slice has fewer operations than there are between two renewals of keys: they are counted from
   * one slice to the next, beside those of the lead of each.
   */
  @Test
  @Tag("full")
  void eachBlockHasANewTestServerWithItsDataAndKeysAreRenewedFromSliceToSlice() throws Exception {
    Ycsb.run(
            directory,
            command(
                "compare mongodb --blocks 2 --seconds 3 --warmup 0.3 --lead 5 --out c",
                properties("tls.cipher=" + Testbeds.TLS_1_3, "tls.renegotiate=200")))
        .assertSucceeded();

    List<String> servers = new ArrayList<>();
    List<String> renewals = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory.resolve("c/runs"))) {
      for (Path file : files.filter(f -> f.endsWith("run.json")).sorted().toList()) {
        servers.addAll(found("\"server.pid\" : \"([0-9]+)\"", file));
        renewals.addAll(found("\"TLS-RENEGOTIATE\" : \\{\\s*\"count\" : ([0-9]+)", file));
      }
    }
    // Two variants in each of two blocks.
    assertThat(servers).hasSize(4);
    assertThat(servers.get(0)).isNotBlank().isEqualTo(servers.get(1));
    assertThat(servers.get(2)).isNotEqualTo(servers.get(0)).isEqualTo(servers.get(3));
    // Of the variant with TLS; that they are as many as asked for, the run checks itself.
    assertThat(renewals).hasSize(2).doesNotContain("0");
  }

  /** The second block would be said to have a new server. */
  @Test
  @Tag("full")
  void aCommandThatDoesNotStartTheUsersServerAgainEndsTheComparison() throws Exception {
    Path count = directory.resolve("restarts");
    Ycsb failed =
        Ycsb.run(
            directory,
            command(
                "compare mongodb --load --calibrate --blocks 3 --seconds 0.4 --warmup 0.1 --out c",
                "-p",
                listener("plain"),
                "--server-restart",
                "echo again >>" + count));

    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err()).contains("the server was not started again").doesNotContain("\tat ");
    assertThat(Files.readAllLines(count)).as("before each block but the first").hasSize(1);
    assertThat(found("(\"ACCEPTED\")", directory.resolve("c/comparison.json"))).hasSize(2);
  }

  private static List<String> found(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  @Test
  @Tag("full")
  void comparesNothingWhenAFileOfAnyVariantIsMissing() throws Exception {
    Path run = directory.resolve("c");
    Ycsb.run(
            directory,
            words(
                """
                compare mongodb -p tls.cipher=TLS_AES_128_GCM_SHA256 -p tls.ca=ca.pem --out c -p
                """,
                listener("plain")))
        .assertRefused(2, "tls.ca=ca.pem", "does not exist");
    assertThat(run.resolve("runs")).doesNotExist();
  }
}
