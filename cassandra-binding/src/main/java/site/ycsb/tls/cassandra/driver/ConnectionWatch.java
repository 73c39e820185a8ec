package site.ycsb.tls.cassandra.driver;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.AttributeKey;
import java.net.SocketAddress;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.Connection;

/**
 * Reports the events of one of the driver's connections, next to its socket, to the transport. With
 * TLS, the engine counts the bytes.
 */
public final class ConnectionWatch extends ChannelDuplexHandler {
  private static final AttributeKey<Connection> CONNECTION =
      AttributeKey.valueOf(ConnectionWatch.class, "connection");

  private final Connection connection;
  private final boolean countsBytes;

  private ConnectionWatch(Connection connection, boolean countsBytes) {
    this.connection = connection;
    this.countsBytes = countsBytes;
  }

  /** The transport's object for the channel; made at the first call. */
  public static Connection of(Channel channel, Transport transport) {
    Connection connection = channel.attr(CONNECTION).get();
    if (connection == null) {
      connection = transport.connection();
      channel.attr(CONNECTION).set(connection);
    }
    return connection;
  }

  /** Watches a channel that is about to connect. */
  public static void addTo(Channel channel, Transport transport) {
    Connection connection = of(channel, transport);
    // Not channelInactive: Netty calls that only after the driver knows that the channel is closed.
    channel.closeFuture().addListener(end -> connection.closed());
    channel
        .pipeline()
        .addFirst(
            "connection-watch", new ConnectionWatch(connection, transport.options().isEmpty()));
  }

  @Override
  public void connect(
      ChannelHandlerContext context,
      SocketAddress remote,
      SocketAddress local,
      ChannelPromise promise)
      throws Exception {
    long start = System.nanoTime();
    promise.addListener(
        end -> {
          if (end.isSuccess()) {
            connection.connected(System.nanoTime() - start);
          } else {
            connection.failed(end.cause());
          }
        });
    super.connect(context, remote, local, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (countsBytes && message instanceof ByteBuf bytes) {
      connection.received(bytes.readableBytes());
    }
    super.channelRead(context, message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (countsBytes && message instanceof ByteBuf bytes) {
      connection.sent(bytes.readableBytes());
    }
    super.write(context, message, promise);
  }
}
