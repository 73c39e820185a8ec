package site.ycsb.tls.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Authenticator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Java's own SOCKS client, and a server that echoes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RelayServerTest {
  private static final long MILLISECOND = 1_000_000;

  @BeforeEach
  void knowThePassword() {
    Authenticator.setDefault(
        new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication("client", "relay".toCharArray());
          }
        });
  }

  @AfterEach
  void forgetThePassword() {
    Authenticator.setDefault(null);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "2, 0, 0", "2, 3, 0", "0, 0, 400000000"})
  void bytesArriveWholeAndInOrder(long rttMillis, long jitterMillis, long bandwidth)
      throws Exception {
    byte[] sent = new byte[3_000_000];
    new Random(7).nextBytes(sent);
    Network network =
        new Network(rttMillis * MILLISECOND, jitterMillis * MILLISECOND, bandwidth, 1);
    try (RelayServer relay = new RelayServer(network, "relay");
        Echo echo = new Echo();
        Socket socket = through(relay)) {
      socket.connect(echo.address());
      CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> readAll(socket));
      socket.getOutputStream().write(sent);
      // The other end sees the end of the stream and answers it with its own.
      socket.shutdownOutput();
      assertThat(received.get(30, TimeUnit.SECONDS)).isEqualTo(sent);
    }
  }

  /** The least times are the network's; how much longer it takes is the machine's affair. */
  @Test
  void connectingAndAnEchoTakeARoundTripEach() throws Exception {
    try (RelayServer relay = new RelayServer(new Network(40 * MILLISECOND, 0, 0, 1), "relay");
        Echo echo = new Echo();
        Socket socket = through(relay)) {
      long start = System.nanoTime();
      socket.connect(echo.address());
      long connected = System.nanoTime();
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
      long echoed = System.nanoTime();
      assertThat(connected - start).isGreaterThanOrEqualTo(40 * MILLISECOND);
      assertThat(echoed - connected).isGreaterThanOrEqualTo(40 * MILLISECOND);
      assertThat(relay.witness().get("relay").connections()).isEqualTo(1);
    }
  }

  @Test
  void bandwidthIsShared() throws Exception {
    byte[] sent = new byte[200_000];
    // 200 kB each way at 1 MB/s.
    try (RelayServer relay = new RelayServer(new Network(0, 0, 1_000_000, 1), "relay");
        Echo echo = new Echo();
        Socket one = through(relay);
        Socket two = through(relay)) {
      one.connect(echo.address());
      two.connect(echo.address());
      long start = System.nanoTime();
      CompletableFuture<byte[]> first = CompletableFuture.supplyAsync(() -> readAll(one));
      CompletableFuture<byte[]> second = CompletableFuture.supplyAsync(() -> readAll(two));
      one.getOutputStream().write(sent);
      two.getOutputStream().write(sent);
      one.shutdownOutput();
      two.shutdownOutput();
      assertThat(first.get(30, TimeUnit.SECONDS)).hasSize(sent.length);
      assertThat(second.get(30, TimeUnit.SECONDS)).hasSize(sent.length);
      // Both directions work at once: at least the time of one.
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(400 * MILLISECOND);
    }
  }

  @Test
  void aServerThatIsNotThereIsToldAsSuch() throws Exception {
    InetSocketAddress nobody;
    try (Echo echo = new Echo()) {
      nobody = echo.address();
    }
    try (RelayServer relay = new RelayServer(new Network(0, 0, 0, 1), "relay");
        Socket socket = through(relay)) {
      assertThatThrownBy(() -> socket.connect(nobody))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("Connection refused");
    }
  }

  @Test
  void aClientThatSpeaksNoSocksIsCut() throws Exception {
    try (RelayServer relay = new RelayServer(new Network(0, 0, 0, 1), "relay");
        Socket socket = new Socket()) {
      socket.connect(relay.addresses().get("relay"));
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(readAll(socket)).isEmpty();
    }
  }

  /** Another user of this machine finds the port, too. */
  @Test
  void aClientWithoutThePasswordReachesNothing() throws Exception {
    forgetThePassword();
    try (RelayServer relay = new RelayServer(new Network(0, 0, 0, 1), "relay");
        Echo echo = new Echo();
        Socket socket = through(relay);
        Socket insistent = new Socket()) {
      assertThatThrownBy(() -> socket.connect(echo.address()))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("authentication failed");
      insistent.connect(relay.addresses().get("relay"));
      // No authentication, and CONNECT to the server without waiting for the answer.
      insistent
          .getOutputStream()
          .write(
              HexFormat.of()
                  .parseHex("050100" + "050100017f000001%04x".formatted(echo.address().getPort())));
      assertThat(readAll(insistent)).hasSizeLessThan(10);
      assertThat(relay.witness().get("relay").connections()).isZero();
    }
  }

  @Test
  void theEndOfTheServerReachesTheClient() throws Exception {
    try (RelayServer relay = new RelayServer(new Network(MILLISECOND, 0, 0, 1), "relay");
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket socket = through(relay)) {
      socket.connect(server.getLocalSocketAddress());
      server.accept().close();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  /** One that both ends have closed, and that is still open here, keeps a processor busy. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionThatBothEndsCloseIsClosedHereToo(boolean clientFirst) throws Exception {
    try (RelayServer relay = new RelayServer(new Network(MILLISECOND, 0, 0, 1), "relay");
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = through(relay)) {
      client.connect(server.getLocalSocketAddress());
      Socket accepted = server.accept();
      client.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isEqualTo(1);
      assertThat(relay.open().size()).isEqualTo(2);
      Socket first = clientFirst ? client : accepted;
      Socket last = clientFirst ? accepted : client;
      first.close();
      assertThat(last.getInputStream().read()).isEqualTo(-1);
      last.close();
      assertThat(relay.open().newCloseFuture().await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Bytes that cross the end of the server, which answers them with a reset. */
  @Test
  void aConnectionWhoseEndsCrossIsClosedHereToo() throws Exception {
    try (RelayServer relay = new RelayServer(new Network(20 * MILLISECOND, 0, 0, 1), "relay");
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 20; i++) {
        try (Socket client = through(relay)) {
          client.connect(server.getLocalSocketAddress());
          server.accept().close();
          client.getOutputStream().write(1);
          // The reset comes between the two, most times.
          Thread.sleep(2);
          client.getOutputStream().write(2);
        }
      }
      assertThat(relay.open().newCloseFuture().await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static Socket through(RelayServer relay) {
    return new Socket(new Proxy(Proxy.Type.SOCKS, relay.addresses().get("relay")));
  }

  private static byte[] readAll(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      // Cut, which is an end too.
      return new byte[0];
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends back what it gets. */
  private static final class Echo implements AutoCloseable {
    private final ServerSocket listener;

    Echo() throws IOException {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(this::accept, "echo");
      thread.setDaemon(true);
      thread.start();
    }

    InetSocketAddress address() {
      return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listener.accept();
          Thread thread = new Thread(() -> echo(socket), "echo of one");
          thread.setDaemon(true);
          thread.start();
        }
      } catch (SocketException e) {
        // Closed.
        return;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void echo(Socket socket) {
      try (socket) {
        socket.getInputStream().transferTo(socket.getOutputStream());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
