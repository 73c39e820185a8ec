#!/usr/bin/env bash
# Guess:  A HandshakeCompletedListener is called in the thread that makes the handshake, or in one shared thread for events.
# So:     JSSE starts a thread for each handshake of a socket that has a listener. It costs a thread per connection, its CPU
#         is in no thread that is looked at, and it runs while the connection is used already.
# Seen:   27 November 2026, OpenJDK 17.0.15 and 25.0.2: 20 handshakes, 20 threads.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
cat >Listen.java <<'JAVA'
import java.io.*; import java.lang.management.*; import java.security.KeyStore; import java.util.*; import javax.net.ssl.*;
class Listen {
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    for (boolean listen : new boolean[] {false, false, true}) {
      Set<Long> threads = Collections.synchronizedSet(new HashSet<>());
      long before = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
      for (int i = 0; i < 20; i++) {
        try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("localhost", Integer.parseInt(arguments[0]))) {
          if (listen) s.addHandshakeCompletedListener(event -> threads.add(Thread.currentThread().getId()));
          s.getOutputStream().write(1);
          s.getInputStream().read();
        }
      }
      Thread.sleep(500);
      threads.remove(Thread.currentThread().getId());
      if (listen) System.out.println(threads.size());
    }
  }
}
JAVA
javac -d classes Listen.java 2>/dev/null || exit 2
check "20 handshakes with a listener: threads that called it" 20 "$(java -cp classes Listen "$echo_port")"
finish
