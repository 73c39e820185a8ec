#!/usr/bin/env bash
# Guess:  With Bouncy Castle's certified jars (bc-fips) as a JVM's first provider a start takes three times the CPU time, and an exchange
#         of 16 KB fifteen times, since AES is Java code in them. If Bouncy Castle's usual jar is on the class path, too, the JVM
#         says so, or it does not matter.
# So:     Exchanges are hardly dearer: 2.1 has native AES. But each JVM spends two seconds of CPU before it does anything, 25 times as
#         much as without, in its self-tests: more than all that short processes and new load generators do. And with both
#         jars on the class path, in whatever order, the provider is not there at all, without a word: they share packages and have
#         other signers. TLS is the JDK's then, and nothing is certified.
# Seen:   30 November 2026, OpenJDK 17.0.15, bc-fips 2.1.2, bctls-fips 2.1.22, bcprov 1.84, a loaded machine: 80 and 2,030 ms of CPU until
#         the first random number; TLS 1.3, AES-256-GCM: 16 and 32 us of the client's CPU for 1 KB, 23 to 26 and 31 to 39 for 16 KB.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
jars fips org.bouncycastle:bctls-fips:2.1.22 org.bouncycastle:bc-fips:2.1.2
jars plain org.bouncycastle:bcprov-jdk18on:1.84
cat >Client.java <<'JAVA'
import java.io.*;
import java.lang.management.*;
import java.security.*;
import javax.net.ssl.*;
class Client { // start | names | TLS PORT BYTES
  static long cpu() { return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime(); }
  public static void main(String[] a) throws Exception {
    if (a[0].equals("start")) { new SecureRandom().nextInt(); System.out.println(cpu() / 1000000); return; }
    if (a[0].equals("names")) { for (var p : Security.getProviders()) System.out.print(p.getName() + " "); System.out.println(); return; }
    var factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    var context = SSLContext.getInstance("TLS", a[0]);
    context.init(null, factory.getTrustManagers(), null);
    try (var s = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", Integer.parseInt(a[1]))) {
      s.setTcpNoDelay(true);
      s.setEnabledProtocols(new String[] {"TLSv1.3"});
      s.setEnabledCipherSuites(new String[] {"TLS_AES_256_GCM_SHA384"});
      s.startHandshake();
      byte[] b = new byte[Integer.parseInt(a[2])];
      var in = new DataInputStream(s.getInputStream());
      var threads = ManagementFactory.getThreadMXBean();
      long best = Long.MAX_VALUE;
      for (int round = 0; round < 8; round++) {
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < 1500; i++) { s.getOutputStream().write(b); in.readFully(b); }
        best = Math.min(best, (threads.getCurrentThreadCpuTime() - before) / 1500);
      }
      System.out.println(s.getSession().getCipherSuite() + " " + best);
    }
  }
}
JAVA
javac -d classes Client.java || exit 2
security() { # FILE FIRST...: java.security with these providers before the JDK's
  local file=$1 n=1 entry
  shift
  { for entry in "$@" SUN SunRsaSign SunEC SunJSSE SunJCE; do echo "security.provider.$n=$entry"; n=$((n + 1)); done; } >"$file"
}
security fips.security org.bouncycastle.jcajce.provider.BouncyCastleFipsProvider 'org.bouncycastle.jsse.provider.BouncyCastleJsseProvider fips:BCFIPS'
security jdk.security
of() { echo "$1"/*.jar | tr ' ' ':'; }
client() { # SECURITY CLASSPATH ARGUMENT...
  local file=$1 path=$2
  shift 2
  java -Djava.security.properties="$W/$file" -cp "classes:$path" Client "$@" 2>&1
}
names() { # FOLDER...: all that the JVM prints
  local path= folder
  for folder; do path=$path$(of "$folder"):; done
  client fips.security "$path" names
}
check "bc-fips alone: the first two providers" "BCFIPS BCJSSE" "$(names fips | cut -d ' ' -f 1,2)"
for order in "plain fips" "fips plain"; do
  # shellcheck disable=SC2086
  names $order >names.txt
  check "$order: lines that the JVM prints" 1 "$(grep -c . names.txt)"
  check "$order: Bouncy Castle's providers" 0 "$(grep -cE 'BCFIPS|BCJSSE' names.txt)"
done
least() { # SECURITY: of three starts, ms
  for _ in 1 2 3; do client "$1" "$(of fips)" start; done | sort -n | head -1
}
jdk=$(least jdk.security)
fips=$(least fips.security)
echo "CPU time of a start: $jdk ms, $fips ms"
check_between "CPU time of a start, bc-fips relative to the JDK's own" 8 80 "$(awk "BEGIN { print $fips / $jdk }")"
for bytes in 1024 16000; do
  jdk=$(client jdk.security "$(of fips)" SunJSSE "$echo_port" $bytes | tail -1)
  fips=$(client fips.security "$(of fips)" BCJSSE "$echo_port" $bytes | tail -1)
  echo "ns for an exchange of $bytes bytes: $jdk, $fips"
  check_between "CPU time of $bytes bytes, bc-fips relative to SunJSSE" 0.8 6 "$(awk "BEGIN { print ${fips##* } / ${jdk##* } }")"
done
finish
