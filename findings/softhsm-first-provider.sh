#!/usr/bin/env bash
# Guess:  With a PKCS#11 token as the JVM's first provider (SunPKCS11, SoftHSM) all connections' AES is done in the token, ten times as
#         dear, whoever's keys they use.
# So:     No TLS connection of the JVM works any more. SunJSSE takes each digest, MAC and cipher from the first provider that has it. A
#         handshake needs the hash of what has passed so far, and this token's digests cannot be copied in the middle. What one
#         reads is "bad_record_mac", "Tag mismatch" or CKR_USER_NOT_LOGGED_IN: not a word of providers. With the token's digests
#         disabled in SunPKCS11's configuration TLS 1.2 works again; in Java 17 TLS 1.3 does only if the token's secret keys are
#         public objects (CKA_PRIVATE = false), too. Then AES-GCM is done in the token. As the last provider it changes nothing.
# Seen:   29 November 2026, SoftHSM 2.6.1 of Debian 12, OpenJDK 17.0.15 and 25.0.3, server with OpenSSL; no key lies in the token.
#         Exchanges of 1 KB with AES-256-GCM: 14 and 15 us of the client's CPU, in the token 125 and 92.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac keytool
certificate
debian softhsm2 softhsm2-common libsofthsm2 libbotan-2-19 libtspi1
library=$(find "$W/root/usr/lib" -name libsofthsm2.so -type f | head -1)
mkdir tokens classes
printf '%s\n' "directories.tokendir = $W/tokens" 'log.level = ERROR' >softhsm2.conf
export SOFTHSM2_CONF="$W/softhsm2.conf"
softhsm2-util --module "$library" --init-token --free --label test --pin 1234 --so-pin 1234 >token.log 2>&1 || missing "SoftHSM could not make a token: $(tail -1 token.log)"
slot=$(sed -nE 's/.*slot ([0-9]+)$/\1/p' token.log)
cat >Client.java <<'JAVA'
import java.io.*;
import java.lang.management.*;
import java.security.*;
import javax.net.ssl.*;
class Client { // PORT PLACE VERSION: what became of a connection, and microseconds of CPU for each exchange of 1 KB
  public static void main(String[] a) throws Exception {
    Provider token = Security.getProvider("SunPKCS11").configure("token.cfg");
    if (a[1].equals("first")) Security.insertProviderAt(token, 1); else Security.addProvider(token);
    var factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    var context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    try (var s = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", Integer.parseInt(a[0]))) {
      s.setTcpNoDelay(true);
      s.setSoTimeout(20000);
      s.setEnabledProtocols(new String[] {a[2]});
      s.startHandshake();
      long best = Long.MAX_VALUE;
      byte[] b = new byte[1024];
      for (int round = 0; round < 6; round++) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < 2000; i++) {
          s.getOutputStream().write(b);
          if (s.getInputStream().readNBytes(b, 0, 1024) != 1024) throw new EOFException();
        }
        best = Math.min(best, (threads.getCurrentThreadCpuTime() - before) / 2000);
      }
      System.out.println("works " + best / 1000);
    } catch (IOException e) {
      Throwable cause = e;
      while (cause.getCause() != null) cause = cause.getCause();
      System.out.println("fails " + cause.getMessage().replaceAll("^\\(bad_record_mac\\) ", ""));
    }
  }
}
JAVA
javac -proc:none -d classes Client.java || exit 2
echo_server
public='attributes(*,CKO_SECRET_KEY,*) = { CKA_PRIVATE = false }'
no_digests='disabledMechanisms = { CKM_MD5 CKM_SHA_1 CKM_SHA224 CKM_SHA256 CKM_SHA384 CKM_SHA512 }'
check_in() { # WHAT PATTERN SEEN
  if [[ $3 =~ ^$2$ ]]; then check "$1" "$3" "$3"; else check "$1" "$2" "$3"; fi
}
client() { # PLACE VERSION LINE...
  printf '%s\n' 'name = Token' "library = $library" "slot = $slot" "${@:3}" | sed -E 's/ (\{|\}|CK)/\n\1/g' >token.cfg
  timeout 60 "$java" -cp classes Client "$echo_port" "$1" "$2" 2>client.log || missing "Java failed: $(tail -1 client.log)"
}
for major in 17 25; do
  java=$(java_of "$major" 25.0.2.1) || exit 2
  echo "  Java $("$java" -version 2>&1 | sed -nE '1s/.*"(.*)".*/\1/p')"
  read -r word plain <<<"$(client last TLSv1.3)"
  check "the token's provider is the last" works "$word"
  echo "  microseconds for each exchange of 1 KB: $plain"
  check_in "the first, TLS 1.3" 'fails (CKR_USER_NOT_LOGGED_IN|Tag mismatch)' "$(client first TLSv1.3)"
  check "the first, TLS 1.2" "fails Received fatal alert: bad_record_mac" "$(client first TLSv1.2)"
  check_in "without the token's digests, TLS 1.2" 'works [0-9]+' "$(client first TLSv1.2 "$no_digests")"
  read -r word token <<<"$(client first TLSv1.3 "$no_digests" "$public")"
  check "with public secret keys, too, TLS 1.3" works "$word"
  check_between "times the CPU for each exchange" 3 25 "$(awk "BEGIN { printf \"%.1f\", ${token:-0} / ${plain:-1} }")"
done
finish
