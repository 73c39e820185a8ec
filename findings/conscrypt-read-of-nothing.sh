#!/usr/bin/env bash
# Guess:  Who waits for 100 bytes of a TLS connection and gets them is served by any provider, however he reads: readNBytes(100) is
#         readFully() with an array of its own.
# So:     Not with Conscrypt up to 2.5.2, for years the newest: readNBytes(100) has its 100 bytes and waits for the next one, for ever or
#         until the read time-out. It asks once more for 0 bytes when it is full; InputStream says that such a read returns at once, and that of
#         Conscrypt's sockets waits for a record instead. readNBytes(buffer, 0, 100) and readFully() do not ask for 0 bytes.
#         Conscrypt 2.9.0 answers, SunJSSE and Bouncy Castle do.
# Seen:   29 November 2026, Conscrypt 2.5.2 on OpenJDK 17.0.15 and 25.0.3, an echo of 100 bytes, a read time-out of 3 s; bctls 1.84.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
for version in 2.5.2 2.9.0; do jars $version org.conscrypt:conscrypt-openjdk-uber:$version org.bouncycastle:bctls-jdk18on:1.84; done
cat >Nothing.java <<'JAVA'
import java.io.*; import java.net.*; import java.security.*; import javax.net.ssl.*;
class Nothing {
  interface Read { int bytes(InputStream in) throws Exception; }
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
    byte[] buffer = new byte[100];
    Read[] reads = {
      in -> in.readNBytes(100).length, // reads until it has them
      in -> in.readNBytes(buffer, 0, 100),
      in -> { new DataInputStream(in).readFully(buffer); return 100; },
      in -> { new DataInputStream(in).readFully(buffer); return in.read(buffer, 0, 0); }};
    for (Read read : reads) {
      try (Socket s = context.getSocketFactory().createSocket("127.0.0.1", Integer.parseInt(arguments[0]))) {
        s.setTcpNoDelay(true);
        s.setSoTimeout(3000);
        s.getOutputStream().write(new byte[100]);
        System.out.print(read.bytes(s.getInputStream()) + " ");
      } catch (SocketTimeoutException e) { System.out.print("waits "); }
    }
    System.exit(0);
  }
}
JAVA
javac -d classes Nothing.java || exit 2
java17=$(java_of 17 17.0.9.2) || exit 2
java25=$(java_of 25 25.0.2.1) || exit 2
reads() { # JAVA CONSCRYPT PROVIDER
  timeout 60 "$1" -cp "classes:$2/*" Nothing "$echo_port" "$3" 2>run.log | sed 's/ $//' || missing "$3: $(grep -m1 -E 'Exception|Error' run.log)"
}
echo "  readNBytes(100), readNBytes(buffer, 0, 100), readFully(buffer), then a read of 0 bytes:"
for provider in SunJSSE BCJSSE; do check "Java 17, $provider" "100 100 100 0" "$(reads "$java17" 2.5.2 $provider)"; done
for version in 17 25; do
  java=java$version
  check "Java $version, Conscrypt 2.5.2" "waits 100 100 waits" "$(reads "${!java}" 2.5.2 Conscrypt)"
done
check "Java 17, Conscrypt 2.9.0" "100 100 100 0" "$(reads "$java17" 2.9.0 Conscrypt)"
finish
