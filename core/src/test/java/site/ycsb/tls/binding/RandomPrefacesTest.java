package site.ycsb.tls.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;

/**
 * However what a server says comes in: TLS begins with the first byte after it, and what it says is
 * understood or refused.
 */
class RandomPrefacesTest {
  private static final int CLIENT_SSL = 0x800;
  private static final String TEXT = "abcXYZ0189 .-_äß€\u0007";

  /** Some bytes at a time, as a network gives them. */
  private static final class Portions extends InputStream {
    private final InputStream all;
    private final SplittableRandom random;

    Portions(byte[] all, SplittableRandom random) {
      this.all = new ByteArrayInputStream(all);
      this.random = random;
    }

    @Override
    public int read() throws IOException {
      return all.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return all.read(buffer, offset, length == 0 ? 0 : 1 + random.nextInt(length));
    }
  }

  /**
   * Comes to TLS.
   *
   * @return what the client says; the rest of the server's bytes is left
   */
  private static byte[] negotiate(StartTls protocol, InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    protocol.negotiate(new DataInputStream(in), out);
    return out.toByteArray();
  }

  private static byte[] packet(byte[] content) {
    ByteBuffer packet = ByteBuffer.allocate(4 + content.length).order(ByteOrder.LITTLE_ENDIAN);
    return packet.putInt(content.length).put(content).array();
  }

  /** MySQL's Protocol::HandshakeV10. */
  private static byte[] greeting(SplittableRandom random, int size, boolean withTls) {
    byte[] version = RandomCases.text(random, TEXT, 0, 4 * size).getBytes(StandardCharsets.UTF_8);
    byte[] more = RandomCases.bytes(random, random.nextInt(10 * size));
    int others = random.nextInt(0x10000) & ~CLIENT_SSL;
    int capabilities = withTls ? others | CLIENT_SSL : others;
    byte[] challenge = RandomCases.bytes(random, 8);
    return ByteBuffer.allocate(1 + version.length + 1 + 4 + 8 + 1 + 2 + more.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 10)
        .put(version)
        .put((byte) 0)
        .putInt(random.nextInt())
        .put(challenge)
        .put((byte) 0)
        .putShort((short) capabilities)
        .put(more)
        .array();
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  @Test
  void tlsBeginsWithTheFirstByteAfterWhatPrecedesIt() {
    RandomCases.check(
        400,
        30,
        (random, size) -> {
          boolean mysql = random.nextBoolean();
          byte[] says = mysql ? packet(greeting(random, size, true)) : new byte[] {'S'};
          byte[] tls = RandomCases.bytes(random, random.nextInt(100));
          InputStream in = new Portions(joined(says, tls), random);

          byte[] asked = negotiate(mysql ? StartTls.MYSQL : StartTls.POSTGRES, in);

          assertThat(in.readAllBytes()).isEqualTo(tls);
          assertThat(asked).hasSize(mysql ? 36 : 8);
          if (mysql) {
            ByteBuffer request = ByteBuffer.wrap(asked).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(request.getInt()).as("length and number").isEqualTo(32 | 1 << 24);
            assertThat(request.getInt() & CLIENT_SSL).isEqualTo(CLIENT_SSL);
          }
        });
  }

  @Test
  void aServerWithoutTlsIsNeverTakenForOneWithIt() {
    RandomCases.check(
        400,
        30,
        (random, size) -> {
          boolean mysql = random.nextBoolean();
          byte[] says =
              joined(
                  mysql ? packet(greeting(random, size, false)) : new byte[] {'N'},
                  RandomCases.bytes(random, size));

          assertThatThrownBy(
                  () ->
                      negotiate(
                          mysql ? StartTls.MYSQL : StartTls.POSTGRES, new Portions(says, random)))
              .isInstanceOf(IOException.class)
              .hasMessage("offers no TLS; switch it on there");
        });
  }

  @Test
  void aRefusalIsToldInOneLine() {
    RandomCases.check(
        200,
        30,
        (random, size) -> {
          String reason = RandomCases.text(random, TEXT + "\n\r\t", 1, 3 * size);
          byte[] content =
              joined(
                  joined(new byte[] {(byte) 0xFF}, RandomCases.bytes(random, 2)),
                  reason.getBytes(StandardCharsets.UTF_8));

          assertThatThrownBy(() -> negotiate(StartTls.MYSQL, new Portions(packet(content), random)))
              .isInstanceOf(IOException.class)
              .hasMessage("refuses this client: " + reason.replaceAll("\\s+", " "));
        });
  }

  /** The prober must not hang, take all memory, or end by a mistake of ours. */
  @Test
  void anyOtherBytesAreRefused() {
    RandomCases.check(
        1_000,
        60,
        (random, size) -> {
          StartTls protocol = RandomCases.one(random, StartTls.values());
          byte[] whole = packet(greeting(random, size, true));
          byte[] says = RandomCases.bytes(random, random.nextInt(size));
          switch (random.nextInt(4)) {
            case 0 -> says = Arrays.copyOf(whole, random.nextInt(whole.length));
            case 1 -> {
              says = whole;
              says[random.nextInt(says.length)] = (byte) random.nextInt(256);
            }
            case 2 -> {
              says = joined(new byte[4], says);
              says[0] = (byte) (says.length - 4);
            }
            default -> {}
          }
          InputStream in = new Portions(says, random);
          try {
            negotiate(protocol, in);
          } catch (EOFException e) {
            assertThat(in.read()).as("what is left of what ends early").isNegative();
          } catch (IOException e) {
            assertThat(e.getMessage())
                .matches("(?s)does not speak the protocol of .*|offers no TLS.*|refuses .*");
          }
        });
  }
}
