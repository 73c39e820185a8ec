package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.QuickFleetCertificates;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.verify.KeyMaterial;

/**
 * What becomes of a run when a member of its fleet is lost, or does not belong to it. Who is silent
 * for four seconds is lost: nothing else may run where the others must not be (tag "alone").
 */
@Timeout(300)
class FleetFailuresIT {
  /** Far longer than the tests: a run of this length that ends was ended. */
  private static final Map<String, String> LONG =
      Map.of("maxexecutiontime", "3600", "file.millis", "5");

  private static final Map<String, String> ONE = Map.of("operationcount", "1");

  @TempDir private Path directory;

  private Program measuring(int agents) throws IOException, InterruptedException {
    Program program =
        Program.run(directory, "run", LONG, "-s", "--local-agents", Integer.toString(agents));
    program.awaitWord("2 sec: ");
    return program;
  }

  private RunResult result(String file) throws IOException {
    return RunResultFile.read(directory.resolve("results").resolve(file));
  }

  /** The others' figures are there, and nobody takes them for the run's. */
  private void assertFailed(Program program, int lost) throws Exception {
    assertThat(program.ended(1)).containsPattern("ycsb: .*agent " + lost + " \\(");
    RunResult merged = result("run.json");
    assertThat(merged.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(merged.problems().get(0)).contains("agent " + lost + " (");
    for (int agent : new int[] {1, 2, 3}) {
      if (agent != lost) {
        assertThat(result("agent-" + agent + "/run.json").outcome()).isEqualTo(Outcome.INCOMPLETE);
      }
    }
    assertThat(merged.fleet().members()).hasSize(2);
    assertThat(merged.succeeded()).isPositive();
  }

  /** Waits for the result that a run writes when it notices that it is alone. */
  private void awaitIncomplete(int agent) throws Exception {
    Path file = directory.resolve("results/agent-" + agent + "/run-001/run.json");
    while (!Files.exists(file)) {
      Thread.sleep(50);
    }
    assertThat(RunResultFile.read(file).outcome()).isEqualTo(Outcome.INCOMPLETE);
    assertThat(file.resolveSibling("intervals.hlog")).isNotEmptyFile();
  }

  @Test
  @Tag("full")
  @Tag("alone")
  void agentThatIsKilledFailsTheRunByName() throws Exception {
    try (Program program = measuring(3)) {
      List<ProcessHandle> orphans = program.agent(2).children().toList();
      program.agent(2).destroyForcibly();
      assertFailed(program, 2);
      awaitIncomplete(2);
      assertThat(orphans).isNotEmpty();
      orphans.forEach(run -> run.onExit().join());
    }
  }

  /** Another run may do better, but this one has failed. */
  @Test
  @Tag("full")
  @Tag("alone")
  void agentThatIsKilledBeforeAnyOperationFailsTheRunByName() throws Exception {
    Map<String, String> warmingUp = Map.of("maxexecutiontime", "3600", "warmup.seconds", "3600");
    try (Program program = Program.run(directory, "run", warmingUp, "--local-agents", "2")) {
      program.awaitWord("agent 2 (");
      while (program.agent(2).children().findAny().isEmpty()) {
        program.requireAlive();
        Thread.sleep(50);
      }
      program.agent(2).destroyForcibly();
      assertThat(program.ended(1)).containsPattern("ycsb: .*agent 2 \\(");
      assertThat(program.out()).doesNotContainPattern("Throughput.*, [0-9]");
    }
  }

  @Test
  @Tag("full")
  @Tag("alone")
  void agentThatHangsFailsTheRunByName() throws Exception {
    try (Program program = measuring(3)) {
      program.stop(program.agent(3));
      assertFailed(program, 3);
      // Its load generator does not go on without it.
      awaitIncomplete(3);
    }
  }

  @Test
  @Tag("full")
  @Tag("alone")
  void loadGeneratorThatHangsFailsTheRunByName() throws Exception {
    try (Program program = measuring(2)) {
      program.stop(program.agent(1).children().findFirst().orElseThrow());
      assertThat(program.ended(1)).containsPattern("ycsb: .*agent 1 \\(");
      assertThat(result("run.json").outcome()).isEqualTo(Outcome.FAILED);
    }
  }

  @Test
  @Tag("full")
  @Tag("alone")
  @Needs(Requirement.LINUX)
  void localAgentsListenOnLoopbackOnlyAndEndWithTheirCoordinator() throws Exception {
    try (Program program = measuring(2)) {
      List<ProcessHandle> agents = List.of(program.agent(1), program.agent(2));
      for (ProcessHandle agent : agents) {
        assertThat(ListeningSockets.addresses(agent))
            .isNotEmpty()
            .allMatch(InetAddress::isLoopbackAddress);
      }
      program.kill();
      for (ProcessHandle agent : agents) {
        agent.onExit().join();
      }
      for (int agent = 1; agent <= 2; agent++) {
        awaitIncomplete(agent);
      }
      assertThat(directory.resolve("results/run.json")).doesNotExist();
    }
  }

  @Test
  @Tag("full")
  void onlyMembersOfTheFleetMayJoin() throws Exception {
    String there = "127.0.0.1:" + ListeningSockets.freePort();
    FleetCertificates foreign = QuickFleetCertificates.create(directory.resolve("foreign"));
    CertificateAuthority authority = QuickFleetCertificates.authority();
    FleetCertificates ours =
        QuickFleetCertificates.create(directory.resolve("ours"), authority, Validity.days(1));
    FleetCertificates expired =
        QuickFleetCertificates.create(directory.resolve("expired"), authority, Validity.expired());
    try (Program coordinator =
        waiting(there, Map.of("maxexecutiontime", "1", "file.millis", "5"), ours.directory())) {
      try (Program foreigner =
              joining("foreigner", "--join", there, "--fleet", foreign.directory().toString());
          Program withoutFleet = joining("without-fleet", "--join", there)) {
        assertRefused(foreigner, "TLS: ");
        assertRefused(withoutFleet, "(--fleet)");
      }
      assertRefused(there, ours, null);
      assertRefused(there, ours, keys(expired));
      assertThatThrownBy(() -> agentOfAnotherVersion(there, ours).serve())
          .hasMessageContaining("it has version 0.0.0 ");
      assertThat(coordinator.err()).doesNotContain("joined");
      assertJoins(coordinator, there, ours.directory());
    }
    assertThat(result("run.json").outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(directory.resolve("member/run-001/intervals.hlog")).isNotEmptyFile();
  }

  private static KeyManager[] keys(FleetCertificates fleet) throws Exception {
    char[] password = CertificateFiles.PASSWORD.toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(fleet.member().read().toKeyStore(password), password);
    return keys.getKeyManagers();
  }

  /**
   * With TLS 1.3 a server refuses its client after the client's handshake has ended.
   *
   * @param keys the client's; null: it has no certificate
   */
  private static void assertRefused(String there, FleetCertificates fleet, KeyManager[] keys)
      throws Exception {
    Trust trust = Trust.ofCa(CertificateAuthority.certificateFile(fleet.directory()));
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys, new TrustManager[] {KeyMaterial.trustManager(trust)}, null);
    InetSocketAddress address = FleetOptions.address("--join", there);
    try (Socket nobody =
        tls.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
      assertThatThrownBy(() -> nobody.getInputStream().read())
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("certificate");
    }
  }

  private Agent agentOfAnotherVersion(String there, FleetCertificates certificates) {
    return new Agent(
        new Agent.Options(
            FleetOptions.address("--join", there),
            certificates,
            true,
            Duration.ofSeconds(250),
            0,
            directory.resolve("other"),
            "0.0.0",
            List.of(),
            (binding, properties) -> "",
            line -> {}));
  }

  /** Whoever listens first is not yet the coordinator. */
  @Test
  @Tag("full")
  void withoutFleetAnAgentObeysItsOwnUsersCoordinatorOnly() throws Exception {
    String there = "127.0.0.1:" + ListeningSockets.freePort();
    Path foreign = directory.resolve("foreign");
    Path out = directory.resolve("own");
    QuickFleetCertificates.create(foreign);
    try (Program stranger = waiting(there, LONG, foreign)) {
      try (Program agent = joining("refused", "--join", there)) {
        assertRefused(agent, "TLS: ");
      }
      assertThat(stranger.err()).doesNotContain("joined");
    }
    String line = "--agents 1 --join-timeout 250 --listen " + there;
    try (Program coordinator = Program.run(directory, "run", ONE, words(line));
        Program agent =
            Program.start(directory, words("agent --join " + there + " --out", out.toString()))) {
      assertThat(coordinator.exitCode()).as(coordinator.err()).isZero();
      assertThat(agent.exitCode()).as(agent.err()).isZero();
    }
  }

  /** A run whose only agent is still to come. */
  private Program waiting(String there, Map<String, String> properties, Path certificates)
      throws IOException, InterruptedException {
    String line = "--agents 1 --join-timeout 250 --listen " + there + " --fleet";
    Program coordinator =
        Program.run(directory, "run", properties, words(line, certificates.toString()));
    coordinator.awaitWord("Waiting for 1 agents at " + there);
    return coordinator;
  }

  private void assertJoins(Program coordinator, String there, Path certificates) throws Exception {
    String out = directory.resolve("member").toString();
    try (Program agent =
        Program.start(
            directory,
            words("agent --join " + there, "--fleet", certificates.toString(), "--out", out))) {
      assertThat(agent.exitCode()).as(agent.err()).isZero();
      assertThat(coordinator.exitCode()).as(coordinator.err()).isZero();
    }
    assertThat(coordinator.err()).doesNotContain("OutOfMemory");
  }

  /**
   * A length is forged before the certificate, and by a member; then a client sends a byte now and
   * then, so that no single read takes long, and its handshake never ends.
   */
  @Test
  @Tag("full")
  void aForgedLengthIsNotBelievedAndAHandshakeWithoutEndKeepsNobodyOut() throws Exception {
    InetSocketAddress there =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), ListeningSockets.freePort());
    Path certificates = directory.resolve("fleet");
    QuickFleetCertificates.create(certificates);
    try (Program coordinator = waiting(Group.text(there), ONE, certificates)) {
      try (Socket stranger = new Socket(there.getAddress(), there.getPort())) {
        stranger.getOutputStream().write(new byte[] {22, 3, 1, 0, 4, 1, -1, -1, -1});
        assertThat(stranger.getInputStream().readAllBytes()).hasSizeLessThan(10);
      }
      try (Socket member =
          new FleetCertificates(certificates)
              .context()
              .getSocketFactory()
              .createSocket(there.getAddress(), there.getPort())) {
        DataOutputStream out = new DataOutputStream(member.getOutputStream());
        out.write("bela".getBytes(StandardCharsets.US_ASCII));
        IpAddress own = new IpAddress(there.getAddress(), member.getLocalPort());
        out.writeShort(Version.version);
        out.writeShort(own.serializedSize());
        own.writeTo(out);
        out.writeInt(Integer.MAX_VALUE);
        out.flush();
        assertThat(untilTheEnd(member.getInputStream())).isLessThan(1000);
      }
      try (Socket slow = new Socket(there.getAddress(), there.getPort())) {
        Thread dripping = new Thread(() -> drip(slow));
        dripping.start();
        assertJoins(coordinator, Group.text(there), certificates);
        slow.close();
        dripping.join();
      }
    }
  }

  /** As much of a ClientHello as is wanted, until nobody listens any more. */
  private static void drip(Socket slow) {
    try {
      byte[] record = {22, 3, 1, 64, 0, 1, 0, 63, -4, 3, 3};
      for (int sent = 0; ; sent++) {
        slow.getOutputStream().write(sent < record.length ? record[sent] : 0);
        Thread.sleep(100);
      }
    } catch (IOException | InterruptedException e) {
      assertThat(e).isInstanceOf(IOException.class);
    }
  }

  /** How many bytes come until the other end ends it, however it does that. */
  private static int untilTheEnd(InputStream in) {
    int bytes = 0;
    try {
      while (in.read() >= 0) {
        bytes++;
      }
    } catch (SocketException e) {
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  @Test
  void anAgentWritesInItsOwnDirectoryOnly() {
    Path own = directory.resolve("own");

    assertThat(
            AgentRun.properties(
                Map.of(
                    "recordcount", "7",
                    "exportfile", "/etc/passwd",
                    "results.dir", "/etc",
                    "testbed.options", "--log-error=/etc/passwd",
                    "hdrhistogram.output.path", "/etc/"),
                own))
        .isEqualTo(Map.of("recordcount", "7", "hdrhistogram.output.path", own + "/"));
  }

  @Test
  @Tag("full")
  void temporaryDirectoryTooLongForASocketIsTold() throws Exception {
    Path temporary = Files.createDirectories(directory.resolve("long".repeat(30)));
    try (Program program =
        Program.run(
            directory,
            List.of("-Djava.io.tmpdir=" + temporary),
            "run",
            LONG,
            "--local-agents",
            "1")) {
      assertThat(program.ended(1)).contains("ycsb: agent 1 (", "too long for a socket: ");
    }
    assertThat(temporary).isEmptyDirectory();
  }

  /** An agent that does not try for long. */
  private Program joining(String out, String... arguments) throws IOException {
    String line = "agent --join-timeout 2 --out " + directory.resolve(out);
    return Program.start(directory, words(line, arguments));
  }

  private static void assertRefused(Program agent, String why) throws Exception {
    assertThat(agent.ended(1)).contains("cannot join the fleet").contains(why);
    assertThat(agent.err().strip()).doesNotContain("\n");
  }

  @Test
  void withoutCertificatesNobodyListensToTheNetwork() throws Exception {
    try (Program run =
            Program.run(directory, "run", LONG, "--agents", "2", "--listen", "192.0.2.1:7800");
        Program agent = Program.start(directory, "agent", "--join", "192.0.2.1:7800")) {
      assertThat(run.ended(2)).contains("--listen 192.0.2.1:7800").contains("certs --fleet");
      assertThat(agent.ended(2)).contains("certs --fleet");
    }
  }

  @Test
  void wrongUsageOfTheRunIsTold() throws Exception {
    try (Program tooFew =
            Program.run(directory, "run", LONG, "-threads", "1", "--local-agents", "2");
        Program foreign =
            Program.run(
                directory,
                "run",
                Map.of("maxexecutiontime", "1", "workload", "site.ycsb.RestWorkload"),
                "--local-agents",
                "2")) {
      assertThat(tooFew.ended(2)).contains("-threads 2");
      assertThat(foreign.exitCode()).isEqualTo(2);
    }
  }
}
