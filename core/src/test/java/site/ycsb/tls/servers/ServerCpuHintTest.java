package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.Binding;
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
    long own = ProcessHandle.current().pid();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Binding here = at("127.0.0.1", server.getLocalPort());

      assertThatThrownBy(
              () -> ServerCpuCheck.require(here, given("server.cpu", "pid:" + stranger.pid())))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("server.cpu=pid:%d: process %d (", stranger.pid(), own)
          .hasMessageContaining("set server.cpu=pid:" + own);
      // The server, one that works for it beside it, and the one that started it.
      for (String pids : List.of("" + own, stranger.pid() + "," + own, "" + parent())) {
        ServerCpuCheck.require(here, given("server.cpu", "pid:" + pids));
      }
      // Who listens elsewhere is not known.
      ServerCpuCheck.require(
          at("192.0.2.77", server.getLocalPort()), given("server.cpu", "pid:" + stranger.pid()));
    } finally {
      stranger.destroyForcibly();
    }
  }

  private static long parent() {
    return ProcessHandle.current().parent().orElseThrow().pid();
  }

  private static Map<String, String> given(String... nameAndValue) {
    Map<String, String> properties = new TreeMap<>();
    if (nameAndValue.length > 0) {
      properties.put(nameAndValue[0], nameAndValue[1]);
    }
    return properties;
  }

  private static Binding at(String host, int port) {
    return new Database(InetSocketAddress.createUnresolved(host, port));
  }

  /** A binding whose server is named. */
  private record Database(InetSocketAddress server) implements UnusedBinding {
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      return List.of(server);
    }
  }
}
