package site.ycsb.tls.testbed.mongodb;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLEngine;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.WitnessCounter;

/** Counts the handshake of one connection, from the server's own session. */
final class HandshakeWitness extends ChannelInboundHandlerAdapter {
  private final PinnedServerContext tls;
  private final SSLEngine engine;
  private final WitnessCounter counter;

  private HandshakeWitness(PinnedServerContext tls, SSLEngine engine, WitnessCounter counter) {
    this.tls = tls;
    this.engine = engine;
    this.counter = counter;
  }

  /** Adds TLS and its witness to a new connection. */
  static void addTo(ChannelPipeline pipeline, PinnedServerContext tls, WitnessCounter counter) {
    SSLEngine engine = tls.engine();
    pipeline.addLast(new SslHandler(engine));
    pipeline.addLast(new HandshakeWitness(tls, engine, counter));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent completion) {
      if (completion.isSuccess()) {
        counter.handshaken(engine.getSession(), tls.resumed(engine));
      } else {
        counter.failed();
      }
    }
    super.userEventTriggered(context, event);
  }
}
