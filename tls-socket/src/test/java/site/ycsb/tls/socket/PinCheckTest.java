package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.verify.PinCheck;
import site.ycsb.tls.verify.PinMismatchException;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/** What the handshakes of a run are compared with, in whichever order their threads arrive. */
class PinCheckTest {
  private static final TlsPin PIN = TlsPin.of("ECDHE-RSA-AES128-GCM-SHA256");
  private static final int X25519 = 0x1D;
  private static final int SECP256R1 = 0x17;

  /** The thread of the first full handshake may have to wait for a processor. */
  @Test
  void aFullHandshakeDecidesTheGroupAlsoAfterOneThatResumedItsSession() throws Exception {
    PinCheck check = new PinCheck(PIN);
    check.afterHandshake(session("RSA-2048"), resumed());
    check.afterHandshake(session("RSA-2048"), full(X25519));

    assertThat(check.first().orElseThrow().flight().group()).isEqualTo("x25519");
    assertThatThrownBy(() -> check.afterHandshake(session("RSA-2048"), full(SECP256R1)))
        .isInstanceOf(PinMismatchException.class)
        .hasMessageContaining("chose the group secp256r1 and for an earlier connection x25519");
    check.afterHandshake(session("RSA-2048"), resumed());
    assertThat(check.first().orElseThrow().flight().group()).isEqualTo("x25519");
  }

  @Test
  void aFullHandshakeWithAnotherKeyDecidesNothing() throws Exception {
    PinCheck check = new PinCheck(PIN);
    check.afterHandshake(session("RSA-2048"), resumed());

    assertThatThrownBy(() -> check.afterHandshake(session("RSA-1024"), full(X25519)))
        .isInstanceOf(PinMismatchException.class)
        .hasMessageContaining("has a key RSA-1024 and an earlier connection's server had RSA-2048");
    assertThat(check.first().orElseThrow().serverKey()).hasToString("RSA-2048");
  }

  private static SSLSession session(String key) {
    Map<String, Object> answers =
        Map.of(
            "getProtocol",
            PIN.protocol().toString(),
            "getCipherSuite",
            PIN.cipherSuite().jsseName(),
            "getPeerCertificates",
            new X509Certificate[] {TestCertificates.server(key).certificate()},
            "getPeerHost",
            "localhost",
            "getPeerPort",
            1);
    return (SSLSession)
        Proxy.newProxyInstance(
            PinCheckTest.class.getClassLoader(),
            new Class<?>[] {SSLSession.class},
            (proxy, method, arguments) -> answers.get(method.getName()));
  }

  private static ServerFlight full(int group) {
    return read(
        record(22, serverHello(), bytes(11, 0, 0, 3, 0, 0, 0), bytes(12, 0, 0, 4, 3, 0, group, 0)),
        record(20, bytes(1)));
  }

  private static ServerFlight resumed() {
    return read(record(22, serverHello()), record(20, bytes(1)));
  }

  private static ServerFlight read(byte[]... records) {
    ServerFlight flight = new ServerFlight();
    RecordWalk walk = new RecordWalk(flight);
    for (byte[] record : records) {
      walk.pass(record, 0, record.length);
    }
    return flight;
  }

  /** Version, random, an empty session ID, suite, no compression. */
  private static byte[] serverHello() {
    int suite = PIN.cipherSuite().code();
    return join(bytes(2, 0, 0, 38, 3, 3), new byte[32], bytes(0, suite >> 8, suite, 0));
  }

  private static byte[] record(int type, byte[]... messages) {
    byte[] content = join(messages);
    return join(bytes(type, 3, 3, content.length >> 8, content.length), content);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
