#!/usr/bin/env bash
# Guess:  A server that gives tickets and a client that takes them: every connection after the first is resumed, since each
#         resumed one brings a new ticket (OpenSSL's server sends one, Node is built on it).
# So:     Node's server sends two tickets after a full handshake and none after a resumed one, and Java uses a ticket of
#         TLS 1.3 once only (RFC 8446, C.4). Java 17 keeps one ticket, so every second handshake is full; Java 25 keeps
#         both: two of three resume. Of OpenSSL's own server (Python's ssl) all are resumed.
# Seen:   27 November 2026, Node 20.20.2, OpenJDK 17.0.15 and 25.0.2, Python 3.11.7 with OpenSSL 3.0.19; 12 connections one
#         after the other, full (f) and resumed (r).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
echo_server
cat >server.js <<'JS'
const fs = require('fs');
const server = require('tls').createServer({ cert: fs.readFileSync('tls/server.pem'), key: fs.readFileSync('tls/server.key') }, s => s.on('error', () => {}).pipe(s));
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
JS
start node node server.js
wait_for node.log '^port '
cat >Sequence.java <<'JAVA'
import java.io.*; import java.net.*; import java.security.KeyStore; import javax.net.ssl.*;
class Sequence {
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    for (int i = 0; i < 12; i++) {
      try (Socket s = context.getSocketFactory().createSocket("localhost", Integer.parseInt(arguments[0]))) {
        for (int turn = 0; turn < 2; turn++) { s.getOutputStream().write(1); s.getInputStream().read(); Thread.sleep(50); }
      }
      Thread.sleep(50);
    }
  }
}
JAVA
javac -d classes --release 17 Sequence.java || exit 2
java17=$(java_of 17 17.0.9.2) && java25=$(java_of 25 25.0.2.1) || exit 2
for expected in "node $(port_in node.log port) frfrfrfrfrfr frrfrrfrrfrr" "OpenSSL $echo_port frrrrrrrrrrr frrrrrrrrrrr"; do
  read -r server port on17 on25 <<<"$expected"
  relay "$port"
  for run in "17 $java17 $on17" "25 $java25 $on25"; do
    read -r version java sequence <<<"$run"
    rm -f wire.jsonl
    "$java" -cp classes Sequence "$relay_port" >run.log 2>&1 || missing "Sequence: $(grep -m1 Exception run.log)"
    check "$server, Java $version: full and resumed handshakes" "$sequence" "$(wire '"".join("r" if c["resumed"] else "f" for c in lines)')"
  done
done
finish
