package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** The examples of the README: clients that know nothing of us. */
class LibraryIT {
  private static final TlsPin PIN =
      TlsPin.of("TLS_AES_256_GCM_SHA384")
          .withServerKey(ServerKey.parse("RSA-2048"))
          .withGroup(NamedGroup.X25519);

  private final PinnedTransport transport = TestCertificates.transport(PIN);

  @Test
  void plainSocket() throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        Socket socket = transport.socketFactory().createSocket("localhost", server.port())) {
      assertThat(Client.echo(socket, new byte[] {1, 2, 3})).containsExactly(1, 2, 3);
    }
    assertThat(transport.evidence().orElseThrow().group()).isEqualTo("x25519");
  }

  @Test
  void apacheHttpClient() throws Exception {
    try (HttpsEcho server =
            HttpsEcho.start(
                PinnedServerContext.of(PIN, TestCertificates.server("RSA-2048")).sslContext());
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(
                    PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(
                            (socket, host, port, attachment, context) -> {
                              SSLSocket tls =
                                  (SSLSocket)
                                      transport
                                          .socketFactory()
                                          .createSocket(socket, host, port, true);
                              tls.startHandshake();
                              return tls;
                            })
                        .build())
                .build()) {
      String answer =
          client.execute(
              new HttpGet(server.uri()), response -> EntityUtils.toString(response.getEntity()));
      assertThat(answer).isEqualTo("hello");
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  @Test
  void nettyPipeline() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Channel channel =
          new Bootstrap()
              .group(group)
              .channel(NioSocketChannel.class)
              .handler(
                  new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel c) {
                      c.pipeline()
                          .addLast(
                              new SslHandler(transport.engine("localhost", server.port())),
                              new Completing(answer));
                    }
                  })
              .connect("localhost", server.port())
              .sync()
              .channel();
      channel.writeAndFlush(Unpooled.copiedBuffer("hello", StandardCharsets.US_ASCII)).sync();
      assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("hello");
      channel.close().sync();
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
    assertThat(transport.counts().closed()).isEqualTo(1);
    assertThat(transport.counts().payloadBytesIn()).isEqualTo(5);
  }

  private static final class Completing extends SimpleChannelInboundHandler<ByteBuf> {
    private final CompletableFuture<String> answer;

    Completing(CompletableFuture<String> answer) {
      this.answer = answer;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
      answer.complete(message.toString(StandardCharsets.US_ASCII));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      answer.completeExceptionally(cause);
    }
  }
}
