package site.ycsb.tls.slice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.channel.ParentSocket;

/**
 * The run's side: receives the orders of the process that started it. One thread takes orders and
 * reports; any thread may close.
 */
public final class OrderReceiver implements AutoCloseable {
  /** System property of a run: path of the socket for its orders. */
  static final String PROPERTY = "ycsb.orders";

  private final JsonChannel messages;

  private OrderReceiver(JsonChannel messages) {
    this.messages = messages;
  }

  /**
   * Connects to the socket that this JVM's command line names; empty when the run gets no orders.
   *
   * @throws IOException when the parent is gone
   */
  public static Optional<OrderReceiver> ofThisProcess() throws IOException {
    return ParentSocket.ofThisProcess(PROPERTY).map(OrderReceiver::new);
  }

  /** Waits for the next order; empty when the parent is gone, or this was closed. */
  public Optional<Order> next() throws IOException {
    try {
      return messages.receive(Order.class);
    } catch (ClosedChannelException e) {
      return Optional.empty();
    }
  }

  /** Answers the last order. */
  public void report(SliceReport report) throws IOException {
    messages.send(report);
  }

  /** Then nobody waits for an order any longer. */
  @Override
  public void close() {
    try {
      messages.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
