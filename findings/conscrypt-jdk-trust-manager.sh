#!/usr/bin/env bash
# Guess:  A provider of JSSE works with the JDK's trust manager; if it does in TLS 1.2, it does in TLS 1.3.
# So:     In TLS 1.3 Conscrypt passes the authentication type GENERIC to the trust manager, and the JDK's refuses it:
#         "Unknown authType: GENERIC". TLS 1.2 works.
# Seen:   27 November 2026, Conscrypt 2.5.2 (2020) and 2.9.0 (2026), OpenJDK 17.0.15 and 25.0.2.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
jars old org.conscrypt:conscrypt-openjdk-uber:2.5.2
jars new org.conscrypt:conscrypt-openjdk-uber:2.9.0
cat >Connect.java <<'JAVA'
import java.io.*; import java.net.*; import java.security.*; import javax.net.ssl.*;
class Connect {
  public static void main(String[] arguments) throws Exception {
    Class<?> conscrypt = Class.forName("org.conscrypt.Conscrypt");
    Provider provider = (Provider) conscrypt.getMethod("newProvider").invoke(null);
    for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
      TrustManagerFactory jdk = TrustManagerFactory.getInstance("PKIX");
      jdk.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(null, jdk.getTrustManagers(), null);
      try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("localhost", Integer.parseInt(arguments[0]))) {
        s.setEnabledProtocols(new String[] {protocol});
        s.startHandshake();
        System.out.print(s.getSession().getProtocol() + "; ");
      } catch (SSLException e) { System.out.print(e.getMessage() + "; "); }
    }
  }
}
JAVA
javac -d classes Connect.java || exit 2
for version in old new; do
  check "JDK's trust manager, $(basename $version/*.jar .jar)" "TLSv1.2; Unknown authType: GENERIC; " \
    "$(java -cp "classes:$version/*" Connect "$echo_port" 2>/dev/null)"
done
finish
