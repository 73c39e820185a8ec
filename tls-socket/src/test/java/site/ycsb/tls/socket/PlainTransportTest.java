package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;

@SuppressWarnings("AddressSelection") // this machine has one loopback address
class PlainTransportTest {
  private static final byte[] MESSAGE = "in the clear".getBytes(StandardCharsets.US_ASCII);

  private static Object echo(Socket socket) throws Exception {
    byte[] bytes = socket.getInputStream().readNBytes(MESSAGE.length);
    socket.getOutputStream().write(bytes);
    socket.getInputStream().readAllBytes();
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @EnumSource(value = Client.class, names = "ENGINE", mode = EnumSource.Mode.EXCLUDE)
  void contextsSocketsPassBytesThroughUnchanged(Client client) throws Exception {
    PlainTransport transport = new PlainTransport();
    try (TestServer server = TestServer.plain(PlainTransportTest::echo)) {
      assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
      assertThat(server.next()).isEqualTo("in the clear");
    }
    int length = MESSAGE.length;
    assertThat(transport.counts())
        .isEqualTo(new TransportCounts(1, 1, 0, 0, 0, length, length, length, length, 0, 0));
    assertThat(transport.evidence()).isEmpty();
    assertThat(transport.options()).isEmpty();
  }

  @Test
  void takesWhatDriversSetOfTls() throws Exception {
    try (TestServer server = TestServer.plain(PlainTransportTest::echo);
        SSLSocket socket =
            (SSLSocket) new PlainTransport().sslContext().getSocketFactory().createSocket()) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.setEnabledProtocols(new String[] {"TLSv1.3"});
      socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
      socket.startHandshake();
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      assertThat(socket.getSession().getCipherSuite()).isEqualTo("SSL_NULL_WITH_NULL_NULL");
      assertThat(socket.getTcpNoDelay()).isTrue();
    }
  }

  @Test
  void factoryMakesTimedPlainSockets() throws Exception {
    List<Long> times = new ArrayList<>();
    PlainTransport transport =
        new PlainTransport(
                new SocketSettings(OptionalInt.of(8192), OptionalInt.of(16384), Optional.empty()))
            .withListener(
                new TransportListener() {
                  @Override
                  public void connected(long nanos) {
                    times.add(nanos);
                  }
                });
    try (TestServer server = TestServer.plain(PlainTransportTest::echo);
        Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      assertThat(socket).isNotInstanceOf(SSLSocket.class);
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      // Linux doubles what is asked for.
      assertThat(socket.getSendBufferSize()).isBetween(8192, 2 * 8192);
    }
    assertThat(times).hasSize(1).allSatisfy(n -> assertThat(n).isPositive());
  }

  @Test
  void saysThatThePortSpeaksTls() throws Exception {
    PlainTransport transport = new PlainTransport();
    try (TestServer server =
        TestServer.pinned(
            TlsPin.of("TLS_AES_128_GCM_SHA256"), TestCertificates.server("RSA-2048"))) {
      assertThatThrownBy(() -> Client.CONNECTED.echo(transport, server.port(), MESSAGE))
          .hasMessageContaining("127.0.0.1:" + server.port() + " speaks TLS")
          .hasMessageContaining("set tls.cipher");
    }
  }

  @Test
  void aReadOfNothingSaysNothingOfTheOtherEnd() throws Exception {
    PlainTransport transport = new PlainTransport();
    try (TestServer server =
            TestServer.pinned(
                TlsPin.of("TLS_AES_128_GCM_SHA256"), TestCertificates.server("RSA-2048"));
        Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(MESSAGE);
      assertThat(socket.getInputStream().read(new byte[0])).isZero();
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .hasMessageContaining("127.0.0.1:" + server.port() + " speaks TLS");
    }
  }

  @Test
  void saysThatThePortMaySpeakTlsWhenItClosesWithoutAWord() throws Exception {
    try (TestServer server = TestServer.plain(s -> s.getInputStream().read())) {
      try (Socket socket =
          new PlainTransport().socketFactory().createSocket("127.0.0.1", server.port())) {
        socket.getOutputStream().write(1);
        assertThatThrownBy(() -> socket.getInputStream().read())
            .hasMessageContaining("closed the connection without an answer")
            .hasMessageContaining("set tls.cipher");
      }
    }
  }

  @Test
  void repliesThatBeginLikeAnAlertAreNone() throws Exception {
    // The first bytes of a MongoDB reply are its length: 789 is 15 03 00 00.
    byte[] reply = {21, 3, 0, 0, 1, 0, 0, 0, 5};
    TestServer.Conversation mongo =
        s -> {
          int first = s.getInputStream().read();
          s.getOutputStream().write(reply);
          s.getInputStream().readAllBytes();
          return first;
        };
    try (TestServer server = TestServer.plain(mongo);
        Socket socket =
            new PlainTransport().socketFactory().createSocket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().readNBytes(reply.length)).isEqualTo(reply);
    }
  }

  @Test
  void hasNoEngine() {
    PlainTransport transport = new PlainTransport();
    assertThatThrownBy(() -> transport.engine("localhost", 1))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> transport.sslContext().createSSLEngine())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
