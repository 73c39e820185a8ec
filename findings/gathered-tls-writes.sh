#!/usr/bin/env bash
# Guess:  Each TLS record is a system call: a client that writes 1 MB at once makes some 60 calls instead of one to 16.
# So:     So it is with blocking sockets, Java's, Python's and Go's. Node and Netty (with the JDK's engine and with OpenSSL's) encrypt all
#         62 records first and hand them to the kernel in one call, 1 MB and their 1,364 bytes more. So for drivers on these two TLS
#         adds no calls to a large write, and what is said of TLS' calls by looking at JDBC does not hold for them.
# Seen:   28 November 2026, calls that write for each 1 MB over TLS: Node 20.20.2 1; Netty 4.2.4 on OpenJDK 17.0.15 1.3 with
#         both engines; Java's SSLSocket and Python 3.11 61. By hand, Go 1.26.8: 62.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node strace python3
certificate
jars netty io.netty:netty-handler:4.2.4.Final io.netty:netty-tcnative-boringssl-static:2.0.72.Final
[ -n "$(ls netty/*linux-x86_64* 2>/dev/null)" ] || jars netty io.netty:netty-tcnative-boringssl-static:2.0.72.Final:linux-x86_64
cat >sink.py <<'PYTHON'
import socket, ssl, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        t, left = context.wrap_socket(s, server_side=True), 1_000_000
        while data := t.recv(65536):
            left -= len(data)
            if left == 0:
                left = 1_000_000
                t.sendall(b"x")
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start sink python3 sink.py
wait_for sink.log '^port '
port=$(port_in sink.log port)
cat >write.py <<'PYTHON'
import socket, ssl, sys
context = ssl.create_default_context(cafile="tls/ca.pem")
s = context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[1]))), server_hostname="localhost")
for _ in range(int(sys.argv[2])):
    s.sendall(bytes(1_000_000))
    s.recv(1)
PYTHON
cat >write.js <<'JS'
let left = +process.argv[3];
const next = () => left-- > 0 ? s.write(Buffer.alloc(1_000_000)) : process.exit();
const s = require('tls').connect({ host: '127.0.0.1', port: +process.argv[2], ca: require('fs').readFileSync('tls/ca.pem'), servername: 'localhost' }, next).on('data', next);
JS
cat >Write.java <<'JAVA'
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.*;
import io.netty.channel.*;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.*;
import javax.net.ssl.*;
class Write {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]), count = Integer.parseInt(arguments[2]);
    if (arguments[0].equals("socket")) {
      System.setProperty("javax.net.ssl.trustStore", "tls/trust.p12");
      System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
      var s = SSLSocketFactory.getDefault().createSocket("127.0.0.1", port);
      for (int i = 0; i < count; i++) { s.getOutputStream().write(new byte[1_000_000]); s.getInputStream().read(); }
      return;
    }
    var context = SslContextBuilder.forClient().sslProvider(SslProvider.valueOf(arguments[0])).trustManager(new java.io.File("tls/ca.pem")).build();
    var group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    new Bootstrap().group(group).channel(NioSocketChannel.class).handler(new ChannelInitializer<Channel>() {
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(context.newHandler(channel.alloc(), "localhost", port), new SimpleChannelInboundHandler<ByteBuf>() {
          int left = count;
          void next(ChannelHandlerContext c) {
            if (left-- > 0) c.writeAndFlush(Unpooled.wrappedBuffer(new byte[1_000_000])); else System.exit(0);
          }
          public void userEventTriggered(ChannelHandlerContext c, Object event) {
            if (event instanceof SslHandshakeCompletionEvent e) { if (e.isSuccess()) next(c); else System.exit(1); }
          }
          protected void channelRead0(ChannelHandlerContext c, ByteBuf data) { next(c); }
        });
      }
    }).connect("127.0.0.1", port).sync().channel().closeFuture().sync();
  }
}
JAVA
javac -cp 'netty/*' -d classes Write.java || exit 2
calls() { # COMMAND...: calls that write more than 10,000 bytes, for each of twenty writes of 1 MB
  strace -f -qq -e trace=write,writev,sendto,sendmsg -e signal=none -o trace "$@" "$port" 20 >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
  awk '/= [0-9]+$/ && $NF > 10000 { n++ } END { printf "%.1f\n", n / 20 }' trace
}
check_between "Python" 60 63 "$(calls python3 write.py)"
check_between "Java's SSLSocket" 60 63 "$(calls java -cp classes:netty/* Write socket)"
check_between "Node" 1 4 "$(calls node write.js)"
check_between "Netty, the JDK's engine" 1 5 "$(calls java -cp 'classes:netty/*' Write JDK)"
check_between "Netty, OpenSSL's engine" 1 5 "$(calls java -cp 'classes:netty/*' Write OPENSSL)"
finish
