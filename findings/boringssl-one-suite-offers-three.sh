#!/usr/bin/env bash
# Guess:  A TLS library that accepts a list with one TLS 1.3 suite, without an error, offers this one, as the JDK does.
# So:     BoringSSL has no setting for the suites of TLS 1.3, so Netty's tcnative and Conscrypt accept the list and offer all
#         three. The server chooses. With the JDK's provider exactly one is offered.
# Seen:   27 November 2026, Netty 4.2.4 with netty-tcnative-boringssl-static 2.0.72, Conscrypt 2.9.0, OpenJDK 17.0.15: asked
#         for TLS_AES_128_GCM_SHA256 in TLS 1.3, the ClientHello has 3, 3, 1 suites and OpenSSL's server takes
#         TLS_AES_256_GCM_SHA384 with the first two.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
relay "$echo_port"
jars netty io.netty:netty-handler:4.2.4.Final io.netty:netty-tcnative-boringssl-static:2.0.72.Final
[ -n "$(ls netty/*linux-x86_64* 2>/dev/null)" ] || jars netty io.netty:netty-tcnative-boringssl-static:2.0.72.Final:linux-x86_64
jars conscrypt org.conscrypt:conscrypt-openjdk-uber:2.9.0
cat >Offer.java <<'JAVA'
import io.netty.bootstrap.Bootstrap; import io.netty.channel.*; import io.netty.channel.nio.*; import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.*; import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.Provider; import java.util.List; import javax.net.ssl.*;
class Offer {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    String suite = "TLS_AES_128_GCM_SHA256";
    if (arguments[0].equals("Conscrypt")) {
      Provider provider = (Provider) Class.forName("org.conscrypt.Conscrypt").getMethod("newProvider").invoke(null);
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
      try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
        s.setEnabledProtocols(new String[] {"TLSv1.3"});
        s.setEnabledCipherSuites(new String[] {suite});
        s.startHandshake();
      }
      return;
    }
    SslContext context = SslContextBuilder.forClient().sslProvider(SslProvider.valueOf(arguments[0])).protocols("TLSv1.3").ciphers(List.of(suite))
        .endpointIdentificationAlgorithm(null).trustManager(InsecureTrustManagerFactory.INSTANCE).build();
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    SslHandler[] handler = new SslHandler[1];
    Channel channel = new Bootstrap().group(group).channel(NioSocketChannel.class).handler(new ChannelInitializer<Channel>() {
      protected void initChannel(Channel c) { c.pipeline().addLast(handler[0] = context.newHandler(c.alloc())); }
    }).connect("127.0.0.1", port).sync().channel();
    handler[0].handshakeFuture().sync();
    channel.close().sync();
    group.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).sync();
  }
}
JAVA
javac -cp 'netty/*' -d classes Offer.java 2>javac.log || missing "javac: $(head -1 javac.log)"
for expected in 'OPENSSL 3 TLS_AES_256_GCM_SHA384' 'Conscrypt 3 TLS_AES_256_GCM_SHA384' 'JDK 1 TLS_AES_128_GCM_SHA256'; do
  read -r name rest <<<"$expected"
  rm -f wire.jsonl
  java -cp 'classes:netty/*:conscrypt/*' Offer "$name" "$relay_port" >run.log 2>&1 || missing "Offer $name: $(grep -m1 -E 'Exception|Error' run.log)"
  check "$name: suites offered, suite taken" "$rest" "$(wire 'sum(s.startswith("TLS_") for s in lines[0]["hello"]["suites"]), lines[0]["server"]["suite"]' | tr -d "(),'")"
done
finish
