#!/usr/bin/env bash
# Guess:  The JDK's own TLS, and Bouncy Castle's, obey the properties jdk.tls.namedGroups, jdk.tls.client.protocols, .cipherSuites and
#         .SignatureSchemes; the two with BoringSSL, Conscrypt and Netty's OpenSSL, know none of them.
# So:     They know some. Conscrypt obeys jdk.tls.namedGroups and nothing else; Netty's OpenSSL obeys the groups and the protocols,
#         but neither the suites nor the signatures. What they do not know they ignore in silence, so who sees the group that was set
#         cannot conclude that the suite is, too. jdk.tls.client.enableSessionTicketExtension is on by default in the JDK and off in
#         Netty's OpenSSL: a client's TLS 1.2 offers no tickets there unless it is set.
# Seen:   28 November 2026, OpenJDK 17.0.15, Bouncy Castle (bctls) 1.84, Conscrypt 2.9.0, Netty 4.2.4 with tcnative 2.0.72: the ClientHello of an
#         engine with each property.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
relay "$echo_port"
jars jars io.netty:netty-handler:4.2.4.Final io.netty:netty-tcnative-boringssl-static:2.0.72.Final org.conscrypt:conscrypt-openjdk-uber:2.9.0 \
  org.bouncycastle:bctls-jdk18on:1.84
[ -n "$(ls jars/*linux-x86_64* 2>/dev/null)" ] || jars native io.netty:netty-tcnative-boringssl-static:2.0.72.Final:linux-x86_64
cat >Hello.java <<'JAVA'
import io.netty.handler.ssl.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.*;
import javax.net.ssl.*;
class Hello {
  static final TrustManager[] ALL = {new X509ExtendedTrustManager() {
    public void checkClientTrusted(java.security.cert.X509Certificate[] c, String a) {}
    public void checkServerTrusted(java.security.cert.X509Certificate[] c, String a) {}
    public void checkClientTrusted(java.security.cert.X509Certificate[] c, String a, Socket s) {}
    public void checkServerTrusted(java.security.cert.X509Certificate[] c, String a, Socket s) {}
    public void checkClientTrusted(java.security.cert.X509Certificate[] c, String a, SSLEngine s) {}
    public void checkServerTrusted(java.security.cert.X509Certificate[] c, String a, SSLEngine s) {}
    public java.security.cert.X509Certificate[] getAcceptedIssuers() { return new java.security.cert.X509Certificate[0]; }
  }};
  public static void main(String[] arguments) throws Exception {
    SSLEngine engine;
    if (arguments[0].equals("Netty")) {
      var builder = SslContextBuilder.forClient().sslProvider(SslProvider.OPENSSL).trustManager(ALL[0]);
      if (arguments.length > 2) builder.protocols("TLSv1.2");
      engine = builder.build().newEngine(io.netty.buffer.ByteBufAllocator.DEFAULT, "localhost", 1);
    } else {
      Provider p = switch (arguments[0]) {
        case "BouncyCastle" -> new org.bouncycastle.jsse.provider.BouncyCastleJsseProvider(new org.bouncycastle.jce.provider.BouncyCastleProvider());
        case "Conscrypt" -> org.conscrypt.Conscrypt.newProvider();
        default -> Security.getProvider("SunJSSE");
      };
      SSLContext context = SSLContext.getInstance("TLS", p);
      context.init(null, ALL, null);
      engine = context.createSSLEngine("localhost", 1);
      if (arguments.length > 2) engine.setEnabledProtocols(new String[] {"TLSv1.2"});
    }
    engine.setUseClientMode(true);
    engine.beginHandshake();
    ByteBuffer out = ByteBuffer.allocateDirect(40_000);
    while (out.position() == 0) {
      engine.wrap(ByteBuffer.allocateDirect(0), out);
      for (Runnable task; (task = engine.getDelegatedTask()) != null; ) task.run();
    }
    out.flip();
    try (var channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])))) {
      while (out.hasRemaining()) channel.write(out);
      channel.shutdownOutput();
      ByteBuffer in = ByteBuffer.allocate(65536);
      while (channel.read(in.clear()) >= 0) { }
    }
    System.exit(0);
  }
}
JAVA
javac -proc:none -cp 'jars/*:native/*' -d classes Hello.java || exit 2
hello() { # PROVIDER EXPRESSION OPTION...: of the ClientHello `h`; only TLS 1.2 if $only is 12
  local provider=$1 expression=$2
  shift 2
  rm -f wire.jsonl
  java "$@" -cp 'classes:jars/*:native/*' Hello "$provider" "$relay_port" ${only:-} >client.log 2>&1 || missing "$provider: $(tail -1 client.log)"
  wire "(lambda h: $expression)(lines[0]['hello'])"
}
obeyed() { # PROPERTY VALUE EXPRESSION SunJSSE BouncyCastle Conscrypt Netty: whether what the ClientHello has is another with it
  local provider
  for provider in SunJSSE BouncyCastle Conscrypt Netty; do
    check "$1, $provider" "$4" "$([ "$(hello $provider "$3")" = "$(hello $provider "$3" "-D$1=$2")" ] && echo ignored || echo obeyed)"
    set -- "${@:1:3}" "${@:5}"
  done
}
obeyed jdk.tls.namedGroups secp384r1 'h["groups"]' obeyed obeyed obeyed obeyed
obeyed jdk.tls.client.protocols TLSv1.2 'bool(h["shares"])' obeyed obeyed ignored obeyed
obeyed jdk.tls.client.cipherSuites TLS_AES_256_GCM_SHA384 'h["suites"]' obeyed obeyed ignored ignored
obeyed jdk.tls.client.SignatureSchemes rsa_pss_rsae_sha256 'h["bytes"]' obeyed obeyed ignored ignored
only=12
option=jdk.tls.client.enableSessionTicketExtension
for line in SunJSSE:True:False:True BouncyCastle:False:False:False Netty:False:False:True; do
  IFS=: read -r provider none off on <<<"$line"
  check "TLS 1.2, session_ticket offered by $provider: by default, $option=false, true" "$none $off $on" \
    "$(hello "$provider" '35 in h["extensions"]') $(hello "$provider" '35 in h["extensions"]' -D$option=false) $(hello "$provider" '35 in h["extensions"]' -D$option=true)"
done
finish
