#!/usr/bin/env bash
# Guess:  A Java driver whose code never mentions sessions or tickets makes a full handshake for each connection.
# So:     The driver's own ways to TLS (DefaultSslEngineFactory, ProgrammaticSslEngineFactory) call createSSLEngine(host,
#         port), and an engine that knows its peer resumes. Nothing asks for it and nothing shows it. An engine of
#         createSSLEngine() makes full handshakes.
# Seen:   27 November 2026, java-driver-core 4.19.3 (org.apache.cassandra), OpenJDK 17.0.15, OpenSSL's server, TLS 1.3:
#         of 10 connections with an engine of the driver's factory 9 resumed; without host and port 0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
relay "$echo_port"
jars driver org.apache.cassandra:java-driver-core:4.19.3
cat >Engines.java <<'JAVA'
import com.datastax.oss.driver.api.core.metadata.EndPoint; import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import java.io.*; import java.net.*; import java.nio.ByteBuffer; import java.nio.channels.SocketChannel; import java.security.KeyStore; import javax.net.ssl.*;
class Engines {
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    InetSocketAddress server = new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
    var factory = new ProgrammaticSslEngineFactory(context);
    EndPoint node = new EndPoint() {
      public SocketAddress resolve() { return server; }
      public String asMetricPrefix() { return "node"; }
    };
    for (int i = 0; i < 10; i++) {
      SSLEngine engine = arguments[0].equals("driver") ? factory.newSslEngine(node) : context.createSSLEngine();
      engine.setUseClientMode(true);
      try (SocketChannel channel = SocketChannel.open(server)) { echo(engine, channel); }
    }
  }
  static void echo(SSLEngine engine, SocketChannel channel) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(40_000), out = ByteBuffer.allocate(40_000), plain = ByteBuffer.allocate(40_000), one = ByteBuffer.wrap(new byte[1]);
    engine.beginHandshake();
    in.limit(0);
    while (plain.position() == 0) {
      var status = engine.getHandshakeStatus();
      if (status == SSLEngineResult.HandshakeStatus.NEED_TASK) { engine.getDelegatedTask().run(); continue; }
      if (status == SSLEngineResult.HandshakeStatus.NEED_WRAP || status == SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING && one.hasRemaining()) {
        engine.wrap(one, out.clear());
        channel.write(out.flip());
        continue;
      }
      if (engine.unwrap(in, plain).getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
        in.compact();
        if (channel.read(in) < 0) throw new EOFException();
        in.flip();
      }
    }
  }
}
JAVA
javac -cp 'driver/*' -proc:none -d classes Engines.java || exit 2
for way in driver:9 plain:0; do
  rm -f wire.jsonl
  java -cp 'classes:driver/*' Engines "${way%:*}" "$relay_port" >run.log 2>&1 || missing "Engines: $(grep -m1 Exception run.log)"
  check "resumed of 10, engine of: ${way%:*}" "${way#*:}" "$(wire 'sum(c["resumed"] for c in lines)')"
done
finish
