package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.count.TransportListener;

/** That nothing stays open: neither when it is closed by its streams, nor when something throws. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClosingTest {
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";
  private static final Transport PINNED =
      Transport.of(Map.of("tls.cipher", SUITE, "tls.verify", "none"));
  private static final Transport PLAIN = Transport.of(Map.of());
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);

  /** What a listener has of its own to fail with. */
  private final IllegalStateException trouble = new IllegalStateException("the listener's");

  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server = TestServer.pinned(TlsPin.of(SUITE), TestCertificates.server("RSA-2048"));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"true, false", "true, true", "false, false", "false, true"})
  void closingAStreamClosesTheDriversSocketBelow(boolean pinned, boolean output) throws Exception {
    Transport transport = pinned ? PINNED : PLAIN;
    long before = transport.counts().closed();
    Socket below = new Socket("127.0.0.1", server.port());
    Socket socket = layered(transport, below);
    if (pinned) {
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
    }

    if (output) {
      socket.getOutputStream().close();
    } else {
      socket.getInputStream().close();
    }

    assertThat(below.isClosed()).isTrue();
    assertThat(socket.isClosed()).isTrue();
    assertThat(transport.counts().closed() - before).isEqualTo(1);
  }

  private Socket layered(Transport transport, Socket below) throws IOException {
    SSLSocketFactory factory = transport.sslContext().getSocketFactory();
    return factory.createSocket(below, "127.0.0.1", server.port(), true);
  }

  @Test
  void anExceptionInTheHandshakeClosesTheConnection() throws Exception {
    Transport transport =
        PINNED.withListener(
            new TransportListener() {
              @Override
              public void handshaken(long nanos, boolean resumed) {
                throw trouble;
              }
            });
    Socket below = new Socket("127.0.0.1", server.port());
    Socket socket = layered(transport, below);

    assertThatThrownBy(socket::getInputStream)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + server.port())
        .hasMessageContaining("the listener's")
        .hasCause(trouble);
    assertThat(below.isClosed()).isTrue();
    assertThatThrownBy(socket::getOutputStream).hasMessageContaining("closed: ");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anExceptionAfterConnectingClosesTheConnection(boolean pinned) throws Exception {
    try (TestServer plain = TestServer.plain(socket -> socket.getInputStream().read())) {
      Transport transport =
          (pinned ? PINNED : PLAIN)
              .withListener(
                  new TransportListener() {
                    @Override
                    public void connected(long nanos) {
                      throw trouble;
                    }
                  });

      assertThatThrownBy(() -> transport.socketFactory().createSocket("127.0.0.1", plain.port()))
          .isEqualTo(trouble);
      assertThat(plain.next()).as("end of stream").isEqualTo(-1);
    }
  }

  /** JSSE reads what has come before it closes: here it seems that something has. */
  @Test
  void closingDuringAHandshakeDoesNotWaitForTheServer() throws Exception {
    CountDownLatch greeted = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (TestServer halting =
        TestServer.plain(
            client -> {
              passServerHello(client);
              greeted.countDown();
              closed.await();
              return client.getInputStream().readAllBytes();
            })) {
      Socket below = new SeeminglyReadable("127.0.0.1", halting.port());
      Socket socket =
          PINNED.sslContext().getSocketFactory().createSocket(below, "127.0.0.1", 0, true);
      FutureTask<OutputStream> handshake = new FutureTask<>(socket::getOutputStream);
      new Thread(handshake).start();
      greeted.await();

      socket.close();

      closed.countDown();
      assertThat(halting.next()).as("what the server read to the end").isInstanceOf(byte[].class);
      assertThatThrownBy(handshake::get).hasMessageContaining("failed: Socket closed");
    }
  }

  /** Passes one record of either side on, and waits for what shows that the server's came. */
  private void passServerHello(Socket client) throws IOException {
    try (Socket behind = new Socket("127.0.0.1", server.port())) {
      passRecord(client.getInputStream(), behind.getOutputStream());
      passRecord(behind.getInputStream(), client.getOutputStream());
      // In TLS 1.3 a client answers a ServerHello with change_cipher_spec: RFC 8446, D.4.
      assertThat(client.getInputStream().read()).isEqualTo(20);
    }
  }

  private static void passRecord(InputStream from, OutputStream to) throws IOException {
    byte[] header = from.readNBytes(5);
    to.write(header);
    to.write(from.readNBytes(ByteBuffer.wrap(header).getShort(3)));
  }

  /** As a socket looks to one thread while another is about to read what has come. */
  private static final class SeeminglyReadable extends Socket {
    SeeminglyReadable(String host, int port) throws IOException {
      super(host, port);
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int available() throws IOException {
          return isClosed() ? super.available() : 1;
        }
      };
    }
  }
}
