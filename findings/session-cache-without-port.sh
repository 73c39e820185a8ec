#!/usr/bin/env bash
# Guess:  a client that keeps TLS sessions resumes with each of two servers, also if both have one host name and differ in their port: a
#         primary and its replica, or nodes of a cluster on one machine.
# So:     Not with Go and rustls, whose session caches know a server by its name only. One server's ticket takes the place of the
#         other's and is sent to the wrong one, which cannot read it: who goes to both in turn makes full handshakes for ever.
#         Java, Node and curl have the port in the key and resume all. A trial with one server does not show it.
# Seen:   30 November 2026, Go 1.26.8, rustls 0.23.46, Node 20.20.2, JDK 17.0.15, 25, curl 7.88.1; TLS 1.3, servers with
#         OpenSSL 3.0 (Python), each with its own key for tickets: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go node curl javac python3 keytool
certificate
cat >servers.py <<'PYTHON'
import socket, ssl, threading
def serve(context, s):
    try:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        t = context.wrap_socket(s, server_side=True)
        while b"\r\n\r\n" not in t.recv(65536): pass
        print("resumed" if t.session_reused else "full", flush=True)
        t.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        t.unwrap()
    except OSError: pass
    s.close()
def accept(context, listener):
    while True: threading.Thread(target=serve, args=(context, listener.accept()[0]), daemon=True).start()
ports = []
for _ in range(2):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) # each has its own key for tickets
    context.load_cert_chain("tls/server.pem", "tls/server.key")
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    ports.append(listener.getsockname()[1])
    threading.Thread(target=accept, args=(context, listener)).start()
print("ports", *ports, flush=True)
PYTHON
start servers python3 servers.py
wait_for servers.log '^ports '
read -r _ one two < <(grep ^ports servers.log)
resumed() { # COMMAND...: how many of the connections that it makes are resumed, of how many
  local before
  before=$(wc -l <servers.log)
  "$@" >client.log 2>&1 || missing "$1 failed: $(tail -1 client.log)"
  sleep 0.3
  tail -n +$((before + 1)) servers.log | awk '{ n[$1]++ } END { print n["resumed"] + 0, "of", n["resumed"] + n["full"] }'
}
same=() turns=()
for i in 1 2 3 4 5; do same+=("$one" "$one") turns+=("$one" "$two"); done

mkdir go
printf 'module findings\n\ngo 1.26\n' >go/go.mod
cat >go/main.go <<'GO'
package main
import ("crypto/tls"; "crypto/x509"; "io"; "net/http"; "os")
func main() {
  pem, _ := os.ReadFile("tls/ca.pem")
  roots := x509.NewCertPool()
  roots.AppendCertsFromPEM(pem)
  client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ClientSessionCache: tls.NewLRUClientSessionCache(0)}}}
  for _, port := range os.Args[1:] {
    answer, err := client.Get("https://localhost:" + port + "/")
    if err != nil { panic(err) }
    io.Copy(io.Discard, answer.Body)
    answer.Body.Close()
  }
}
GO
(cd go && GOTOOLCHAIN=local go build -o ../goclient .) >go.log 2>&1 || missing "go build failed: $(tail -1 go.log)"
cat >agent.js <<'JS'
const https = require("https"), agent = new https.Agent({ ca: require("fs").readFileSync("tls/ca.pem") });
(async () => {
  for (const port of process.argv.slice(2))
    await new Promise((done, fail) => https.get({ host: "localhost", port, agent, family: 4 }, r => r.resume().on("close", () => setTimeout(done, 50))).on("error", fail));
})();
JS
cat >fetch.js <<'JS'
require("dns").setDefaultResultOrder("ipv4first");
(async () => {
  for (const port of process.argv.slice(2)) {
    await (await fetch(`https://localhost:${port}/`)).text();
    await new Promise(done => setTimeout(done, 50));
  }
})();
JS
cat >Client.java <<'JAVA'
import java.io.*;
import java.security.KeyStore;
import javax.net.ssl.*;
class Client {
  public static void main(String[] ports) throws Exception {
    KeyStore trust = KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray());
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(trust);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    for (String port : ports)
      try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("localhost", Integer.parseInt(port))) {
        s.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
        s.getInputStream().readAllBytes();
      }
  }
}
JAVA
javac -d . Client.java || missing "javac failed"
java25=$(java_of 25 25.0.2.1) || exit 2
rustls_program rustclient <<'RUST'
use rustls::pki_types::{pem::PemObject, CertificateDer, ServerName};
use std::{env, io::Read, io::Write, net::TcpStream, sync::Arc};
fn main() {
    rustls::crypto::ring::default_provider().install_default().unwrap();
    let mut roots = rustls::RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file("tls/ca.pem").unwrap()).unwrap();
    let config = Arc::new(rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth());
    for port in env::args().skip(1) {
        let tcp = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let mut s = rustls::StreamOwned::new(rustls::ClientConnection::new(config.clone(), name).unwrap(), tcp);
        s.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        s.read_to_end(&mut Vec::new()).unwrap();
        s.conn.send_close_notify();
        s.flush().unwrap();
    }
}
RUST
curls() { curl -4 -sS --cacert tls/ca.pem $(printf "https://localhost:%s/ " "$@"); }
agent() { node agent.js "$@"; }
node_fetch() { NODE_EXTRA_CA_CERTS=tls/ca.pem node fetch.js "$@"; }
jdk17() { java -cp . Client "$@"; }
jdk25() { "$java25" -cp . Client "$@"; }
both() { # NAME RESUMED COMMAND: ten connections to one server, then to the two in turn
  local seen
  seen=$(resumed "$3" "${same[@]}") || exit 2
  check "$1, ten connections to one server, resumed" "9 of 10" "$seen"
  seen=$(resumed "$3" "${turns[@]}") || exit 2
  check "$1, to two servers in turn" "$2 of 10" "$seen"
}
both "Go's net/http" 0 ./goclient
both rustls 0 ./rustclient
both "Node's fetch" 8 node_fetch
both "Node's https.Agent" 8 agent
both "JDK 17" 8 jdk17
both "JDK 25" 8 jdk25
both curl 8 curls
finish
