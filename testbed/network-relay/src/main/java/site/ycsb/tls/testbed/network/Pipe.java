package site.ycsb.tls.testbed.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * One direction of one connection: what is read from its channel is written to the other when it
 * would have arrived. Both channels are of one event loop, whose thread does everything.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or a close that fails ends the channel
final class Pipe extends ChannelInboundHandlerAdapter {
  /** Bytes under way in one direction of a connection; more are left in the sender's socket. */
  private static final long MOST_UNDER_WAY = 16 << 20;

  private final Network network;
  private final Network.Direction direction;
  private final Channel from;
  private final Channel to;
  private final Deque<Sent> underWay = new ArrayDeque<>();
  private Pipe opposite;
  private long bytesUnderWay;
  private long lastArrival = Long.MIN_VALUE;
  private boolean waiting;

  /** The sender sends no more. */
  private boolean inputEnded;

  /** The receiver was told so, or is gone. */
  private boolean outputEnded;

  /**
   * Bytes, or the end.
   *
   * @param bytes null: the sender sends no more
   */
  private record Sent(ByteBuf bytes, long arrival) {
    int size() {
      return bytes == null ? 0 : bytes.readableBytes();
    }
  }

  /** Connects two channels in both directions. */
  static void join(
      Network network,
      Network.Direction there,
      Network.Direction back,
      Channel client,
      Channel server) {
    Pipe one = new Pipe(network, there, client, server);
    Pipe other = new Pipe(network, back, server, client);
    one.opposite = other;
    other.opposite = one;
    client.pipeline().addLast(one);
    server.pipeline().addLast(other);
  }

  private Pipe(Network network, Network.Direction direction, Channel from, Channel to) {
    this.network = network;
    this.direction = direction;
    this.from = from;
    this.to = to;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    send((ByteBuf) message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      endInput();
      if (opposite.outputEnded) {
        from.close();
      }
    }
  }

  /** The connection is gone, which the other end learns after what was sent before. */
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    endInput();
  }

  private void endInput() {
    inputEnded = true;
    send(null);
  }

  /** The receiver can take more. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (from.isWritable() && !opposite.waiting) {
      opposite.deliver();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A reset: the same as the end.
    from.close();
  }

  private void send(ByteBuf bytes) {
    long now = System.nanoTime();
    long arrival = direction.arrival(now, bytes == null ? 0 : bytes.readableBytes());
    lastArrival = lastArrival == Long.MIN_VALUE ? arrival : Math.max(lastArrival, arrival);
    Sent sent = new Sent(bytes, lastArrival);
    underWay.add(sent);
    bytesUnderWay += sent.size();
    if (bytesUnderWay > MOST_UNDER_WAY) {
      from.config().setAutoRead(false);
    }
    if (!waiting) {
      deliver();
    }
  }

  /** Writes what has arrived, and comes back for the rest. */
  private void deliver() {
    boolean written = false;
    while (canDeliver() && hasArrived(underWay.peek())) {
      Sent sent = underWay.remove();
      bytesUnderWay -= sent.size();
      if (sent.bytes() == null) {
        end();
      } else {
        to.write(sent.bytes());
        written = true;
      }
    }
    if (written) {
      to.flush();
    }
    if (bytesUnderWay <= MOST_UNDER_WAY / 2) {
      from.config().setAutoRead(true);
    }
    if (!waiting && canDeliver()) {
      waiting = true;
      from.eventLoop()
          .schedule(
              this::deliverNext,
              Math.max(0, underWay.peek().arrival() - System.nanoTime()),
              TimeUnit.NANOSECONDS);
    }
  }

  private void deliverNext() {
    waiting = false;
    deliver();
  }

  /** The end waits for nobody, and bytes for a channel that is gone are dropped. */
  private boolean canDeliver() {
    return !underWay.isEmpty()
        && (to.isWritable() || !to.isActive() || underWay.peek().bytes() == null);
  }

  private boolean hasArrived(Sent sent) {
    return network.isInstant() || sent.arrival() - System.nanoTime() <= 0;
  }

  /**
   * Ends the output of the other channel when it has sent what was written to it. A channel without
   * input and output is closed at once: Netty does not do that by itself, and asks such a channel
   * for events for ever.
   */
  private void end() {
    to.writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            sent -> {
              outputEnded = true;
              if (opposite.inputEnded || !from.isActive()) {
                to.close();
              } else {
                ((DuplexChannel) to).shutdownOutput();
              }
            });
  }
}
