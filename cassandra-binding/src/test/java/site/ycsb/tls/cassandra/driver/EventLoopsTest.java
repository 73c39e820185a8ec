package site.ycsb.tls.cassandra.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.internal.core.context.NettyOptions;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.socket.Transport;

class EventLoopsTest {
  private static final int SEND = 50_000;
  private static final int RECEIVE = 20_000;

  /** Linux doubles what is asked for. */
  @Test
  void theDriversSocketsHaveTheBuffersThatAreAskedFor() throws Exception {
    Transport transport = Transport.of(Map.of("tls.sndbuf", "" + SEND, "tls.rcvbuf", "" + RECEIVE));
    try (EventLoops loops = new EventLoops()) {
      NettyOptions options = loops.reportingTo(transport);
      Bootstrap bootstrap =
          new Bootstrap()
              .group(options.ioEventLoopGroup())
              .channel(options.channelClass())
              .handler(new ChannelInboundHandlerAdapter());
      options.afterBootstrapInitialized(bootstrap);

      Channel channel = bootstrap.register().sync().channel();

      assertThat(channel.config().getOption(ChannelOption.SO_SNDBUF)).isBetween(SEND, 2 * SEND);
      assertThat(channel.config().getOption(ChannelOption.SO_RCVBUF))
          .isBetween(RECEIVE, 2 * RECEIVE);
      assertThat(channel.config().getOption(ChannelOption.TCP_NODELAY)).isTrue();
      channel.close().sync();
    }
  }
}
