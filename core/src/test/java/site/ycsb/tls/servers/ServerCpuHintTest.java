package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.property.UsageException;

class ServerCpuHintTest {
  @Test
  void processOfAServerOnThisMachineIsFoundByItsPort() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ServerCpuHint.ofThisMachine(at("localhost", server.getLocalPort()), given()))
          .hasValueSatisfying(
              hint ->
                  assertThat(hint)
                      .startsWith("The server's CPU time was not measured: ")
                      .endsWith("add -p server.cpu=pid:" + ProcessHandle.current().pid()));
    }
  }

  /** Its CPU time would be given as that of the server in the container. */
  @Test
  @Needs(Requirement.LINUX)
  void whatOnlyPassesOnIsNotProposedAndNotAccepted() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try (ListeningChild proxy = ListeningChild.named("docker-proxy")) {
      Binding here = at("127.0.0.1", proxy.port());

      assertThat(ServerCpuHint.of(here, given()))
          .hasValueSatisfying(
              hint ->
                  assertThat(hint)
                      .contains(proxy.pid() + " (docker-proxy) listens at port", "docker inspect")
                      .doesNotContain("server.cpu=pid:" + proxy.pid()));
      assertThatThrownBy(
              () -> ServerCpuCheck.require(here, given("server.cpu", "pid:" + proxy.pid())))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(
              "server.cpu=pid:%d: process %d (docker-proxy)", proxy.pid(), proxy.pid())
          .hasMessageContaining("docker inspect");
      // It may be the server: such as what has started the container.
      ServerCpuCheck.require(here, given("server.pid", "" + stranger.pid()));
    } finally {
      stranger.destroyForcibly();
    }
  }

  /** The CPU time of one of them would be given as that of the server. */
  @Test
  @Needs(Requirement.LINUX)
  void aProxyIsProposedTogetherWithItsServer() throws Exception {
    Process server = new ProcessBuilder("sleep", "600").start();
    try (ListeningChild proxy = ListeningChild.named("haproxy")) {
      Binding here = at("127.0.0.1", proxy.port());
      String both = "server.cpu=pid:" + proxy.pid() + ",N with the number of the server's process";

      assertThat(ServerCpuHint.of(here, given()))
          .hasValueSatisfying(hint -> assertThat(hint).contains("(haproxy) listens at port", both));
      assertThatThrownBy(
              () -> ServerCpuCheck.require(here, given("server.cpu", "pid:" + server.pid())))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(both);
      ServerCpuCheck.require(here, given("server.cpu", "pid:" + proxy.pid() + "," + server.pid()));
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void portThatNobodyListensAtIsNamed() {
    assertThat(ServerCpuHint.ofThisMachine(at("127.0.0.1", 1), given()))
        .hasValueSatisfying(hint -> assertThat(hint).contains("that listens at port 1 of this"));
  }

  @Test
  void serverElsewhereHasNoProcessHere() {
    Binding elsewhere = at("192.0.2.77", 27017);

    assertThat(ServerCpuHint.ofThisMachine(elsewhere, given())).isEmpty();
    assertThat(ServerCpuHint.of(elsewhere, given()))
        .hasValueSatisfying(hint -> assertThat(hint).contains("server.cpu=ssh:", "agent:"));
  }

  @Test
  void nothingIsSaidToWhoHasNamedTheProcess() {
    assertThat(ServerCpuHint.of(at("127.0.0.1", 1), given("server.cpu", "pid:7"))).isEmpty();
    assertThat(ServerCpuHint.of(at("127.0.0.1", 1), given("server.pid", "7"))).isEmpty();
  }

  @Test
  @Needs(Requirement.LINUX)
  void aProcessThatIsNotTheServerIsRefused() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try (ListeningChild server = ListeningChild.at("127.0.0.1", 0)) {
      Binding here = at("127.0.0.1", server.port());

      assertThatThrownBy(
              () -> ServerCpuCheck.require(here, given("server.cpu", "pid:" + stranger.pid())))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("server.cpu=pid:%d: process %d (", stranger.pid(), server.pid())
          .hasMessageContaining("set server.cpu=pid:" + server.pid());
      assertThatThrownBy(
              () -> ServerCpuCheck.require(here, given("server.pid", "" + stranger.pid())))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("server.pid=%d: process %d (", stranger.pid(), server.pid());
      // The server, one that works for it beside it, and the shell that started it.
      for (String pids :
          List.of(
              "" + server.pid(),
              stranger.pid() + "," + server.pid(),
              "" + server.starter().pid())) {
        ServerCpuCheck.require(here, given("server.cpu", "pid:" + pids));
        ServerCpuCheck.require(here, given("server.pid", pids));
      }
      // Who listens elsewhere is not known.
      ServerCpuCheck.require(
          at("192.0.2.77", server.port()), given("server.cpu", "pid:" + stranger.pid()));
    } finally {
      stranger.destroyForcibly();
    }
  }

  /** The CPU time of one of them would be given as that of both. */
  @Test
  @Needs(Requirement.LINUX)
  void allNamedServersOfThisMachineMustBeAmongThem() throws Exception {
    try (ListeningChild one = ListeningChild.at("127.0.0.1", 0);
        ListeningChild other = ListeningChild.at("127.0.0.1", 0)) {
      Binding both =
          new Database(
              List.of(
                  InetSocketAddress.createUnresolved("127.0.0.1", one.port()),
                  InetSocketAddress.createUnresolved("127.0.0.1", other.port())));

      assertThatThrownBy(
              () -> ServerCpuCheck.require(both, given("server.cpu", "pid:" + one.pid())))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("server.cpu=pid:%d: process %d (", one.pid(), other.pid());
      ServerCpuCheck.require(both, given("server.cpu", "pid:" + one.pid() + "," + other.pid()));
    }
  }

  /** This process is the older one, and has the same port of another address. */
  @Test
  @Needs(Requirement.LINUX)
  void theServerIsTheOneAtItsAddress() throws Exception {
    long own = ProcessHandle.current().pid();
    try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.INET)) {
      other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = other.socket().getLocalPort();
      try (ListeningChild server = ListeningChild.at("127.0.0.2", port)) {
        assertThat(ServerCpuHint.ofThisMachine(at("127.0.0.2", port), given()))
            .hasValueSatisfying(hint -> assertThat(hint).endsWith("pid:" + server.pid()));
        assertThat(ServerCpuHint.ofThisMachine(at("127.0.0.1", port), given()))
            .hasValueSatisfying(hint -> assertThat(hint).endsWith("pid:" + own));
        ServerCpuCheck.require(at("127.0.0.2", port), given("server.pid", "" + server.pid()));
        assertThatThrownBy(
                () ->
                    ServerCpuCheck.require(
                        at("127.0.0.1", port), given("server.pid", "" + server.pid())))
            .isInstanceOf(UsageException.class)
            .hasMessageContaining("set server.cpu=pid:" + own);
      }
    }
  }

  @Test
  @Needs(Requirement.LINUX)
  void aServerMayListenAtAllAddresses() throws Exception {
    try (ListeningChild server = ListeningChild.at("0.0.0.0", 0)) {
      for (String address : List.of("127.0.0.1", "127.0.0.2")) {
        assertThat(ServerCpuHint.ofThisMachine(at(address, server.port()), given()))
            .hasValueSatisfying(hint -> assertThat(hint).endsWith("pid:" + server.pid()));
      }
    }
  }

  /** Load generators are descendants of it, as the server is. */
  @Test
  void aProcessThatStartedThisProgramIsRefused() throws Exception {
    long own = ProcessHandle.current().pid();
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    try (ListeningChild server = ListeningChild.at("127.0.0.1", 0)) {
      for (Binding there : List.of(at("127.0.0.1", server.port()), at("192.0.2.77", 27017))) {
        for (long above : List.of(own, parent)) {
          assertThatThrownBy(
                  () ->
                      ServerCpuCheck.require(
                          there, given("server.cpu", "pid:%d,%d".formatted(server.pid(), above))))
              .isInstanceOf(UsageException.class)
              .hasMessageStartingWith(
                  "server.cpu=pid:%d,%d: process %d has started this program",
                  server.pid(), above, above);
        }
      }
    }
  }

  /** What listens here for a server in a container is its proxy. */
  @Test
  @Needs(Requirement.ROOT)
  void whoListensInAnotherNetworkIsNotKnown() throws Exception {
    Process apart =
        new ProcessBuilder("unshare", "--net", "sh", "-c", "echo ready; exec sleep 600").start();
    try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(apart.inputReader().readLine()).isEqualTo("ready");
      Binding here = at("127.0.0.1", proxy.getLocalPort());

      ServerCpuCheck.require(here, given("server.cpu", "pid:" + apart.pid()));
      ServerCpuCheck.require(here, given("server.pid", "" + apart.pid()));
    } finally {
      apart.destroyForcibly();
    }
  }

  /** Whatever listens at the default port of this machine, or elsewhere. */
  @ParameterizedTest
  @CsvSource({"server.cpu,pid:1", "server.cpu,ssh:db1:mongod", "server.pid,1"})
  void isRefusedWhereATestServerWouldBeStarted(String name, String value) {
    assertThatThrownBy(() -> ServerCpuCheck.require(new WithTestServer(), given(name, value)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(name + "=" + value + ": no server is named");
  }

  @Test
  void serversThatOnlyVariantsNameAreNotLookedFor() throws Exception {
    Process server = new ProcessBuilder("sleep", "600").start();
    try {
      Map<String, String> properties = given("server.cpu", "pid:" + server.pid());
      properties.put("variants.a.address", "db1");

      ServerCpuCheck.require(new WithTestServer(), properties);
    } finally {
      server.destroyForcibly();
    }
  }

  private static Map<String, String> given(String... nameAndValue) {
    Map<String, String> properties = new TreeMap<>();
    if (nameAndValue.length > 0) {
      properties.put(nameAndValue[0], nameAndValue[1]);
    }
    return properties;
  }

  private static Binding at(String host, int port) {
    return new Database(List.of(InetSocketAddress.createUnresolved(host, port)));
  }

  /** A binding whose address is a property, without which it has a test server. */
  private record WithTestServer() implements UnusedBinding {
    @Override
    public boolean namesServer(Map<String, String> properties) {
      return properties.containsKey("address");
    }

    @Override
    public Optional<TestServer> testServer(Map<String, String> properties) {
      return Optional.of(new UnusedBinding.Server() {});
    }

    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      throw new UsageException("address is missing");
    }
  }

  /** A binding whose servers are named. */
  private record Database(List<InetSocketAddress> servers) implements UnusedBinding {
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      return servers;
    }
  }
}
