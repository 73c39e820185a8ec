#!/usr/bin/env bash
# Guess:  Java's HttpsURLConnection keeps its connection for the next request, if that has the same SSLContext and its answer was read.
# So:     Not if the program says setSSLSocketFactory(context.getSocketFactory()) for each request, as most examples for a CA of one's own do:
#         getSocketFactory() makes a new object each time, and the kept connection is found by the factory. Ten requests are ten
#         connections then, nine of them resumed; with one factory in a variable one. A new HostnameVerifier each time makes no difference.
#         disconnect() after the answer was read closes it, too, and the connections of getResponseCode() alone are not used again.
# Seen:   30 November 2026, JDK 17.0.15, 25, ten requests to one server in Node: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node javac keytool
certificate
node_server 'maxVersion: "TLSv1.2"'
cat >Client.java <<'JAVA'
import java.io.File;
import java.net.URL;
import java.security.KeyStore;
import javax.net.ssl.*;
class Client {
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    SSLSocketFactory one = context.getSocketFactory();
    for (int i = 0; i < 10; i++) {
      HttpsURLConnection c = (HttpsURLConnection) new URL("https://localhost:" + arguments[0] + "/").openConnection();
      c.setSSLSocketFactory(arguments[1].equals("factory") ? context.getSocketFactory() : one);
      if (arguments[1].equals("verifier")) {
        HostnameVerifier usual = c.getHostnameVerifier();
        c.setHostnameVerifier(new HostnameVerifier() {
          public boolean verify(String host, SSLSession session) { return usual.verify(host, session); }
        });
      }
      if (arguments[1].equals("code")) c.getResponseCode();
      else c.getInputStream().readAllBytes();
      if (arguments[1].equals("disconnect")) c.disconnect();
    }
  }
}
JAVA
javac -nowarn Client.java >javac.log 2>&1 || missing "javac failed: $(tail -1 javac.log)"
java25=$(java_of 25 25.0.2.1) || exit 2
connections() { # JAVA WHAT: connections, and those of them that were resumed
  local before
  before=$(wc -l <server.log)
  "$1" -cp . Client "$(port_in server.log port)" "$2" >client.log 2>&1 || missing "the client failed: $(head -1 client.log)"
  sleep 0.3
  tail -n +$((before + 1)) server.log | awk '{ n[$1]++ } END { print n["resumed"] + n["full"] + 0, n["resumed"] + 0 }'
}
for java in "$(command -v java)" "$java25"; do
  version=$("$java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
  check "$version, one factory: connections, resumed" "1 0" "$(connections "$java" one)"
  check "$version, context.getSocketFactory() for each request" "10 9" "$(connections "$java" factory)"
  check "$version, a new HostnameVerifier for each" "1 0" "$(connections "$java" verifier)"
  check "$version, disconnect() after each" "10 9" "$(connections "$java" disconnect)"
  check "$version, getResponseCode() and no more" "10 9" "$(connections "$java" code)"
done
finish
