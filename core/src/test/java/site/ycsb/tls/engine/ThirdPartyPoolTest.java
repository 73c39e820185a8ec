package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.Transport;

class ThirdPartyPoolTest {
  /** Some of its sockets would have them, and others not. */
  @ParameterizedTest
  @ValueSource(strings = {"tls.sndbuf", "tls.rcvbuf"})
  void buffersAreRefusedWhereTheClientMakesItsSockets(String property) {
    Transport transport = Transport.of(Map.of(property, "4096"));

    assertThatThrownBy(
            () ->
                new ThirdPartyPool(ScriptedDb.class.getName(), new Properties(), transport).close())
        .isInstanceOf(UsageException.class)
        .hasMessage(property + "=4096: a YCSB client makes its sockets itself; leave it out");
  }
}
