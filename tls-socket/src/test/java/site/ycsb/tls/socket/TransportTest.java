package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;

/** Transports as the {@code tls.*} properties describe them. */
class TransportTest {
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";
  private static final Map<String, String> BUFFERS =
      Map.of("tls.sndbuf", "8192", "tls.rcvbuf", "16384");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void plainSocketsAndThoseBeneathTlsHaveTheBuffersAskedFor(boolean carrier) throws Exception {
    Transport plain = Transport.of(BUFFERS);
    SocketFactory sockets = carrier ? plain.carrierFactory() : plain.socketFactory();
    try (TestServer server = TestServer.plain(socket -> socket.getInputStream().read());
        Socket socket = sockets.createSocket("127.0.0.1", server.port())) {
      requireBuffers(socket);
    }
    assertThat(plain.options()).isEmpty();
    assertThat(plain.sockets().send()).hasValue(8192);
  }

  @Test
  void pinnedSocketsHaveTheSameBuffers() throws Exception {
    Map<String, String> properties =
        Map.of(
            "tls.cipher", SUITE,
            "tls.sndbuf", "8192",
            "tls.rcvbuf", "16384",
            "tls.verify", "none");
    Transport pinned = Transport.of(properties);
    byte[] message = "hello".getBytes(StandardCharsets.US_ASCII);
    try (TestServer server =
            TestServer.pinned(TlsPin.of(SUITE), TestCertificates.server("RSA-2048"));
        Socket socket = pinned.socketFactory().createSocket("127.0.0.1", server.port())) {
      requireBuffers(socket);
      assertThat(Client.echo(socket, message)).isEqualTo(message);
      assertThat(pinned.sockets()).isEqualTo(Transport.of(BUFFERS).sockets());
    }
  }

  /** Linux gives what its limit allows, and says nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"tls.sndbuf", "tls.rcvbuf"})
  void aBufferThatTheSystemDoesNotGiveIsRefused(String property) throws Exception {
    Transport plain = Transport.of(Map.of(property, Integer.toString(Integer.MAX_VALUE)));
    try (TestServer server = TestServer.plain(socket -> socket.getInputStream().read())) {
      assertThatThrownBy(() -> plain.socketFactory().createSocket("127.0.0.1", server.port()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(property + "=2147483647: this machine gives ")
          .hasMessageContaining("sysctl net.core.");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tls.sndbuf", "tls.rcvbuf"})
  void aBufferThatTheSystemDoesNotGiveIsRefusedBeforeAnythingConnects(String property) {
    SocketSettings asked =
        SocketSettings.parse(Map.of(property, Integer.toString(Integer.MAX_VALUE)));

    assertThatThrownBy(asked::requireBuffers)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(property + "=2147483647: this machine gives ");
    SocketSettings.parse(BUFFERS).requireBuffers();
    SocketSettings.ofSystem().requireBuffers();
  }

  /** Linux doubles what is asked for. */
  private static void requireBuffers(Socket socket) throws SocketException {
    assertThat(socket.getSendBufferSize()).isBetween(8192, 2 * 8192);
    assertThat(socket.getReceiveBufferSize()).isBetween(16384, 2 * 16384);
  }
}
