#!/usr/bin/env bash
# Guess:  After a connection that the server ended without close_notify (a lost process, a load balancer's idle time-out), or by a reset,
#         the JDK's TLS makes a full handshake, as it must treat the session as cut off; other libraries resume.
# So:     The other way round. The JDK resumes, and so do OpenSSL (Python) and Netty with both engines; Bouncy Castle and, in TLS 1.2,
#         Conscrypt do not: with them a lost connection takes the session with it. So where a load balancer resets idle connections, all new
#         ones of a pool are full handshakes at once; and who tries resumption with a server that says goodbye sees nothing of it. Bouncy
#         Castle resumes in TLS 1.2 only, so it has no way round it; Conscrypt resumes in TLS 1.3 in each case.
# Seen:   29 November 2026, OpenJDK 17.0.15, Netty 4.2.4 with tcnative 2.0.72, Bouncy Castle (bctls) 1.84, Conscrypt 2.9.0, Python 3.11 with
#         OpenSSL 3.0: of five connections 4 resumed, Bouncy Castle and Conscrypt in TLS 1.2 none after a FIN or a reset. By hand OpenJDK
#         25, Node 20 and Go 1.26: 4, in TLS 1.2 and 1.3.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac python3
certificate
jars jars io.netty:netty-handler:4.2.4.Final io.netty:netty-tcnative-boringssl-static:2.0.72.Final org.bouncycastle:bctls-jdk18on:1.84 \
  org.conscrypt:conscrypt-openjdk-uber:2.9.0
[ -n "$(ls jars/*linux-x86_64* 2>/dev/null)" ] || jars native io.netty:netty-tcnative-boringssl-static:2.0.72.Final:linux-x86_64
cat >server.py <<'PYTHON'
import socket, ssl, struct, sys, threading
how = sys.argv[1]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        t = context.wrap_socket(s, server_side=True)
        t.settimeout(5)
        t.sendall(t.recv(100))
        t.recv(100) # the client has read the answer
        print("resumed" if t.session_reused else "full", flush=True)
        if how == "close_notify":
            try: t.unwrap()
            except OSError: pass
        if how == "reset": t.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        t.close()
    except OSError: pass
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >Client.java <<'JAVA'
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.*;
import io.netty.channel.*;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.*;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.*;
import javax.net.ssl.*;
class Client { // LIBRARY VERSION PORT: five connections, each until the server ends it
  static final TrustManager[] ALL = InsecureTrustManagerFactory.INSTANCE.getTrustManagers();
  public static void main(String[] a) throws Exception {
    int port = Integer.parseInt(a[2]);
    if (a[0].startsWith("Netty")) {
      var context = SslContextBuilder.forClient().sslProvider(SslProvider.valueOf(a[0].substring(5))).trustManager(ALL[0]).protocols(a[1]).build();
      var group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
      for (int i = 0; i < 5; i++) {
        new Bootstrap().group(group).channel(NioSocketChannel.class).handler(new ChannelInitializer<Channel>() {
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(context.newHandler(channel.alloc(), "localhost", port), new SimpleChannelInboundHandler<ByteBuf>() {
              public void userEventTriggered(ChannelHandlerContext c, Object event) {
                if (event instanceof SslHandshakeCompletionEvent) c.writeAndFlush(Unpooled.wrappedBuffer(new byte[5]));
                if (event instanceof SslCloseCompletionEvent) c.close();
              }
              protected void channelRead0(ChannelHandlerContext c, ByteBuf data) { c.writeAndFlush(Unpooled.wrappedBuffer(new byte[5])); }
              public void exceptionCaught(ChannelHandlerContext c, Throwable t) { c.close(); }
            });
          }
        }).connect("127.0.0.1", port).sync().channel().closeFuture().sync();
      }
      System.exit(0);
    }
    SSLContext context = switch (a[0]) {
      case "BouncyCastle" -> SSLContext.getInstance("TLS", new org.bouncycastle.jsse.provider.BouncyCastleJsseProvider(new org.bouncycastle.jce.provider.BouncyCastleProvider()));
      case "Conscrypt" -> SSLContext.getInstance("TLS", org.conscrypt.Conscrypt.newProvider());
      default -> SSLContext.getInstance("TLS");
    };
    context.init(null, ALL, null);
    for (int i = 0; i < 5; i++) {
      try (var s = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
        s.setEnabledProtocols(new String[] {a[1]});
        s.startHandshake();
        for (int j = 0; j < 2; j++) {
          s.getOutputStream().write(new byte[5]);
          if (s.getInputStream().read() < 0) break;
        }
        while (s.getInputStream().read() >= 0);
      } catch (IOException e) { // the reset, or what the library makes of it
      }
    }
  }
}
JAVA
javac -proc:none -cp 'jars/*:native/*' -d classes Client.java || exit 2
cat >client.py <<'PYTHON'
import socket, ssl, sys
context = ssl.create_default_context(cafile="tls/ca.pem")
if sys.argv[1] == "TLSv1.2": context.maximum_version = ssl.TLSVersion.TLSv1_2
session = None
for _ in range(5):
    with context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[2]))), server_hostname="localhost", session=session) as s:
        for _ in range(2): s.sendall(b"hello"); s.recv(100)
        session = s.session
        try:
            while s.recv(100): pass
        except OSError: pass
PYTHON
resumed() { # COMMAND...: of five connections
  local before
  before=$(grep -cE '^(full|resumed)' server.log)
  timeout 60 "$@" "$port" >client.log 2>&1
  [ $(($(grep -cE '^(full|resumed)' server.log) - before)) = 5 ] || missing "$*: not five connections: $(grep -m1 -E 'Error|Exception' client.log)"
  tail -5 server.log | grep -c resumed
}
java_client() { resumed java -cp 'classes:jars/*:native/*' Client "$@"; }
for how in close_notify FIN reset; do
  start server python3 server.py $how
  wait_for server.log '^port '
  port=$(port_in server.log port)
  echo "  resumed of five, the server ends with $how"
  check "JDK, TLS 1.3" 4 "$(java_client JDK TLSv1.3)"
  check "JDK, TLS 1.2" 4 "$(java_client JDK TLSv1.2)"
  check "Netty with the JDK's engine, TLS 1.3" 4 "$(java_client NettyJDK TLSv1.3)"
  check "Netty with OpenSSL, TLS 1.3" 4 "$(java_client NettyOPENSSL TLSv1.3)"
  check "Python, TLS 1.3" 4 "$(resumed python3 client.py TLSv1.3)"
  [ $how = close_notify ] && rest=4 || rest=0
  check "Conscrypt, TLS 1.3" 4 "$(java_client Conscrypt TLSv1.3)"
  check "Bouncy Castle, TLS 1.2" $rest "$(java_client BouncyCastle TLSv1.2)"
  check "Conscrypt, TLS 1.2" $rest "$(java_client Conscrypt TLSv1.2)"
done
finish
