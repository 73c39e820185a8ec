package site.ycsb.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ClientHello of a real engine. */
class ClientHelloTest {
  private static byte[] sent() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer record = ByteBuffer.allocate(1 << 15);
    engine.wrap(ByteBuffer.allocate(0), record);
    return Arrays.copyOf(record.array(), record.position());
  }

  /** The same message in records of another length. */
  private static byte[] split(byte[] oneRecord, int length) {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int at = 5; at < oneRecord.length; at += length) {
      int step = Math.min(length, oneRecord.length - at);
      records.writeBytes(new byte[] {22, 3, 1, (byte) (step >> 8), (byte) step});
      records.write(oneRecord, at, step);
    }
    return records.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 64, 1000})
  void aMessageInSeveralRecordsIsTheSame(int length) throws Exception {
    byte[] whole = sent();
    ClientHello hello = ClientHello.parse(whole);

    assertThat(hello.versions()).contains(0x0304);
    assertThat(hello.keyShares()).isNotEmpty();
    assertThat(hello.signatureSchemes()).contains(0x0403, 0x0804);
    assertThat(ClientHello.parse(split(whole, length))).isEqualTo(hello);
  }

  @Test
  void aClientsBeginningIsKeptUntilTheMessageIsComplete() throws Exception {
    byte[] records = split(sent(), 50);
    ClientFlight flight = new ClientFlight();
    for (int i = 0; i < records.length - 1; i++) {
      flight.pass(records, i, i + 1);
      assertThat(flight.hello()).isEmpty();
      assertThat(ClientHello.isBeginning(Arrays.copyOf(records, i + 1))).isTrue();
    }
    flight.pass(ByteBuffer.wrap(records), records.length - 1, records.length);

    assertThat(flight.hello()).contains(ClientHello.parse(records));
    assertThat(flight.done()).isTrue();
    flight.pass(new byte[] {1, 2, 3}, 0, 3);
    assertThat(flight.hello()).isPresent();
  }

  @Test
  void otherBytesAreNoClientHello() {
    for (byte[] bytes :
        List.of(new byte[] {23, 3, 3, 0, 1, 1}, new byte[] {22, 3, 1, 0, 4, 2, 0, 0, 0})) {
      assertThatThrownBy(() -> ClientHello.parse(bytes))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(ClientHello.isBeginning(bytes)).isFalse();
    }
    assertThatThrownBy(() -> ClientHello.parse(new byte[] {22, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ends early");
  }
}
