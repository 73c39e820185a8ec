package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import site.ycsb.tls.wire.ClientHello;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/**
 * Any bytes may come from a network. The tests read the inputs in {@code WireFuzzTestInputs}; with
 * {@code JAZZER_FUZZ=1} in the environment, as in CI, Jazzer looks for new ones. See
 * docs/reliability.md.
 */
@Tag("full")
class WireFuzzTest {

  /** A ClientHello is read, or refused as such. */
  @FuzzTest(maxDuration = "20s")
  void clientHello(byte[] sent) {
    try {
      assertThat(ClientHello.parse(sent).extensions()).doesNotContainNull();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  /** What a server says is read in the same way however it is cut up. */
  @FuzzTest(maxDuration = "20s")
  void serverFlight(byte[] received) {
    ServerFlight whole = new ServerFlight();
    RecordWalk wholeWalk = new RecordWalk(whole);
    final int ended = wholeWalk.pass(received, 0, received.length);

    ServerFlight pieces = new ServerFlight();
    RecordWalk piecesWalk = new RecordWalk(pieces);
    ByteBuffer direct = ByteBuffer.allocateDirect(received.length).put(received);
    int piece = received.length == 0 ? 1 : 1 + (received[received.length - 1] & 0x0F);
    int endedOfPieces = 0;
    for (int at = 0; at < received.length; at += piece) {
      endedOfPieces += piecesWalk.pass(direct, at, Math.min(at + piece, received.length));
    }

    assertThat(endedOfPieces).isEqualTo(ended);
    assertThat(told(pieces, piecesWalk)).isEqualTo(told(whole, wholeWalk));
    assertThat(pieces.hasGroupOf(whole)).isTrue();
  }

  private static List<Object> told(ServerFlight flight, RecordWalk walk) {
    return List.of(
        flight.done(),
        flight.answered(),
        flight.anything(),
        flight.notTls(),
        flight.version(),
        flight.cipherSuiteCode(),
        flight.cipherSuite(),
        flight.group(),
        flight.resumed(),
        flight.retried(),
        flight.alert(),
        walk.beganAnother(),
        walk.endsWithFinished());
  }
}
