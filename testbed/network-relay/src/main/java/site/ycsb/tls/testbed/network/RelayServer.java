package site.ycsb.tls.testbed.network;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.socksx.v5.DefaultSocks5CommandResponse;
import io.netty.handler.codec.socksx.v5.DefaultSocks5InitialResponse;
import io.netty.handler.codec.socksx.v5.DefaultSocks5PasswordAuthResponse;
import io.netty.handler.codec.socksx.v5.Socks5AddressType;
import io.netty.handler.codec.socksx.v5.Socks5AuthMethod;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequest;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5CommandStatus;
import io.netty.handler.codec.socksx.v5.Socks5CommandType;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequest;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5Message;
import io.netty.handler.codec.socksx.v5.Socks5PasswordAuthRequest;
import io.netty.handler.codec.socksx.v5.Socks5PasswordAuthRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5PasswordAuthStatus;
import io.netty.handler.codec.socksx.v5.Socks5ServerEncoder;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.TestServerMain;

/**
 * A SOCKS 5 proxy (RFC 1928: CONNECT only) on loopback. Clients must give the name of its listener
 * as the password (RFC 1929): others on this machine could go through it, too, as its user, and
 * their bytes would take their turn. The reply to CONNECT comes one round-trip time after the
 * request, as a TCP handshake would; everything else as {@link Network} says.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or a close that fails ends the channel
public final class RelayServer implements RunningServer {
  private final Network network;
  private final Network.Direction there;
  private final Network.Direction back;
  private final EventLoopGroup loops;

  /** Both ends of each connection. */
  private final ChannelGroup open;

  private final Class<? extends SocketChannel> socketClass;
  private final LongAdder connections = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Channel listener;
  private final String listenerName;

  /** A relay for clients that give this name. */
  RelayServer(Network network, String listenerName) throws InterruptedException {
    this.network = network;
    this.listenerName = listenerName;
    there = network.new Direction();
    back = network.new Direction();
    boolean epoll = Epoll.isAvailable();
    if (!epoll) {
      System.err.println(
          "no epoll here (" + Epoll.unavailabilityCause() + "): delays are exact to 1 ms only");
    }
    IoHandlerFactory factory = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    loops = new MultiThreadIoEventLoopGroup(1, factory);
    open = new DefaultChannelGroup(loops.next());
    socketClass = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    Class<? extends ServerSocketChannel> serverClass =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(serverClass)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    open.add(channel);
                    channel
                        .pipeline()
                        .addLast(
                            Socks5ServerEncoder.DEFAULT,
                            new Socks5InitialRequestDecoder(),
                            new Negotiation());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
  }

  /** Runs the relay; its own arguments are those of {@link Network#parse}. */
  public static void main(String[] args) throws InterruptedException {
    System.exit(
        TestServerMain.serve(
            args,
            (spec, arguments) ->
                new RelayServer(Network.parse(arguments), spec.listeners().get(0).name())));
  }

  /** The client's first messages; then this handler makes way for the pipes. */
  private final class Negotiation extends SimpleChannelInboundHandler<Socks5Message> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, Socks5Message message) {
      if (message.decoderResult().isFailure()) {
        context.close();
      } else if (message instanceof Socks5InitialRequest) {
        context
            .pipeline()
            .replace(
                Socks5InitialRequestDecoder.class,
                "password",
                new Socks5PasswordAuthRequestDecoder());
        context.writeAndFlush(new DefaultSocks5InitialResponse(Socks5AuthMethod.PASSWORD));
      } else if (message instanceof Socks5PasswordAuthRequest request) {
        admit(context, request.password().equals(listenerName));
      } else if (message instanceof Socks5CommandRequest command
          && command.type().equals(Socks5CommandType.CONNECT)) {
        connect(context.channel(), command);
      } else {
        context.close();
      }
    }

    private void admit(ChannelHandlerContext context, boolean knownClient) {
      if (knownClient) {
        context
            .pipeline()
            .replace(
                Socks5PasswordAuthRequestDecoder.class,
                "command",
                new Socks5CommandRequestDecoder());
        context.writeAndFlush(
            new DefaultSocks5PasswordAuthResponse(Socks5PasswordAuthStatus.SUCCESS));
      } else {
        context
            .writeAndFlush(new DefaultSocks5PasswordAuthResponse(Socks5PasswordAuthStatus.FAILURE))
            .addListener(done -> context.close());
      }
    }

    private void connect(Channel client, Socks5CommandRequest command) {
      long asked = System.nanoTime();
      // The client speaks only after the reply.
      client.config().setAutoRead(false);
      ChannelFuture connecting =
          new Bootstrap()
              .group(client.eventLoop())
              .channel(socketClass)
              .option(ChannelOption.TCP_NODELAY, true)
              .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
              .option(ChannelOption.AUTO_READ, false)
              // Those of the pipes come when it is connected.
              .handler(new ChannelInboundHandlerAdapter())
              .connect(new InetSocketAddress(command.dstAddr(), command.dstPort()));
      connecting.addListener(
          done -> {
            long left = asked + network.rttNanos() - System.nanoTime();
            if (left <= 0) {
              reply(client, connecting);
            } else {
              client
                  .eventLoop()
                  .schedule(() -> reply(client, connecting), left, TimeUnit.NANOSECONDS);
            }
          });
    }

    private void reply(Channel client, ChannelFuture connecting) {
      if (!connecting.isSuccess()) {
        refused.increment();
        client
            .writeAndFlush(answer(status(connecting.cause())))
            .addListener(done -> client.close());
        return;
      }
      connections.increment();
      Channel server = connecting.channel();
      open.add(server);
      client.writeAndFlush(answer(Socks5CommandStatus.SUCCESS));
      client.pipeline().remove(Socks5ServerEncoder.class);
      client.pipeline().remove(Socks5CommandRequestDecoder.class);
      Pipe.join(network, there, back, client, server);
      client.pipeline().remove(this);
      server.config().setAutoRead(true);
      client.config().setAutoRead(true);
      if (!client.isActive()) {
        server.close();
      }
    }

    private DefaultSocks5CommandResponse answer(Socks5CommandStatus status) {
      return new DefaultSocks5CommandResponse(status, Socks5AddressType.IPv4);
    }

    private Socks5CommandStatus status(Throwable cause) {
      return cause instanceof ConnectException
          ? Socks5CommandStatus.CONNECTION_REFUSED
          : Socks5CommandStatus.HOST_UNREACHABLE;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      System.err.println("a client was cut: " + cause);
      context.close();
    }
  }

  @Override
  public String product() {
    return "network-relay " + (Epoll.isAvailable() ? "epoll" : "nio");
  }

  @Override
  public Map<String, InetSocketAddress> addresses() {
    return Map.of(listenerName, (InetSocketAddress) listener.localAddress());
  }

  @Override
  public Map<String, ListenerWitness> witness() {
    return Map.of(listenerName, new ListenerWitness(connections.sum(), refused.sum(), Map.of()));
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** The sockets that are open, both ends of each connection. */
  ChannelGroup open() {
    return open;
  }
}
