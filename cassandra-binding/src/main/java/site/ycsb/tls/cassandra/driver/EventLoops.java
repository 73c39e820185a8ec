package site.ycsb.tls.cassandra.driver;

import com.datastax.oss.driver.internal.core.context.NettyOptions;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.proxy.Socks5ProxyHandler;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.socket.Transport;

/**
 * The driver's threads, shared by all sessions of a run: sessions that come and go with each cycle
 * would otherwise start and stop a dozen threads each. Sizes are the driver's own defaults.
 */
public final class EventLoops implements AutoCloseable {
  private final EventLoopGroup io = new NioEventLoopGroup(0, threads("io"));
  private final EventExecutorGroup admin = new DefaultEventLoopGroup(2, threads("admin"));
  private final Timer timer =
      new HashedWheelTimer(threads("timer"), 100, TimeUnit.MILLISECONDS, 2048);

  private static DefaultThreadFactory threads(String role) {
    return new DefaultThreadFactory("cassandra-" + role, true);
  }

  /** The threads for sessions whose connections are reported to the transport. */
  public NettyOptions reportingTo(Transport transport) {
    return new Options(transport);
  }

  @Override
  public void close() {
    timer.stop();
    Future<?> adminEnd = admin.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    Future<?> ioEnd = io.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    adminEnd.awaitUninterruptibly();
    ioEnd.awaitUninterruptibly();
  }

  private final class Options implements NettyOptions {
    private final Transport transport;

    Options(Transport transport) {
      this.transport = transport;
    }

    @Override
    public EventLoopGroup ioEventLoopGroup() {
      return io;
    }

    @Override
    public Class<? extends Channel> channelClass() {
      return NioSocketChannel.class;
    }

    @Override
    public EventExecutorGroup adminEventExecutorGroup() {
      return admin;
    }

    @Override
    public ByteBufAllocator allocator() {
      return ByteBufAllocator.DEFAULT;
    }

    /** The driver's settings of sockets are for the options that these replace. */
    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
      SocketSettings sockets = transport.sockets();
      sockets.send().ifPresent(bytes -> bootstrap.option(ChannelOption.SO_SNDBUF, bytes));
      sockets.receive().ifPresent(bytes -> bootstrap.option(ChannelOption.SO_RCVBUF, bytes));
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
      ConnectionWatch.addTo(channel, transport);
      transport
          .sockets()
          .socksProxy()
          .ifPresent(proxy -> channel.pipeline().addFirst(handler(proxy)));
    }

    /** Asks for the password as Java's own sockets do. */
    private static Socks5ProxyHandler handler(InetSocketAddress proxy) {
      PasswordAuthentication known =
          Authenticator.requestPasswordAuthentication(
              proxy.getHostString(),
              proxy.getAddress(),
              proxy.getPort(),
              "SOCKS5",
              "SOCKS authentication",
              null);
      return known == null
          ? new Socks5ProxyHandler(proxy)
          : new Socks5ProxyHandler(proxy, known.getUserName(), new String(known.getPassword()));
    }

    /** Closing a session leaves the threads to other sessions. */
    @Override
    public Future<Void> onClose() {
      return GlobalEventExecutor.INSTANCE.newSucceededFuture(null);
    }

    @Override
    public Timer getTimer() {
      return timer;
    }
  }
}
