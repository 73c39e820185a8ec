package site.ycsb.tls.testbed.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.FreePort;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerProcess;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.program.Ports;
import site.ycsb.tls.testserver.program.ProgramArguments;

/** The launcher's process and the real server's. */
@Needs(Requirement.REDIS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisServerIT {
  private static final String PLAIN = "plain";

  @TempDir private Path directory;

  /** Not below the other: a server that is started by root must be able to reach it. */
  @TempDir private Path data;

  private static Path program() {
    return Requirement.program("redis-server").orElseThrow();
  }

  private ListenerSpec tls(String suite, String key) throws IOException {
    CertificateFiles files =
        CertificateStore.in(CertificateStore.userDirectory(System.getenv()))
            .serverCertificate(ServerKey.parse(key));
    return ListenerSpec.tls(
        suite, new ServerTls(TlsPin.of(suite), files.certificate(), files.key()));
  }

  private ServerProcess start(ServerSpec spec, String... further)
      throws IOException, InterruptedException {
    Path file = directory.resolve("server.properties");
    spec.write(file);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                RedisServer.class.getName(),
                file.toString(),
                "data=" + data,
                "program=" + program()));
    command.addAll(List.of(further));
    return ServerProcess.start(command, directory.resolve("server.log"), Duration.ofSeconds(60));
  }

  private static ServerSpec plain() {
    return new ServerSpec(List.of(ListenerSpec.plain(PLAIN)), false);
  }

  @Test
  void startsAgainInTheSameDirectoryWithoutItsDataAndDiesWithItsLauncher() throws Exception {
    start(plain()).close();
    try (ServerProcess server = start(plain())) {
      assertThat(server.server())
          .matches("(redis|valkey)-server [0-9.]+ \\(build [0-9a-f]+\\) OpenSSL .*");
      assertThat(server.witness().get(PLAIN).connections()).isZero();
      assertThat(server.witness().get(PLAIN).connections()).isZero();
      assertThat(data.resolve("server/dump.rdb")).doesNotExist();

      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      ProcessHandle redis = redis(launcher);
      launcher.destroyForcibly();
      assertThat(redis.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
  }

  @Test
  void tellsThatTheServerDiedByItself() throws Exception {
    try (ServerProcess server = start(plain())) {
      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      redis(launcher).destroyForcibly();
      launcher.onExit().get(60, TimeUnit.SECONDS);
      assertThatThrownBy(server::witness)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("redis-server ended with exit code 137");
    }
  }

  @Test
  void repeatsWhatTheServerSaysWhenItDoesNotStart() {
    assertThatThrownBy(() -> start(plain(), "--no-such-option=1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-option")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aShortKeyNeedsLegacy() throws Exception {
    List<ListenerSpec> listeners = List.of(tls("TLS_RSA_WITH_AES_128_CBC_SHA", "RSA-1024"));
    assertThatThrownBy(() -> start(new ServerSpec(listeners, false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("allow it with tls.legacy=true");
    try (ServerProcess server = start(new ServerSpec(listeners, true))) {
      assertThat(server.witness()).hasSize(1);
    }
  }

  @Test
  void clientsCannotLetItWriteFilesElsewhere() throws Exception {
    try (ServerProcess server = start(plain())) {
      InetSocketAddress address = server.address(PLAIN);
      try (Socket client = new Socket(address.getHostString(), address.getPort())) {
        client.getOutputStream().write("CONFIG SET dir /\r\n".getBytes(StandardCharsets.US_ASCII));
        InputStreamReader answer =
            new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII);
        assertThat(new BufferedReader(answer).readLine())
            .startsWith("-ERR CONFIG SET failed")
            .contains("protected config");
      }
    }
  }

  @Test
  void takesOtherPortsWhenSomebodyHasTakenOne() throws Exception {
    ServerSpec spec =
        new ServerSpec(
            List.of(ListenerSpec.plain(PLAIN), tls("TLS_AES_128_GCM_SHA256", "RSA-2048")), false);
    ProgramArguments given = new ProgramArguments(List.of("data=" + data, "program=" + program()));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket taken = new ServerSocket(0, 1, loopback)) {
      int first = FreePort.at(List.of(loopback));
      int second = FreePort.at(List.of(loopback));
      int third = FreePort.at(List.of(loopback));
      Iterator<Integer> ports = List.of(first, taken.getLocalPort(), second, third).iterator();
      try (RedisServer server = RedisServer.start(spec, given, ports::next)) {
        assertThat(server.addresses().get(PLAIN).getPort()).isEqualTo(second);
        assertThat(server.addresses().get("TLS_AES_128_GCM_SHA256").getPort()).isEqualTo(third);
      }
    }
  }

  /** Of a link only its target has been checked. */
  @Test
  void filesAreInTheFolderThatALinkLedTo() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), data.getParent());
    ProgramArguments given =
        new ProgramArguments(
            List.of("data=" + link.resolve(data.getFileName()), "program=" + program()));
    try (RedisServer server = RedisServer.start(plain(), given, Ports.ofLoopback())) {
      assertThat(server.addresses()).isNotEmpty();
      assertThat(Files.readString(data.resolve("redis.conf")))
          .contains("\"" + data.toRealPath().resolve("server") + "\"")
          .doesNotContain(link.toString());
    }
  }

  @Test
  @Needs(Requirement.ROOT)
  void rootStartsItAsAnotherUserWhoCanWriteToOneFolder() throws Exception {
    try (ServerProcess server = start(plain())) {
      ProcessHandle launcher = ProcessHandle.of(server.processIds().get(0)).orElseThrow();
      assertThat(redis(launcher).info().user().orElseThrow()).isNotEqualTo("root");
      assertThat(Files.getOwner(data).getName()).isEqualTo("root");
      assertThat(Files.getPosixFilePermissions(data))
          .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
      assertThat(Files.getOwner(data.resolve("server")).getName()).isNotEqualTo("root");
    }
  }

  /** A link to a program of another name, in Debian. */
  private static ProcessHandle redis(ProcessHandle launcher) {
    return launcher
        .descendants()
        .filter(p -> p.info().command().filter(c -> c.matches(".*/(redis|valkey)-.*")).isPresent())
        .findFirst()
        .orElseThrow();
  }
}
