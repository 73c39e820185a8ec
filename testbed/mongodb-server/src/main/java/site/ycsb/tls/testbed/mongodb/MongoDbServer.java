package site.ycsb.tls.testbed.mongodb;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.wire.MongoDatabaseHandler;
import de.bwaldvogel.mongo.wire.MongoExceptionHandler;
import de.bwaldvogel.mongo.wire.MongoWireMessageEncoder;
import de.bwaldvogel.mongo.wire.MongoWireProtocolHandler;
import de.bwaldvogel.mongo.wire.MongoWireReplyEncoder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.JvmServer;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.WitnessCounter;

/**
 * The test server: mongo-java-server's handlers in pipelines of our own, because its own start-up
 * code supports neither a suite nor a second listener.
 */
public final class MongoDbServer extends JvmServer {
  private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final MongoBackend backend;

  /**
   * A server without listeners.
   *
   * @param extraMicros CPU time to waste in each command, µs
   */
  private MongoDbServer(double extraMicros) throws IOException {
    backend =
        new TestBackend(
            extraMicros > 0
                ? product() + ", wasting %s us in each command".formatted(extraMicros)
                : product(),
            extraMicros);
  }

  /** Runs the server; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    System.exit(TestServerMain.serve(args, MongoDbServer::start));
  }

  private static MongoDbServer start(ServerSpec spec, List<String> arguments) throws IOException {
    MongoDbServer server =
        new MongoDbServer(arguments.isEmpty() ? 0 : Double.parseDouble(arguments.get(0)));
    for (ListenerSpec listener : spec.listeners()) {
      server.listen(listener);
    }
    return server;
  }

  private void listen(ListenerSpec listener) throws IOException {
    WitnessCounter counter = new WitnessCounter();
    Channel channel =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            // Churn opens thousands of connections per second; a short queue would make them wait.
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Connection(listener.context(), counter))
            .bind(LOOPBACK, 0)
            .syncUninterruptibly()
            .channel();
    channels.add(channel);
    int port = ((InetSocketAddress) channel.localAddress()).getPort();
    addListener(listener, () -> port, counter);
  }

  @Override
  public void close() {
    channels.close().syncUninterruptibly();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    backend.close();
  }

  /** One accepted connection: the witness's counter, TLS where there is any, MongoDB. */
  private final class Connection extends ChannelInitializer<SocketChannel> {
    private final Optional<PinnedServerContext> tls;
    private final WitnessCounter counter;

    Connection(Optional<PinnedServerContext> tls, WitnessCounter counter) {
      this.tls = tls;
      this.counter = counter;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      counter.connected();
      ChannelPipeline pipeline = channel.pipeline();
      tls.ifPresent(context -> pipeline.addLast(handler(context)));
      pipeline.addLast(new MongoWireReplyEncoder());
      pipeline.addLast(new MongoWireMessageEncoder());
      pipeline.addLast(new MongoWireProtocolHandler());
      pipeline.addLast(new MongoDatabaseHandler(backend, channels));
      pipeline.addLast(new MongoExceptionHandler());
    }

    private SslHandler handler(PinnedServerContext context) {
      SslHandler handler = new SslHandler(context.engine());
      handler
          .handshakeFuture()
          .addListener(end -> counter.handshakeEnded(context, handler.engine(), end.isSuccess()));
      return handler;
    }
  }
}
