package site.ycsb.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the bytes are cut up. */
class ServerFlightTest {
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;
  private static final byte[] NO_EXTENSIONS = {};
  private static final byte[] RETRY =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100, 100_000})
  void readsAFullHandshakeOfTls12(int piece) {
    byte[] messages =
        join(
            serverHello(new byte[32], 0xC030, NO_EXTENSIONS),
            message(11, new byte[3000]),
            message(12, join(bytes(3, 0, 0x1D, 32), new byte[32 + 260])),
            message(14, NO_EXTENSIONS));
    byte[] sent =
        join(
            record(HANDSHAKE, Arrays.copyOfRange(messages, 0, 1500)),
            record(HANDSHAKE, Arrays.copyOfRange(messages, 1500, messages.length)),
            record(CHANGE_CIPHER_SPEC, bytes(1)),
            record(HANDSHAKE, new byte[40]));
    ServerFlight flight = read(sent, piece);
    assertThat(flight.done()).isTrue();
    assertThat(flight.version()).isEqualTo(0x0303);
    assertThat(flight.cipherSuiteCode()).isEqualTo(0xC030);
    assertThat(flight.group()).isEqualTo("x25519");
    assertThat(flight.resumed()).isFalse();
    assertThat(flight.alert()).isEmpty();
  }

  /** Wherever it ends, it is neither a handshake nor a resumed one. */
  @Test
  void aHandshakeThatEndsInTheMiddleIsNone() {
    byte[] share = join(bytes(0, 51, 0, 36, 0, 0x1D, 0, 32), new byte[32]);
    for (byte[] sent :
        new byte[][] {
          record(
              HANDSHAKE,
              join(
                  serverHello(new byte[32], 0xC030, NO_EXTENSIONS),
                  message(11, new byte[700]),
                  message(12, join(bytes(3, 0, 0x1D, 32), new byte[32 + 260])))),
          record(
              HANDSHAKE, serverHello(new byte[32], 0x1302, join(bytes(0, 43, 0, 2, 3, 4), share))),
        }) {
      for (int end = 0; end < sent.length; end++) {
        ServerFlight flight = read(Arrays.copyOf(sent, end), 100_000);
        assertThat(flight.done()).as("after %d of %d bytes", end, sent.length).isFalse();
        assertThat(flight.resumed()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 64, 100_000})
  void readsThePrimeOfDiffieHellman(int piece) {
    byte[] rfc7919 = new byte[256];
    System.arraycopy(
        HexFormat.of().parseHex("ffffffffffffffffadf85458a2bb4a9a"), 0, rfc7919, 0, 16);
    byte[] own = new byte[128];
    own[0] = (byte) 0x80;
    assertThat(read(diffieHellman(rfc7919), piece).group()).isEqualTo("ffdhe2048");
    assertThat(read(diffieHellman(own), piece).group()).isEqualTo("dh-1024");
  }

  private static byte[] diffieHellman(byte[] prime) {
    byte[] exchange =
        join(
            bytes(prime.length >> 8, prime.length),
            prime,
            bytes(0, 1, 2),
            bytes(prime.length >> 8, prime.length),
            new byte[prime.length + 260]);
    return record(
        HANDSHAKE,
        join(
            serverHello(new byte[32], 0x009F, NO_EXTENSIONS),
            message(11, new byte[500]),
            message(12, exchange)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100_000})
  void knowsAResumedSessionOfTls12ByTheMissingCertificate(int piece) {
    ServerFlight flight =
        read(
            join(
                record(HANDSHAKE, serverHello(new byte[32], 0xC030, NO_EXTENSIONS)),
                record(CHANGE_CIPHER_SPEC, bytes(1))),
            piece);
    assertThat(flight.done()).isTrue();
    assertThat(flight.resumed()).isTrue();
    assertThat(flight.group()).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 100_000})
  void readsTls13AfterARetry(int piece) {
    byte[] versions = bytes(0, 43, 0, 2, 3, 4);
    byte[] share = join(bytes(0, 51, 0, 36, 0, 0x17, 0, 32), new byte[32]);
    byte[] psk = bytes(0, 41, 0, 2, 0, 0);
    byte[] sent =
        join(
            record(
                HANDSHAKE, serverHello(RETRY, 0x1302, join(versions, bytes(0, 51, 0, 2, 0, 0x17)))),
            record(CHANGE_CIPHER_SPEC, bytes(1)),
            record(HANDSHAKE, serverHello(new byte[32], 0x1302, join(versions, share, psk))),
            record(APPLICATION_DATA, new byte[900]));
    ServerFlight flight = read(sent, piece);
    assertThat(flight.retried()).isTrue();
    assertThat(flight.version()).isEqualTo(0x0304);
    assertThat(flight.cipherSuiteCode()).isEqualTo(0x1302);
    assertThat(flight.group()).isEqualTo("secp256r1");
    assertThat(flight.resumed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100_000})
  void readsAFatalAlertAndNoWarning(int piece) {
    byte[] warning = record(ALERT, bytes(1, 112));
    assertThat(read(warning, piece).alert()).isEmpty();
    ServerFlight flight = read(join(warning, record(ALERT, bytes(2, 40))), piece);
    assertThat(flight.alert()).hasValue(40);
    assertThat(flight.answered()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 100_000})
  void noticesWhatIsNoTls(int piece) {
    byte[] answer = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    ServerFlight flight = read(answer, piece);
    assertThat(flight.notTls()).isTrue();
    assertThat(flight.anything()).isTrue();
    assertThat(flight.answered()).isFalse();
  }

  /** A length beyond its end, and more than any ServerHello has. */
  @Test
  void survivesMalformedMessages() {
    byte[] cut = serverHello(new byte[32], 0x1302, bytes(0, 43, 0, 200, 3));
    assertThat(read(record(HANDSHAKE, cut), 100_000).done()).isTrue();
    ServerFlight endless = read(record(HANDSHAKE, bytes(2, 0xFF, 0xFF, 0xFF, 3, 3)), 100_000);
    assertThat(endless.answered()).isFalse();
    assertThat(read(bytes(), 1).anything()).isFalse();
  }

  private static ServerFlight read(byte[] sent, int piece) {
    ServerFlight flight = new ServerFlight();
    RecordWalk walk = new RecordWalk(flight);
    for (int at = 0; at < sent.length; at += piece) {
      walk.pass(sent, at, Math.min(sent.length, at + piece));
    }
    return flight;
  }

  private static byte[] serverHello(byte[] random, int suite, byte[] extensions) {
    byte[] fixed = join(bytes(3, 3), random, bytes(0, suite >> 8, suite, 0));
    return message(
        2,
        extensions.length == 0
            ? fixed
            : join(fixed, bytes(extensions.length >> 8, extensions.length), extensions));
  }

  private static byte[] message(int type, byte[] body) {
    return join(bytes(type, body.length >> 16, body.length >> 8, body.length), body);
  }

  private static byte[] record(int type, byte[] content) {
    return join(bytes(type, 3, 3, content.length >> 8, content.length), content);
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
