package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.slice.Order;

/** What coordinator and agents send each other. */
class MessageTest {
  private static final Order MEASURE = new Order(Order.Kind.MEASURE, 100_000_000);

  @Test
  void theOrderOfASliceHasAnInstantForEachAgent() throws IOException {
    byte[] sent = new Message.Slice(7, MEASURE, 5, Map.of(1, 1000L, 2, -2000L)).encode();

    Message.Slice received = (Message.Slice) Message.decode(sent, 0, sent.length);

    assertThat(received.run()).isEqualTo(7);
    assertThat(received.of(1)).isEqualTo(MEASURE.at(1000, 5));
    assertThat(received.of(2)).isEqualTo(MEASURE.at(-2000, 5));
    assertThatThrownBy(() -> received.of(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no instant for agent 3 in a slice of run 7");
  }

  @Test
  void otherOrdersAreFollowedAtOnce() {
    Message.Slice end = new Message.Slice(7, Order.end(), 0, Map.of());
    assertThat(end.of(1)).isEqualTo(Order.end());
  }

  /** Without an instant an agent would begin when the order comes, and not with the others. */
  @Test
  void aSliceWithoutInstantsIsNoMessage() {
    assertThatThrownBy(() -> new Message.Slice(7, MEASURE, 0, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a slice needs its instants");
  }
}
