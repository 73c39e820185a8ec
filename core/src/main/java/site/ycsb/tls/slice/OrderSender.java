package site.ycsb.tls.slice;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.channel.ParentSocket;

/**
 * The parent's side: listens for one run, sends it orders, and waits for its answers. Used by one
 * thread.
 */
public final class OrderSender implements AutoCloseable {
  private final ParentSocket socket;
  private final ExecutorService reader;
  private JsonChannel messages;
  private Future<Optional<SliceReport>> answer;

  private OrderSender(ParentSocket socket) {
    this.socket = socket;
    this.reader =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "slice reports");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Listens.
   *
   * @throws IOException when it cannot; the message is one line
   */
  public static OrderSender open() throws IOException {
    return new OrderSender(ParentSocket.open("orders"));
  }

  /** The argument of the run's JVM that makes it connect here. */
  public String jvmArgument() {
    return socket.jvmArgument(OrderReceiver.PROPERTY);
  }

  /**
   * Waits until the run has connected.
   *
   * @param run checked repeatedly whether it is still alive
   * @return false when it ended, or did not connect in time
   */
  public boolean accept(Process run, double seconds) throws IOException, InterruptedException {
    ServerSocketChannel server = socket.server();
    server.configureBlocking(false);
    long until = System.nanoTime() + (long) (seconds * 1e9);
    try (Selector selector = Selector.open()) {
      server.register(selector, SelectionKey.OP_ACCEPT);
      while (run.isAlive() && System.nanoTime() - until < 0) {
        selector.select(100);
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while a run was starting");
        }
        SocketChannel accepted = server.accept();
        if (accepted != null) {
          messages = new JsonChannel(accepted);
          return true;
        }
      }
      return false;
    }
  }

  /** Sends an order; the answer is to be awaited before the next. */
  public void send(Order order) throws IOException {
    messages.send(order);
    if (order.kind() != Order.Kind.END) {
      answer = reader.submit(() -> messages.receive(SliceReport.class));
    }
  }

  /**
   * The answer to the last order.
   *
   * @param seconds how long to wait for it
   * @return empty when the run ended instead
   * @throws TimeoutException when it did not answer in time
   */
  public Optional<SliceReport> await(double seconds)
      throws IOException, InterruptedException, TimeoutException {
    try {
      return answer.get((long) (seconds * 1000), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClosedByInterruptException) {
        throw new InterruptedException("interrupted while a slice was measured");
      }
      if (e.getCause() instanceof IOException) {
        // A reset connection is the end of the run, as an orderly one is.
        return Optional.empty();
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    reader.shutdownNow();
    if (messages != null) {
      messages.close();
    }
    socket.close();
  }
}
