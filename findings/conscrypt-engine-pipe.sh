#!/usr/bin/env bash
# Guess:  An SSLEngine has no descriptors: it turns bytes into bytes, and the connection is somebody else's.
# So:     Each of Conscrypt's engines opens a pipe when its handshake begins and keeps it until the engine is collected,
#         closed or not. Conscrypt's sockets close theirs. SunJSSE's engines have none.
# Seen:   27 November 2026, Conscrypt 2.5.2 and 2.9.0, OpenJDK 17.0.15: 100 engines, 200 descriptors; none after a collection.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
jars conscrypt org.conscrypt:conscrypt-openjdk-uber:2.9.0
cat >Pipes.java <<'JAVA'
import java.io.*; import java.nio.ByteBuffer; import java.nio.file.*; import java.security.*; import java.util.stream.*; import javax.net.ssl.*;
class Pipes {
  static long pipes() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(f -> { try { return Files.readSymbolicLink(f).toString().startsWith("pipe:"); } catch (IOException e) { return false; } }).count();
    }
  }
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[2]);
    Provider provider = arguments[0].equals("Conscrypt") ? (Provider) Class.forName("org.conscrypt.Conscrypt").getMethod("newProvider").invoke(null) : Security.getProvider("SunJSSE");
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLSv1.2", provider);
    context.init(null, trust.getTrustManagers(), null);
    long before = 0;
    Object[] kept = new Object[101];
    for (int i = 0; i <= 100; i++) {
      if (arguments[1].equals("engine")) {
        SSLEngine engine = context.createSSLEngine("localhost", port);
        engine.setUseClientMode(true);
        engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(40_000));
        engine.closeOutbound();
        kept[i] = engine;
      } else {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
        socket.startHandshake();
        socket.close();
        kept[i] = socket;
      }
      if (i == 0) before = pipes();
    }
    long held = pipes() - before;
    kept = null;
    for (int i = 0; i < 20 && pipes() > before; i++) { System.gc(); Thread.sleep(100); }
    System.out.println(held + " " + Math.max(0, pipes() - before));
  }
}
JAVA
javac -d classes Pipes.java || exit 2
for kind in "Conscrypt engine" "Conscrypt socket" "SunJSSE engine"; do
  expected="0 0"
  [ "$kind" != "Conscrypt engine" ] || expected="200 0"
  # shellcheck disable=SC2086
  check "descriptors of pipes of 100, and after a collection: $kind" "$expected" "$(java -cp 'classes:conscrypt/*' Pipes $kind "$echo_port" 2>/dev/null)"
done
finish
