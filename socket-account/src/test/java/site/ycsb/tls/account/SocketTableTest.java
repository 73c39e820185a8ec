package site.ycsb.tls.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Started with the agent: the sockets of this test are seen. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("AddressSelection") // this machine has one loopback address
class SocketTableTest {
  private final Queue<SocketConnection> ended = new ConcurrentLinkedQueue<>();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    SocketTable.setListener(ended::add);
  }

  @AfterEach
  void stop() throws IOException {
    SocketTable.setListener(null);
    server.close();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private SocketConnection to(SocketAddress remote) {
    return SocketTable.open().stream()
        .filter(
            connection ->
                connection.origin() == SocketConnection.Origin.CONNECTED
                    && remote.equals(connection.remote()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theSocketsOfThisJavaAreKnown() {
    assertThat(SocketTable.problem()).isEmpty();
  }

  /** Other threads may use sockets while the agent starts. */
  @Test
  void aMistakeWhileTheAgentStartsIsNotForgottenWhenItHasStarted() throws Exception {
    Class<?> table = new Apart().loadClass(SocketTable.class.getName());
    Method failed = table.getDeclaredMethod("failed", Throwable.class);
    Method complete = table.getDeclaredMethod("complete");
    failed.setAccessible(true);
    complete.setAccessible(true);

    failed.invoke(null, new IllegalStateException("a mistake"));
    complete.invoke(null);

    assertThat(table.getMethod("problem").invoke(null).toString()).contains("a mistake");
  }

  /** Classes as in a Java that was just started: the table of this one is that of all tests. */
  private static final class Apart extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("site.ycsb.tls.account.") || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file =
          ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] content = file.readAllBytes();
        return defineClass(name, content, 0, content.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Who hears of its end leaves it alone from then on, as the account of a run does. */
  @Test
  void aConnectionIsInTheCountsAtEachMomentOfItsEnd() throws Exception {
    Queue<CallCounts> meanwhile = new ConcurrentLinkedQueue<>();
    CallCounts before = SocketTable.calls();
    try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
        Socket other = server.accept()) {
      channel.write(ByteBuffer.wrap(ascii("one")));
      assertThat(other.getInputStream().readNBytes(3)).isEqualTo(ascii("one"));
      CallCounts open = SocketTable.calls().minus(before);
      SocketTable.setListener(
          connection -> {
            meanwhile.add(SocketTable.calls());
            connection.leaveAlone();
            meanwhile.add(SocketTable.calls());
          });
      channel.close();
      meanwhile.add(SocketTable.calls());
      SocketTable.setListener(ended::add);

      assertThat(meanwhile).hasSize(3).allMatch(calls -> calls.minus(before).equals(open));
    }
  }

  /** Otherwise a look between the two would miss what went over it. */
  @Test
  void aConnectionThatAnotherReplacesIsAmongTheOpenOnesWhileItsEndIsTold() throws Exception {
    Queue<Boolean> seen = new ConcurrentLinkedQueue<>();
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(server.getLocalSocketAddress());
      SocketConnection first = to(server.getLocalSocketAddress());
      SocketTable.setListener(
          connection -> {
            if (connection == first) {
              seen.add(SocketTable.open().contains(first));
            }
          });
      channel.disconnect();
      channel.connect(server.getLocalSocketAddress());
      SocketTable.setListener(ended::add);

      assertThat(seen).containsExactly(true);
      assertThat(to(server.getLocalSocketAddress())).isNotSameAs(first);
    }
  }

  @Test
  void eachCallThatMovesBytesIsCountedOnceAndNotLostAtTheEnd() throws Exception {
    CallCounts before = SocketTable.calls();
    try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
        Socket other = server.accept()) {
      channel.write(ByteBuffer.wrap(ascii("one")));
      channel.write(new ByteBuffer[] {ByteBuffer.wrap(ascii("t")), ByteBuffer.wrap(ascii("wo"))});
      channel.configureBlocking(false);
      assertThat(channel.read(ByteBuffer.allocate(1))).isZero();
      assertThat(other.getInputStream().readNBytes(6)).isEqualTo(ascii("onetwo"));
      assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
      SocketConnection here = to(channel.getRemoteAddress());
      assertThat(here.sent().calls()).isEqualTo(2);
      assertThat(here.received().calls()).isZero();
    }
    assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
    assertThat(SocketTable.calls().minus(before).reads()).isBetween(1L, 6L);
  }

  @Test
  void callsWhoseBytesNobodySeesAreCountedToo(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("five"), ascii("12345"));
    CallCounts before = SocketTable.calls();
    try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
        FileChannel content = FileChannel.open(file)) {
      assertThat(content.transferTo(0, 5, channel)).isEqualTo(5);
      assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(1);
      channel.socket().sendUrgentData(1);
      assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
    }
    try (DatagramSocket one = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"));
        DatagramChannel other = DatagramChannel.open().connect(one.getLocalSocketAddress())) {
      assertThat(other.write(ByteBuffer.wrap(ascii("one")))).isEqualTo(3);
      one.receive(new DatagramPacket(new byte[3], 3));
      assertThat(SocketTable.calls().minus(before)).isEqualTo(new CallCounts(3, 1));
    }
  }

  @Test
  void aSocketIsKnownFromItsOpeningToItsEnd() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.getLocalPort());
        Socket other = server.accept()) {
      SocketConnection here = to(socket.getRemoteSocketAddress());
      assertThat(here.local()).isEqualTo(socket.getLocalSocketAddress());
      socket.getOutputStream().write(ascii("GET /"));
      other.getOutputStream().write(other.getInputStream().readNBytes(5), 0, 3);
      socket.getInputStream().readNBytes(3);
      assertThat(here.sent().bytes()).isEqualTo(5);
      assertThat(here.received().bytes()).isEqualTo(3);
      assertThat(here.sent().first()).isEqualTo(ascii("GET /"));
      assertThat(here.sent().beganTls()).isFalse();
      assertThat(ended).isEmpty();
      socket.close();
      assertThat(ended).contains(here);
    }
    assertThat(ended).hasSize(2);
  }

  /** What {@code sun.nio.ch.Net.connect} returns; the kernel goes on in the last two cases. */
  @ParameterizedTest
  @ValueSource(ints = {1, -2, -3})
  void aConnectionThatIsBeingMadeHasItsOwnAddress(int result) throws Exception {
    try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
      FileDescriptor file =
          (FileDescriptor)
              MethodHandles.privateLookupIn(channel.getClass(), MethodHandles.lookup())
                  .findVarHandle(channel.getClass(), "fd", FileDescriptor.class)
                  .get(channel);
      SocketHooks.connecting(file, server.getInetAddress(), server.getLocalPort());
      assertThat(to(server.getLocalSocketAddress()).local()).isNull();
      SocketHooks.connected(result, file);
      assertThat(to(server.getLocalSocketAddress()).local()).isEqualTo(channel.getLocalAddress());
    }
  }

  /** A record: type, version, length, content. */
  private static byte[] record(int type, int length) {
    byte[] record = new byte[5 + length];
    record[0] = (byte) type;
    record[1] = 3;
    record[2] = 3;
    record[3] = (byte) (length >> 8);
    record[4] = (byte) length;
    return record;
  }

  private static byte[] clientHello(byte random) {
    byte[] hello = record(22, 100);
    hello[5] = 1;
    hello[9] = 3;
    for (int i = 11; i < 43; i++) {
      hello[i] = random;
    }
    return hello;
  }

  private static void send(SocketChannel channel, byte[]... pieces) throws IOException {
    ByteBuffer[] buffers =
        List.of(pieces).stream().map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);
    while (buffers[buffers.length - 1].hasRemaining()) {
      channel.write(buffers);
    }
  }

  @Test
  void tlsIsFollowedFromItsClientHelloOnHoweverItIsCut() throws Exception {
    byte[] all = new byte[7 + 105 + 1_005 + 9];
    System.arraycopy(ascii("preface"), 0, all, 0, 7);
    System.arraycopy(clientHello((byte) 7), 0, all, 7, 105);
    System.arraycopy(record(23, 1_000), 0, all, 112, 1_005);
    System.arraycopy(ascii("SELECT 1;"), 0, all, 1_117, 9);
    for (int step : new int[] {1, 2, 3, 5, 8, 43, 50, 104, 500, all.length}) {
      TlsObject object = () -> 0;
      byte[] random = new byte[32];
      Arrays.fill(random, (byte) 7);
      SocketTable.announce(random, object);
      try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
          Socket other = server.accept()) {
        SocketConnection here = to(channel.getRemoteAddress());
        for (int at = 0; at < all.length; at += step) {
          send(channel, Arrays.copyOfRange(all, at, Math.min(all.length, at + step)));
        }
        assertThat(here.tls()).as("pieces of " + step).isSameAs(object);
        assertThat(here.sent().bytesBeforeTls()).isEqualTo(7);
        assertThat(here.sent().bytesAfterTls()).isEqualTo(9);
        assertThat(here.sent().firstAfterTls()).startsWith(ascii("SELECT"));
        assertThat(here.received().bytesBeforeTls()).isZero();
        other.getOutputStream().write(record(22, 20));
        other.getOutputStream().write(ascii("HTTP"));
        channel.read(ByteBuffer.allocate(25));
        while (here.received().bytes() < 29) {
          channel.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(40)});
        }
        assertThat(here.received().bytesAfterTls()).isEqualTo(4);
      }
    }
  }

  @Test
  void aClientHelloThatNobodyAnnouncedIsSeenToo() throws Exception {
    try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
      SocketConnection here = to(channel.getRemoteAddress());
      send(channel, clientHello((byte) 9));
      assertThat(here.tls()).isNull();
      assertThat(here.sent().beganTls()).isTrue();
    }
    try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
      SocketConnection here = to(channel.getRemoteAddress());
      send(channel, new byte[5_000]);
      assertThat(here.sent().beganTls()).isFalse();
      send(channel, clientHello((byte) 9));
      assertThat(here.sent().beganTls()).isTrue();
      assertThat(here.tls()).isNull();
    }
  }

  /** 2,048 bytes in clear may come before; a byte more, and it is no TLS that was announced. */
  @Test
  void aClientHelloThatComesLateIsNobodys() throws Exception {
    byte[] random = new byte[32];
    Arrays.fill(random, (byte) 3);
    for (int before : new int[] {0, 100, 2_047, 2_048, 2_049, 3_000}) {
      SocketTable.announce(random, () -> 0);
      try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
        SocketConnection here = to(channel.getRemoteAddress());
        send(channel, new byte[before]);
        send(channel, Arrays.copyOf(clientHello((byte) 3), 9));
        send(channel, Arrays.copyOfRange(clientHello((byte) 3), 9, 105));
        assertThat(here.tls() != null).as("after " + before).isEqualTo(before <= 2_048);
        assertThat(here.sent().bytesBeforeTls()).isEqualTo(before <= 2_048 ? before : before + 105);
        assertThat(here.sent().bytesAfterTls()).isZero();
        assertThat(here.sent().beganTls()).as("after " + before).isTrue();
      }
    }
  }

  @Test
  void whatTheProgramOpensIsLeftAlone() throws Exception {
    try (Socket own = SocketTable.forProgram(() -> new Socket("127.0.0.1", server.getLocalPort()));
        Socket clients = new Socket("127.0.0.1", server.getLocalPort())) {
      assertThat(
              SocketTable.open().stream()
                  .filter(connection -> own.getLocalSocketAddress().equals(connection.local()))
                  .allMatch(SocketConnection::isLeftAlone))
          .isTrue();
      assertThat(
              SocketTable.open().stream()
                  .filter(connection -> clients.getLocalSocketAddress().equals(connection.local()))
                  .noneMatch(SocketConnection::isLeftAlone))
          .isTrue();
    }
  }

  @Test
  void manyConnectionsAreKnownOneByOne() throws Exception {
    List<Socket> open =
        IntStream.range(0, 1_500)
            .mapToObj(
                i -> {
                  try {
                    Socket socket = new Socket("127.0.0.1", server.getLocalPort());
                    server.accept().close();
                    return socket;
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                })
            .toList();
    for (Socket socket : open) {
      socket.getOutputStream().write(1);
    }
    assertThat(
            SocketTable.open().stream()
                .filter(connection -> connection.sent().bytes() == 1)
                .count())
        .isEqualTo(1_500);
    for (Socket socket : open) {
      socket.close();
    }
    assertThat(ended).hasSize(3_000);
  }
}
