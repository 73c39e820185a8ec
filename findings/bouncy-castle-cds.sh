#!/usr/bin/env bash
# Guess:  A class-data archive of the application (AppCDS, AOT cache) takes the loading of TLS classes out of a start,
#         whichever TLS provider is used; and the JDK's own archive has most of SunJSSE anyway.
# So:     The JDK's own archive has a fifth of the 1,500 classes that a first handshake loads. An archive made by a run
#         has practically all of SunJSSE's and none of Bouncy Castle's 1,100: HotSpot leaves out classes of signed jars,
#         and Bouncy Castle's jars are signed. So such an archive changes the difference of two providers.
# Seen:   27 November 2026, OpenJDK 17.0.15, bctls 1.84: plain socket 628 classes, SunJSSE 2,147 of which 895 from the
#         JDK's archive (plain: 561), 2,115 from the run's; BCJSSE 3,112, of Bouncy Castle 1,124, from the run's archive 0.
#         25.0.2, -XX:AOTCacheOutput: of Bouncy Castle 1,108, from the cache 0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac jar
certificate
echo_server
jars bc org.bouncycastle:bctls-jdk18on:1.84
cat >First.java <<'JAVA'
import java.io.*; import java.net.*; import java.security.*; import javax.net.ssl.*;
class First {
  static Provider make(String name) throws Exception { return (Provider) Class.forName(name).getConstructor().newInstance(); }
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    if (arguments[0].equals("plain")) { new Socket("127.0.0.1", port).close(); return; }
    if (arguments[0].equals("BCJSSE")) {
      Security.addProvider(make("org.bouncycastle.jce.provider.BouncyCastleProvider"));
      Security.addProvider(make("org.bouncycastle.jsse.provider.BouncyCastleJsseProvider"));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS", arguments[0]);
    context.init(null, trust.getTrustManagers(), null);
    try (Socket s = context.getSocketFactory().createSocket("127.0.0.1", port)) { s.getOutputStream().write(1); s.getInputStream().read(); }
  }
}
JAVA
javac -d classes First.java && jar cf first.jar -C classes . || exit 2
path="first.jar:$(echo bc/*.jar | tr ' ' ':')"
count() { # FILE PATTERN [ARCHIVED]
  grep -E "$2" "$1" | grep -cE "${3:-.}"
}
archived='shared objects file'
for kind in plain SunJSSE BCJSSE; do
  java -Xlog:class+load:file=$kind.txt -cp "$path" First $kind "$echo_port" 2>/dev/null || missing "First $kind failed"
done
tls=$(($(count SunJSSE.txt source:) - $(count plain.txt source:)))
from_jdk=$(($(count SunJSSE.txt source: "$archived") - $(count plain.txt source: "$archived")))
check_between "classes that the first handshake loads" 900 2500 $tls
check_between "share of them from the JDK's own archive" 0.05 0.45 "$(awk "BEGIN { print $from_jdk / $tls }")"
for kind in SunJSSE BCJSSE; do
  java -XX:ArchiveClassesAtExit=$kind.jsa -cp "$path" First $kind "$echo_port" >dump.log 2>&1
  java -XX:SharedArchiveFile=$kind.jsa -Xlog:class+load:file=$kind.archive.txt -cp "$path" First $kind "$echo_port" >/dev/null 2>&1
done
check_between "SunJSSE: share of all classes from the run's archive" 0.95 1 \
  "$(awk "BEGIN { print $(count SunJSSE.archive.txt source: "$archived") / $(count SunJSSE.archive.txt source:) }")"
check_between "BCJSSE: classes of Bouncy Castle" 700 2000 "$(count BCJSSE.archive.txt org.bouncycastle)"
check "BCJSSE: of them from the run's archive" 0 "$(count BCJSSE.archive.txt org.bouncycastle "$archived")"
finish
