#!/usr/bin/env bash
# Guess:  New keys after each megabyte (security property jdk.tls.keyLimits) cost a few percent: a KeyUpdate is one small
#         record and a hash.
# So:     About a quarter of the CPU of a bulk transfer. Each new key makes new ciphers, whose tables are computed again.
# Seen:   27 November 2026, OpenJDK 17.0.15 and 25.0.3: 100 MB echoed in messages of 16,000 bytes, TLS 1.3 with
#         AES-256-GCM, CPU of the client's thread 1.18 to 1.28 times with "KeyUpdate 2^20".
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac keytool
certificate
echo_server
cat >Bulk.java <<'JAVA'
import java.lang.management.*; import java.nio.file.*; import java.security.KeyStore; import javax.net.ssl.*;
class Bulk {
  public static void main(String[] arguments) throws Exception {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    KeyStore trusted = KeyStore.getInstance(Path.of("tls/trust.p12").toFile(), "changeit".toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    byte[] message = new byte[16_000];
    long begin = 0;
    try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", Integer.parseInt(arguments[0]))) {
      socket.setTcpNoDelay(true);
      socket.setEnabledCipherSuites(new String[] {"TLS_AES_256_GCM_SHA384"});
      for (int i = 0; i < 18_000; i++) {
        if (i == 6_000) begin = clock.getCurrentThreadCpuTime();
        socket.getOutputStream().write(message);
        if (socket.getInputStream().readNBytes(message, 0, message.length) < message.length) throw new Exception("closed");
      }
    }
    System.out.println((clock.getCurrentThreadCpuTime() - begin) / 1000);
  }
}
JAVA
javac -d classes Bulk.java || exit 2
echo 'jdk.tls.keyLimits=AES/GCM/NoPadding KeyUpdate 2^20' >limits
median() { sort -n | sed -n 2p; }
usual=$(for i in 1 2 3; do java -cp classes Bulk "$echo_port"; done | median)
often=$(for i in 1 2 3; do java -Djava.security.properties=limits -cp classes Bulk "$echo_port"; done | median)
check_between "CPU with new keys after each MB, times" 1.1 2 "$(awk "BEGIN { print $often / $usual }")"
finish
