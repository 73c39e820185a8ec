package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;

class ServerProcessesTest {
  private static ServerProcesses parse(String text) {
    return ServerProcesses.parse(text, Optional.empty());
  }

  @Test
  void processesAreNamedHereOrElsewhere() {
    assertThat(parse("pid:12,34").localPids()).containsExactly(12L, 34L);
    assertThat(parse("ssh:ann@db1.example:mongod"))
        .isEqualTo(new ServerProcesses.Remote("ann@db1.example", "mongod"))
        .hasToString("process mongod on ann@db1.example");
    assertThat(parse("ssh:db1:4711")).isEqualTo(new ServerProcesses.Remote("db1", "4711"));
    assertThat(parse("agent:db1:7801"))
        .isEqualTo(
            new ServerProcesses.Watched(
                InetSocketAddress.createUnresolved("db1", 7801), Optional.empty()))
        .hasToString("what the agent at db1:7801 watches");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "12",
        "pid:",
        "pid:x",
        "pid:12345678901234567890",
        "ssh:db1",
        "ssh:-oProxyCommand=x:y",
        "ssh:db1:a b",
        "ssh:db1:'; rm",
        "agent:db1",
        "agent:db1:65536",
        "agent:-x:1"
      })
  void whatIsNeitherIsRefused(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("server.cpu=" + text + ": expected pid:N, ssh:USER@HOST:NAME");
  }
}
