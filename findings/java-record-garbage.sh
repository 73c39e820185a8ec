#!/usr/bin/env bash
# Guess:  A provider reuses its buffers: an exchange of 1 KB over a kept connection leaves about 2 KB of garbage in JDK 17,
#         half of that in 25, the same with ChaCha20, and about 2 KB with Conscrypt, whose bytes go through JNI.
# So:     SunJSSE leaves 2.5 to 3 KB with AES-GCM, in 25 no less than in 17; with ChaCha20 more than 4 KB, and in 25 more
#         than in 17. Conscrypt leaves a tenth: 216 bytes. Bouncy Castle leaves 5 KB.
# Seen:   28 November 2026, client's thread, TLS 1.3, SSLSocket, after 15,000 exchanges; OpenJDK 17.0.15 (25.0.3), bytes:
#         AES-GCM 2552 (2992), ChaCha20 4255 (5008), Conscrypt 2.9.0 216 (216), Bouncy Castle 1.84 4902 (4880).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
jars jars org.conscrypt:conscrypt-openjdk-uber:2.9.0 org.bouncycastle:bctls-jdk18on:1.84
cat >Garbage.java <<'JAVA'
import java.io.*; import java.lang.management.*; import java.security.*; import javax.net.ssl.*;
class Garbage {
  static Provider provider(String name) throws Exception {
    return (Provider) Class.forName(name).getConstructor().newInstance();
  }
  public static void main(String[] arguments) throws Exception {
    Security.addProvider(provider("org.conscrypt.OpenSSLProvider"));
    Security.addProvider(provider("org.bouncycastle.jce.provider.BouncyCastleProvider"));
    Security.addProvider(provider("org.bouncycastle.jsse.provider.BouncyCastleJsseProvider"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX", arguments[1]);
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS", arguments[1]);
    context.init(null, trust.getTrustManagers(), null);
    SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", Integer.parseInt(arguments[0]));
    s.setTcpNoDelay(true);
    s.setEnabledProtocols(new String[] {"TLSv1.3"});
    s.setEnabledCipherSuites(new String[] {arguments[2]});
    s.startHandshake();
    byte[] kilobyte = new byte[1024];
    OutputStream out = s.getOutputStream();
    DataInputStream in = new DataInputStream(s.getInputStream());
    var counter = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = 0; i < 20_000; i++) {
      if (i == 15_000) before = counter.getCurrentThreadAllocatedBytes();
      out.write(kilobyte);
      in.readFully(kilobyte);
    }
    System.out.println((counter.getCurrentThreadAllocatedBytes() - before) / 5_000);
    System.exit(0);
  }
}
JAVA
javac -d classes Garbage.java || exit 2
java17=$(java_of 17 17.0.9.2) || exit 2
java25=$(java_of 25 25.0.2.1) || exit 2
bytes() { # JAVA PROVIDER SUITE
  "$1" -cp 'classes:jars/*' Garbage "$echo_port" "$2" "$3" 2>run.log || missing "$2: $(grep -m1 -E 'Exception|Error' run.log)"
}
for version in 17 25; do
  java=java$version
  aes=$(bytes "${!java}" SunJSSE TLS_AES_256_GCM_SHA384) || exit 2
  chacha=$(bytes "${!java}" SunJSSE TLS_CHACHA20_POLY1305_SHA256) || exit 2
  conscrypt=$(bytes "${!java}" Conscrypt TLS_AES_256_GCM_SHA384) || exit 2
  bouncy=$(bytes "${!java}" BCJSSE TLS_AES_256_GCM_SHA384) || exit 2
  echo "  Java $version, bytes for each exchange: AES-GCM $aes, ChaCha20 $chacha, Conscrypt $conscrypt, Bouncy Castle $bouncy"
  check_between "Java $version, SunJSSE, AES-GCM" 2000 3500 "$aes"
  check_between "Java $version, ChaCha20 over AES-GCM" 1.4 2.2 "$(awk "BEGIN { print $chacha / $aes }")"
  check_between "Java $version, Conscrypt over SunJSSE" 0 0.2 "$(awk "BEGIN { print $conscrypt / $aes }")"
  check_between "Java $version, Bouncy Castle over SunJSSE" 1.4 2.5 "$(awk "BEGIN { print $bouncy / $aes }")"
done
finish
