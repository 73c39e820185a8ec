#!/usr/bin/env bash
# Guess:  A resumed handshake sends no certificates: that is what it saves. A ticket is 200 bytes, whoever made it, and
#         whether the client has a certificate or not.
# So:     With a certificate of the client it goes back and forth in the tickets: the server sends it in each ticket, and the
#         client in the ClientHello of each resumed connection, 1.3 to 2.2 KB; more than one packet with Go, which keeps the
#         CA's certificate, too, and with Java 17. Java 17 puts the server's own certificate into its tickets as well, so that
#         the ClientHello is 1.4 KB even without a certificate of the client; Java 25 no longer does.
# Seen:   28 November 2026, client Python's ssl, TLS 1.3, certificates of RSA-2048; bytes of the ClientHello of a full
#         handshake 512 (padded), of a resumed one without and with a certificate of the client: OpenSSL 3.0 533 and 1,333,
#         Node 20.20.2 565 and 1,365, Go 1.26.8 512 and 2,000, OpenJDK 17.0.15 1,381 and 2,183, OpenJDK 25.0.3 512 and 1,294.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl python3 node go java javac keytool
certificate
(
  cd tls &&
    openssl req -newkey rsa:2048 -nodes -keyout client.key -out client.csr -subj '/CN=client' &&
    openssl x509 -req -in client.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out client.pem
) >client.log 2>&1 || missing "openssl could not make a certificate: $(tail -1 client.log)"
java17=$(java_of 17 17.0.9.2) || exit 2
java25=$(java_of 25 25.0.2.1) || exit 2
cat >server.js <<'JS'
const read = name => require('fs').readFileSync('tls/' + name);
const options = { cert: read('server.pem'), key: read('server.key'), ca: read('ca.pem'), requestCert: true, rejectUnauthorized: false };
const server = require('tls').createServer(options, s => { s.on('error', () => {}); s.pipe(s); });
server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
JS
cat >server.py <<'PYTHON'
import socket, ssl
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
context.load_verify_locations("tls/ca.pem")
context.verify_mode = ssl.CERT_OPTIONAL
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
while True:
    try:
        with context.wrap_socket(listener.accept()[0], server_side=True) as s:
            while data := s.recv(1000): s.sendall(data)
    except OSError: pass
PYTHON
mkdir server.go.d
cat >server.go.d/main.go <<'GO'
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"os"
)

func main() {
	certificate, err := tls.LoadX509KeyPair("tls/server.pem", "tls/server.key")
	if err != nil {
		panic(err)
	}
	pem, _ := os.ReadFile("tls/ca.pem")
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}, ClientCAs: pool, ClientAuth: tls.VerifyClientCertIfGiven})
	if err != nil {
		panic(err)
	}
	fmt.Println("port", listener.Addr())
	for {
		c, err := listener.Accept()
		if err != nil {
			panic(err)
		}
		go func() { io.Copy(c, c); c.Close() }()
	}
}
GO
cat >Server.java <<'JAVA'
import java.net.InetAddress; import javax.net.ssl.*;
class Server {
  public static void main(String[] arguments) throws Exception {
    SSLServerSocket listener = (SSLServerSocket) SSLServerSocketFactory.getDefault().createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    listener.setWantClientAuth(true);
    System.out.println("port " + listener.getLocalPort());
    while (true) {
      var socket = listener.accept();
      new Thread(() -> {
        try (socket) { socket.getInputStream().transferTo(socket.getOutputStream()); } catch (java.io.IOException e) { }
      }).start();
    }
  }
}
JAVA
javac -d classes Server.java || exit 2
(cd server.go.d && go mod init server && go build -o ../goserver .) >go.log 2>&1 || missing "go could not build: $(tail -1 go.log)"
options=(-Djavax.net.ssl.keyStore=tls/server.p12 -Djavax.net.ssl.keyStorePassword=changeit -Djavax.net.ssl.trustStore=tls/trust.p12 -Djavax.net.ssl.trustStorePassword=changeit)
cat >client.py <<'PYTHON'
# two connections, the second with the session of the first
import socket, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE # so that no CA's certificate is in the chain that it sends
if sys.argv[2] == "with": context.load_cert_chain("tls/client.pem", "tls/client.key")
session = None
for _ in range(2):
    with context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[1]))), session=session) as s:
        s.sendall(b"hello")
        if s.recv(100) != b"hello": sys.exit("no echo")
        session, resumed = s.session, s.session_reused
if not resumed: sys.exit("not resumed")
PYTHON
hellos() { # PORT with|without: bytes of the ClientHello of a full handshake and of a resumed one
  local lines
  rm -f wire.jsonl
  relay "$1"
  python3 client.py "$relay_port" "$2" >client.log 2>&1 || missing "$server, $2: $(tail -1 client.log)"
  lines='[c["hello"]["bytes"] for c in sorted(lines, key=lambda c: c["resumed"])]'
  for _ in $(seq 100); do
    [ "$(wc -l 2>/dev/null <wire.jsonl)" = 2 ] && break
    sleep 0.1
  done
  wire "*$lines"
  kill "$relay_pid"
}
for server in OpenSSL Node Go "Java 17" "Java 25"; do
  log="${server// /}"
  case $server in
    OpenSSL) start "$log" python3 server.py ;;
    Node) start "$log" node server.js ;;
    Go) start "$log" ./goserver ;;
    "Java 17") start "$log" "$java17" "${options[@]}" -cp classes Server ;;
    "Java 25") start "$log" "$java25" "${options[@]}" -cp classes Server ;;
  esac
  wait_for "$log.log" '^port '
  port=$(sed -nE 's/^port (.*:)?([0-9]+)$/\2/p' "$log.log" | head -1)
  read -r full plain <<<"$(hellos "$port" without)"
  read -r same with <<<"$(hellos "$port" with)"
  check "$server: ClientHello of a full handshake, without and with a certificate of the client" "512 512" "$full $same"
  case $server in
    "Java 17") check_between "resumed, without" 1200 1500 "$plain" ;;
    *) check_between "resumed, without" 400 650 "$plain" ;;
  esac
  case $server in
    Go | "Java 17") check_between "resumed, with" 1900 2400 "$with" ;;
    *) check_between "resumed, with" 1150 1500 "$with" ;;
  esac
  kill "$last"
done
finish
