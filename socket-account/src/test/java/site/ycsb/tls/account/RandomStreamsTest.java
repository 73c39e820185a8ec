package site.ycsb.tls.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.cases.RandomCases;

/**
 * The account of a connection follows from its bytes, however the calls that moved them cut them.
 * Over real connections, in this Java that was started with the agent.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RandomStreamsTest {
  private static final int HANDSHAKE = 22;
  private static final int SAMPLE = 16;

  /** The longest record: RFC 5246 6.2.3. */
  private static final int LONGEST = 16_384 + 2_048;

  /** With which protocols of databases and proxies come to TLS. */
  private static final List<byte[]> PREFACES =
      List.of(
          new byte[0],
          // PostgreSQL's SSLRequest, and SQL that looks for one.
          hex("0000000804d2162f"),
          // MySQL's SSLRequest.
          hex("20000001008a000000000001" + "2d" + "00".repeat(23)),
          // Questions of SOCKS 5, of a method and of a host.
          hex("050100" + "050100030864622e6c6f63616c162f"),
          "CONNECT db:443 HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
          // The beginning of a record.
          hex("160301"));

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  /**
   * What goes over a connection.
   *
   * @param greeting what the server says before TLS
   * @param preface what the client says before TLS
   * @param clientRandom of the ClientHello that follows; empty if none does
   * @param announced whether its TLS object can be known by that
   * @param sent all that the client sends
   * @param answer what the server sends afterwards
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Conversation(
      byte[] greeting,
      byte[] preface,
      byte[] clientRandom,
      boolean announced,
      byte[] sent,
      byte[] answer) {

    static Conversation of(SplittableRandom random, int size) {
      byte[] preface =
          random.nextInt(4) == 0
              ? RandomCases.bytes(random, random.nextInt(SentStream.LONGEST_OPENING + 1))
              : RandomCases.one(random, PREFACES);
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      sent.writeBytes(preface);
      byte[] clientRandom = new byte[0];
      boolean announced = false;
      if (random.nextInt(10) > 0) {
        clientRandom = RandomCases.bytes(random, 32);
        byte[] hello = hello(random, clientRandom);
        // The first record ends at once, or within the random, or has all of it.
        int first = RandomCases.one(random, 6 + random.nextInt(32), hello.length, hello.length);
        // Or it goes on without a record.
        boolean headed = random.nextInt(4) > 0;
        announced = first >= 38 || !headed;
        sent.writeBytes(record(random, HANDSHAKE, Arrays.copyOf(hello, first)));
        byte[] rest = Arrays.copyOfRange(hello, first, hello.length);
        if (rest.length > 0) {
          sent.writeBytes(headed ? record(random, HANDSHAKE, rest) : rest);
        }
        sent.writeBytes(records(random, size));
      }
      return new Conversation(
          RandomCases.bytes(random, RandomCases.one(random, 0, 1, 78)),
          preface,
          clientRandom,
          announced,
          sent.toByteArray(),
          records(random, size));
    }

    boolean isTls() {
      return clientRandom.length > 0;
    }

    private static byte[] hello(SplittableRandom random, byte[] clientRandom) {
      byte[] hello = RandomCases.bytes(random, 60 + random.nextInt(300));
      hello[0] = 1;
      hello[1] = 0;
      hello[2] = (byte) ((hello.length - 4) >> 8);
      hello[3] = (byte) (hello.length - 4);
      hello[4] = 3;
      hello[5] = 3;
      System.arraycopy(clientRandom, 0, hello, 6, clientRandom.length);
      return hello;
    }

    /** Some, and perhaps something else after them. */
    private static byte[] records(SplittableRandom random, int size) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < size; i++) {
        byte[] content = RandomCases.bytes(random, random.nextInt(300));
        all.writeBytes(record(random, 20 + random.nextInt(4), content));
      }
      all.writeBytes(
          RandomCases.one(
              random,
              new byte[0],
              hex("170303"),
              hex("1703034801" + "00".repeat(20)),
              hex("17030248"),
              hex("170305"),
              hex("1604"),
              "SELECT password FROM users".getBytes(StandardCharsets.US_ASCII),
              RandomCases.bytes(random, 50)));
      return all.toByteArray();
    }

    private static byte[] record(SplittableRandom random, int type, byte[] content) {
      byte[] record = new byte[5 + content.length];
      record[0] = (byte) type;
      record[1] = 3;
      record[2] = (byte) random.nextInt(5);
      record[3] = (byte) (content.length >> 8);
      record[4] = (byte) content.length;
      System.arraycopy(content, 0, record, 5, content.length);
      return record;
    }
  }

  /** The offset of the first byte that is no TLS record's, of records that begin at another. */
  private static int endOfRecords(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length) {
      int left = bytes.length - at;
      int type = bytes[at] & 0xFF;
      int length = left < 5 ? 0 : (bytes[at + 3] & 0xFF) << 8 | (bytes[at + 4] & 0xFF);
      boolean isNone =
          type < 20
              || type > 23
              || (left > 1 && bytes[at + 1] != 3)
              || (left > 2 && (bytes[at + 2] & 0xFF) > 4)
              || length > LONGEST;
      if (isNone) {
        return at;
      }
      at += left < 5 ? left : 5 + length;
    }
    return bytes.length;
  }

  @Test
  void theAccountFollowsFromTheBytesHoweverTheyAreCut() {
    RandomCases.check(
        120,
        8,
        (random, size) -> {
          Conversation said = Conversation.of(random, size);
          TlsObject object = () -> said.sent.length;
          if (said.isTls()) {
            SocketTable.announce(said.clientRandom, object);
          }
          try (SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
              Socket other = server.accept()) {
            SocketConnection here = connected(channel);
            other.getOutputStream().write(said.greeting);
            long reads = receive(random, channel, said.greeting.length);
            long writes = send(random, channel, said.sent);
            other.getOutputStream().write(said.answer);
            reads += receive(random, channel, said.answer.length);
            assertThat(other.getInputStream().readNBytes(said.sent.length)).isEqualTo(said.sent);

            int tls = said.isTls() ? said.preface.length : said.sent.length;
            assertThat(here.tls()).isSameAs(said.announced ? object : null);
            assertThat(here.sent().beganTls()).isEqualTo(said.isTls());
            assertThat(here.sent().calls()).isEqualTo(writes);
            assertStream(here.sent(), said.sent, tls);
            assertThat(here.received().calls()).isEqualTo(reads);
            byte[] received = joined(said.greeting, said.answer);
            assertStream(
                here.received(), received, said.isTls() ? said.greeting.length : received.length);
          }
        });
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /**
   * What must be known of a stream.
   *
   * @param tlsFrom where its TLS begins; its length if it has none
   */
  private static void assertStream(ByteStream stream, byte[] bytes, int tlsFrom) {
    int end = endOfRecords(bytes, tlsFrom);
    assertThat(stream.bytes()).isEqualTo(bytes.length);
    assertThat(stream.bytesBeforeTls()).as("bytes before TLS").isEqualTo(tlsFrom);
    assertThat(stream.bytesAfterTls()).as("bytes after TLS").isEqualTo(bytes.length - end);
    assertThat(stream.first()).isEqualTo(Arrays.copyOf(bytes, Math.min(SAMPLE, bytes.length)));
    assertThat(stream.firstAfterTls())
        .as("the first after TLS")
        .isEqualTo(Arrays.copyOfRange(bytes, end, Math.min(end + SAMPLE, bytes.length)));
  }

  private SocketConnection connected(SocketChannel channel) throws IOException {
    Object local = channel.getLocalAddress();
    return SocketTable.open().stream()
        .filter(connection -> connection.origin() == SocketConnection.Origin.CONNECTED)
        .filter(connection -> local.equals(connection.local()))
        .findFirst()
        .orElseThrow();
  }

  /** Some by one buffer, some by several; returns the number of calls. */
  private static long send(SplittableRandom random, SocketChannel channel, byte[] bytes)
      throws IOException {
    long calls = 0;
    int longest = RandomCases.one(random, 1, 4, 11, 60, 1_000, 10_000);
    for (byte[] piece : RandomCases.pieces(random, bytes, longest)) {
      ByteBuffer[] buffers =
          (random.nextBoolean()
                  ? List.of(piece)
                  : RandomCases.pieces(random, piece, 1 + piece.length / 2))
              .stream().map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);
      while (buffers[buffers.length - 1].hasRemaining()) {
        long moved = buffers.length == 1 ? channel.write(buffers[0]) : channel.write(buffers);
        calls += moved > 0 ? 1 : 0;
      }
    }
    return calls;
  }

  private static long receive(SplittableRandom random, SocketChannel channel, int count)
      throws IOException {
    long calls = 0;
    int longest = RandomCases.one(random, 1, 7, 100, 10_000);
    for (long left = count; left > 0; calls++) {
      int length = (int) Math.min(left, 1 + random.nextInt(longest));
      left -=
          length > 1 && random.nextBoolean()
              ? channel.read(
                  new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(length - 1)})
              : channel.read(ByteBuffer.allocate(length));
    }
    return calls;
  }
}
