package site.ycsb.tls.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.socket.PlainTransport;

/** Started with the agent: the sockets of this test are seen. */
class ByteAccountTest {
  /** The account itself needs a connection no longer when it has ended. */
  @Test
  void theCallsOfAConnectionThatEndsInAnAccountStayCounted() throws Exception {
    try (ByteAccount account = ByteAccount.open(new PlainTransport(), ByteAccount.Reach.ALL);
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      CallCounts before = SocketTable.calls();
      try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket other = server.accept()) {
        client.getOutputStream().write(1);
        client.getOutputStream().write(2);
        assertThat(other.getInputStream().readNBytes(2)).containsExactly(1, 2);
        assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
      }
      assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
      assertThat(SocketTable.calls().minus(before).reads()).isBetween(1L, 2L);
      assertThat(account.balance().bytes()).isPositive();
    }
  }

  /** A MongoDB message begins with its length, the last byte first. */
  @ParameterizedTest
  @ValueSource(ints = {787, 788, 789, 790, 791, 792})
  void anAnswerOfMongoDbIsClearHoweverLongItIs(int length) throws Exception {
    ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(length).putInt(7).putInt(5).putInt(2013);
    try (ByteAccount account = ByteAccount.open(new PlainTransport(), ByteAccount.Reach.ALL)) {
      receive(header.array());
      account.require(Duration.ZERO, elsewhere -> "");
      assertThat(account.balance().bytes()).isPositive();
    }
  }

  /** Of TLS 1.2, and of SSL 3.0. */
  @ParameterizedTest
  @ValueSource(strings = {"160303004a020000460303", "160300004a020000460300", "15030100020228"})
  void anAnswerOfTlsIsNotClear(String begin) throws Exception {
    try (ByteAccount account = ByteAccount.open(new PlainTransport(), ByteAccount.Reach.ALL)) {
      receive(HexFormat.of().parseHex(begin));
      assertThatThrownBy(() -> account.require(Duration.ZERO, elsewhere -> "the reason"))
          .hasMessageContaining("are, or may be, TLS in a run without TLS")
          .hasMessageContaining("the first of them a TLS record");
    }
  }

  /** A client of this process does, from a server of it. */
  private static void receive(byte[] answer) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket other = server.accept()) {
      other.getOutputStream().write(answer);
      assertThat(client.getInputStream().readNBytes(answer.length)).isEqualTo(answer);
    }
  }

  /** They may be DTLS or QUIC, of a library that encrypts them itself. */
  @Test
  void datagramsAreNotKnownToBeClear() throws Exception {
    try (ByteAccount account = ByteAccount.open(new PlainTransport(), ByteAccount.Reach.ALL);
        DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramChannel client = DatagramChannel.open()) {
      account.require(Duration.ZERO, elsewhere -> "");
      client.send(ByteBuffer.wrap(new byte[8]), server.getLocalSocketAddress());
      assertThatThrownBy(() -> account.require(Duration.ZERO, elsewhere -> "the reason"))
          .hasMessageStartingWith(
              "8 bytes of a connection are, or may be, TLS in a run without TLS")
          .hasMessageContaining("a socket for datagrams to 127.0.0.1:" + server.getLocalPort())
          .hasMessageEndingWith(": the reason");
    }
  }

  /** A few bytes between threads look like a beginning, too, and never become TLS. */
  @Test
  void aConnectionMayBeginItsTlsHoweverThreadsTalkToEachOther() throws Exception {
    PinnedTransport pinned =
        new PinnedTransport(TlsOptions.of(TlsPin.of("TLS_AES_128_GCM_SHA256")));
    try (ByteAccount account = ByteAccount.open(pinned, ByteAccount.Reach.TO_OTHERS);
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket within = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket other = server.accept();
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket toAnother = SocketTable.forProgram(server::accept)) {
      within.getOutputStream().write(1);
      other.getOutputStream().write(other.getInputStream().read());
      client.getOutputStream().write(1);
      assertThat(within.getInputStream().read()).isEqualTo(1);
      assertThat(toAnother.getInputStream().read()).isEqualTo(1);
      assertThatThrownBy(() -> account.require(Duration.ZERO, elsewhere -> "the reason"))
          .hasMessageStartingWith("1 bytes of a connection were not of the pinned TLS");
      // It would wait for the handshake.
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> account.require(Duration.ofMinutes(1), elsewhere -> "the reason"))
          .isInstanceOf(InterruptedException.class);
    }
  }

  /** Only what goes to others can go through a proxy. */
  @Test
  void threadsThatTalkToEachOtherNeedNoProxy() throws Exception {
    SocketSettings proxied =
        new SocketSettings(
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)));
    try (ByteAccount account =
            ByteAccount.open(new PlainTransport(proxied), ByteAccount.Reach.TO_OTHERS);
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket other = server.accept()) {
        client.getOutputStream().write(1);
        assertThat(other.getInputStream().read()).isEqualTo(1);
        account.require(Duration.ZERO, elsewhere -> "");
      }
      account.require(Duration.ZERO, elsewhere -> "");
    }
  }
}
