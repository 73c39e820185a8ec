#!/usr/bin/env bash
# Guess:  A pooled TLS connection holds buffers for a record in each direction, some 50 KB of heap, from its handshake on.
# So:     It holds 4 to 11 KB as long as its messages are short. Buffers grow with the largest record that it has ever
#         carried and never shrink: after one message of 16 KB, read and written once, it holds 70 KB until it is closed.
# Seen:   27 November 2026, SunJSSE of OpenJDK 17.0.15 (25.0.2), TLS 1.3, 300 and 800 connections, heap after collections, KB per
#         connection: messages of 100 bytes 4 to 8 (11), of 10,000 bytes 35 (45), of 16,300 bytes 68 to 70 (70).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
cat >Idle.java <<'JAVA'
import java.io.*; import java.net.*; import java.security.*; import java.util.*; import javax.net.ssl.*;
class Idle {
  static SSLContext context; static int port; static List<Socket> open = new ArrayList<>();
  static long heap() throws InterruptedException {
    for (int i = 0; i < 5; i++) { System.gc(); Thread.sleep(50); }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
  static void connections(int count, int size) throws IOException {
    for (int i = 0; i < count; i++) {
      Socket s = context.getSocketFactory().createSocket("127.0.0.1", port);
      s.setTcpNoDelay(true);
      open.add(s);
      s.getOutputStream().write(new byte[size]);
      s.getInputStream().readNBytes(size);
    }
  }
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    port = Integer.parseInt(arguments[0]);
    connections(100, 16_300);
    connections(300, 100);
    for (int size : new int[] {100, 16_300}) {
      long before = heap();
      connections(300, size);
      System.out.print((heap() - before) / 300_000.0 + " ");
    }
  }
}
JAVA
javac -d classes Idle.java || exit 2
read -r short long <<<"$(java -XX:+UseSerialGC -XX:SoftRefLRUPolicyMSPerMB=0 -cp classes Idle "$echo_port")"
check_between "KB of heap per connection, messages of 100 bytes" 1.5 25 "$short"
check_between "KB of heap per connection, one message of 16,300 bytes" 45 100 "$long"
finish
