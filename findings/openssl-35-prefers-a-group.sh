#!/usr/bin/env bash
# Guess:  A server that gets a key share of a group that it supports uses it. Another round trip is needed only if there is
#         no such share. An update of the server's OpenSSL adds a group (X25519MLKEM768) and takes no round trip from anyone.
# So:     From OpenSSL 3.5 on the groups are in tiers: X25519MLKEM768; then X25519 and P-256; then X448, P-384, P-521. If the
#         client merely lists a group of a better tier, the server throws the share away and asks for that one by a
#         HelloRetryRequest. A Java client that is set to P-384 before P-256 pays one more round trip on each full
#         handshake after the server's update, and its keys are agreed on with P-256, which it wanted least. With both groups in
#         one tier, as configured with "P-384:P-256", it is as before.
# Seen:   27 November 2026, OpenJDK 17 with -Djdk.tls.namedGroups=secp384r1,secp256r1, servers of Node 22.12.0 (OpenSSL
#         3.0): 1 ClientHello, secp384r1; Node 24.11.1 (OpenSSL 3.5): 2 ClientHellos, secp256r1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac npm
certificate
cat >server.js <<'JS'
const fs = require('fs');
const options = { cert: fs.readFileSync('tls/chain.pem'), key: fs.readFileSync('tls/server.key') };
if (process.argv[2]) options.ecdhCurve = process.argv[2];
const server = require('tls').createServer(options, socket => socket.end('hello\n'));
server.listen(0, '127.0.0.1', () => {
  console.log(process.versions.openssl.split('.').slice(0, 2).join('.'));
  console.log('port ' + server.address().port);
});
JS
cat >Connect.java <<'JAVA'
import java.io.*;
import javax.net.ssl.*;
class Connect {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("javax.net.ssl.trustStore", "tls/trust.p12");
    System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
    try (SSLSocket socket = (SSLSocket) SSLSocketFactory.getDefault().createSocket("127.0.0.1", Integer.parseInt(arguments[0]))) {
      new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
    }
  }
}
JAVA
javac -d classes Connect.java || exit 2
seen() { # NODE [GROUPS]
  rm -f wire.jsonl server.log
  start server "$1/node_modules/node/bin/node" server.js "${@:2}"
  local server=$last
  wait_for server.log '^port '
  relay "$(port_in server.log port)"
  java -Djavax.net.debug=ssl:handshake -Djdk.tls.namedGroups=secp384r1,secp256r1 -cp classes Connect "$relay_port" >client.log 2>&1 ||
    missing "the client failed: $(tail -1 client.log)"
  # of the ServerHello; a HelloRetryRequest has a "selected group" instead
  local group
  group=$(sed -n '/"server_share"/,/}/s/.*"named group": //p' client.log)
  echo "OpenSSL $(head -1 server.log): $(wire 'sum(kind == 22 for kind, size in client(lines[0]))') ClientHello(s), $group" >seen
  kill "$server" "$relay_pid"
  wait "$server" 2>/dev/null
}
node_in() { # FOLDER VERSION: Node as a package
  npm install --prefix "$W/$1" --no-audit --no-fund --silent "node@$2" >npm.log 2>&1 || missing "npm could not install node@$2: $(tail -1 npm.log)"
}
node_in old 22.12.0
node_in new 24.11.1
seen old
check "client with P-384 before P-256" "OpenSSL 3.0: 1 ClientHello(s), secp384r1" "$(cat seen)"
seen new
check "client with P-384 before P-256" "OpenSSL 3.5: 2 ClientHello(s), secp256r1" "$(cat seen)"
seen new P-384:P-256
check "the same, groups of the server set to P-384:P-256" "OpenSSL 3.5: 1 ClientHello(s), secp384r1" "$(cat seen)"
finish
