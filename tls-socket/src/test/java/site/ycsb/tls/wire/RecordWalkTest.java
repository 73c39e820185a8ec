package site.ycsb.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordWalkTest {
  private static void record(ByteArrayOutputStream out, int type, int length) {
    out.writeBytes(new byte[] {(byte) type, 3, 3, (byte) (length >> 8), (byte) length});
    out.writeBytes(new byte[length]);
  }

  /** However the bytes are cut up. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 300, 20_000, 100_000})
  void countsRecordsAndKnowsTheFinished(int piece) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    record(bytes, 22, 300);
    record(bytes, 23, 16_640);
    record(bytes, 22, 40); // of a renegotiation, encrypted
    record(bytes, 20, 1);
    record(bytes, 23, 0);
    int beforeFinished = bytes.size();
    record(bytes, 22, 40);
    int afterFinished = bytes.size();
    record(bytes, 23, 600);
    bytes.writeBytes(new byte[] {23, 3, 3, 0}); // the next one has begun
    ByteBuffer all = ByteBuffer.wrap(bytes.toByteArray());

    RecordWalk walk = new RecordWalk();
    walk.beginHandshake();
    int count = pass(walk, all, 0, beforeFinished, piece);
    assertThat(walk.endsWithFinished()).isFalse();
    count += pass(walk, all, beforeFinished, afterFinished, piece);
    assertThat(walk.endsWithFinished()).isTrue();
    assertThat(all.position()).isZero();
    count += pass(walk, all, afterFinished, all.limit(), piece);
    assertThat(walk.endsWithFinished()).isFalse();
    assertThat(count).isEqualTo(7);
  }

  private static int pass(RecordWalk walk, ByteBuffer bytes, int from, int to, int piece) {
    int count = 0;
    for (int at = from; at < to; at += piece) {
      count += walk.pass(bytes, at, Math.min(to, at + piece));
    }
    return count;
  }
}
