#!/usr/bin/env bash
# Guess:  A resumed handshake has no certificate to parse and no chain to build, so it allocates a small part of what a
#         full one allocates, in TLS 1.3 as in TLS 1.2.
# So:     TLS 1.2: less than half. TLS 1.3: about nine tenths; 200 KB per resumed handshake. And a full TLS 1.3 handshake
#         allocates 1.65 times as much as one of TLS 1.2.
# Seen:   27 November 2026, client's thread, RSA 2048, default settings, OpenJDK 17.0.15 (25.0.2), KB per handshake:
#         TLS 1.3 full 224 (194), resumed 199 (182); TLS 1.2 full 136 (115), resumed 56 (67).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
cat >Allocate.java <<'JAVA'
import java.io.*; import java.lang.management.*; import java.net.*; import java.security.*; import java.util.*; import javax.net.ssl.*;
class Allocate {
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    var counter = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    int port = Integer.parseInt(arguments[0]);
    for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
      SSLContext context = null;
      for (boolean resume : new boolean[] {false, true}) {
        long[] bytes = new long[61];
        for (int i = 0; i < bytes.length; i++) {
          if (!resume || context == null) {
            context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
          }
          Socket raw = new Socket("127.0.0.1", port);
          long before = counter.getCurrentThreadAllocatedBytes();
          try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket(raw, "127.0.0.1", port, true)) {
            s.setEnabledProtocols(new String[] {protocol});
            s.startHandshake();
            bytes[i] = counter.getCurrentThreadAllocatedBytes() - before;
            s.getOutputStream().write(1);
            s.getInputStream().read(); // the ticket comes before the answer
          }
        }
        Arrays.sort(bytes);
        System.out.print(bytes[30] / 1000 + " ");
      }
    }
  }
}
JAVA
javac -d classes Allocate.java || exit 2
read -r full13 resumed13 full12 resumed12 <<<"$(java -cp classes Allocate "$echo_port")"
echo "  KB: TLS 1.3 full $full13, resumed $resumed13; TLS 1.2 full $full12, resumed $resumed12"
check_between "TLS 1.3, resumed over full" 0.75 1 "$(awk "BEGIN { print $resumed13 / $full13 }")"
check_between "TLS 1.2, resumed over full" 0.2 0.7 "$(awk "BEGIN { print $resumed12 / $full12 }")"
finish
