package site.ycsb.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordWalkTest {
  private static void record(ByteArrayOutputStream out, int type, int length) {
    out.writeBytes(new byte[] {(byte) type, 3, 3, (byte) (length >> 8), (byte) length});
    out.writeBytes(new byte[length]);
  }

  private static final int[] PIECES = {1, 2, 3, 5, 7, 300, 20_000, 100_000};

  /** Of all kinds that a driver may have its bytes in. */
  private enum Buffer {
    ARRAY,
    PART_OF_AN_ARRAY,
    WITHOUT_ARRAY,
    READ_ONLY;

    ByteBuffer of(byte[] bytes) {
      return switch (this) {
        case ARRAY -> ByteBuffer.wrap(bytes);
        case PART_OF_AN_ARRAY -> {
          byte[] more = new byte[bytes.length + 20];
          System.arraycopy(bytes, 0, more, 10, bytes.length);
          yield ByteBuffer.wrap(more, 10, bytes.length).slice();
        }
        case WITHOUT_ARRAY -> ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        case READ_ONLY -> ByteBuffer.wrap(bytes).asReadOnlyBuffer();
      };
    }
  }

  private static Stream<Arguments> buffersAndPieces() {
    return Arrays.stream(Buffer.values())
        .flatMap(b -> Arrays.stream(PIECES).mapToObj(p -> Arguments.of(b, p)));
  }

  /** However the bytes are cut up. */
  @ParameterizedTest
  @MethodSource("buffersAndPieces")
  void countsRecordsAndKnowsTheFinished(Buffer kind, int piece) {
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
    ByteBuffer all = kind.of(bytes.toByteArray());

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

  @Test
  void knowsWhatCameFromTheLongestRecordOfDataOn() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordWalk walk = new RecordWalk();
    assertThat(walk.tail()).isEqualTo(new RecordWalk.Tail(0, 0, 0));
    // Type and length of a record; length of the longest, and of all from it on, how many.
    int[][] steps = {
      {23, 10, 10, 10, 1},
      {23, 20, 20, 20, 1},
      {22, 30, 20, 20, 1},
      {23, 10, 20, 30, 2},
      {23, 20, 20, 50, 3},
      {23, 21, 21, 21, 1}
    };
    for (int[] step : steps) {
      bytes.reset();
      record(bytes, step[0], step[1]);
      walk.pass(bytes.toByteArray(), 0, bytes.size());
      assertThat(walk.tail()).isEqualTo(new RecordWalk.Tail(step[2], step[3], step[4]));
    }
  }

  @ParameterizedTest
  @MethodSource("buffersAndPieces")
  void leadsWhoReadsAlong(Buffer kind, int piece) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    record(bytes, 20, 1);
    bytes.writeBytes(new byte[] {21, 3, 3, 0, 2, 2, 40});
    ByteBuffer all = kind.of(bytes.toByteArray());
    ServerFlight flight = new ServerFlight();
    assertThat(pass(new RecordWalk(flight), all, 0, all.limit(), piece)).isEqualTo(2);
    assertThat(flight.alert()).hasValue(40);
  }

  private static int pass(RecordWalk walk, ByteBuffer bytes, int from, int to, int piece) {
    int count = 0;
    for (int at = from; at < to; at += piece) {
      count += walk.pass(bytes, at, Math.min(to, at + piece));
    }
    return count;
  }
}
