#!/usr/bin/env bash
# Guess:  Security.insertProviderAt(new BouncyCastleProvider(), 1), found in many applications, changes who answers
#         Cipher.getInstance; TLS is SunJSSE's and stays as fast, or loses a little.
# So:     SunJSSE itself asks for AES/GCM by name only, so Bouncy Castle's AES in Java encrypts every record. The CPU time
#         to write and to read is 10 to 15 times as much; SSLContext still says "SunJSSE".
# Seen:   27 November 2026, bcprov-jdk18on 1.84, OpenJDK 17.0.15 and 25.0.2, TLS_AES_128_GCM_SHA256, x86-64 with AES-NI:
#         200 MB: write 121 -> 2,050 ms, read 155 -> 2,030 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars bc org.bouncycastle:bcprov-jdk18on:1.84
cat >Bulk.java <<'JAVA'
import java.io.*; import java.lang.management.*; import java.net.*; import java.security.*; import javax.net.ssl.*;
class Bulk {
  public static void main(String[] arguments) throws Exception {
    char[] password = "changeit".toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(KeyStore.getInstance(new File("tls/server.p12"), password), password);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), password));
    if (arguments[0].equals("first"))
      Security.insertProviderAt((Provider) Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider").getConstructor().newInstance(), 1);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    SSLServerSocket listener = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int writes = 25_000; // of 16,000 bytes; the second half counts
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long[] read = new long[1];
    Thread reader = new Thread(() -> {
      try (Socket s = listener.accept()) {
        byte[] buffer = new byte[16_000];
        long bytes = 0, begin = 0;
        for (int n; (n = s.getInputStream().read(buffer)) > 0; ) {
          bytes += n;
          if (begin == 0 && bytes > writes * 8_000L) begin = clock.getCurrentThreadCpuTime();
        }
        read[0] = clock.getCurrentThreadCpuTime() - begin;
      } catch (IOException e) { throw new UncheckedIOException(e); }
    });
    reader.start();
    long begin = 0;
    try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", listener.getLocalPort())) {
      s.setEnabledCipherSuites(new String[] {"TLS_AES_128_GCM_SHA256"});
      for (int i = 0; i < writes; i++) {
        if (i == writes / 2) begin = clock.getCurrentThreadCpuTime();
        s.getOutputStream().write(new byte[16_000]);
      }
      begin = clock.getCurrentThreadCpuTime() - begin;
    }
    reader.join();
    System.out.println(context.getProvider().getName() + " " + (begin + read[0]) / 1_000_000);
  }
}
JAVA
javac -d classes Bulk.java || exit 2
read -r alone ms <<<"$(java -cp 'classes:bc/*' Bulk none)"
read -r first ms_first <<<"$(java -cp 'classes:bc/*' Bulk first)"
check "provider of the SSLContext, without and with Bouncy Castle first" "SunJSSE SunJSSE" "$alone $first"
echo "  CPU of writing and reading 200 MB: $ms ms, $ms_first ms"
check_between "times as much" 4 60 "$(awk "BEGIN { print $ms_first / $ms }")"
finish
