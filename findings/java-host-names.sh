#!/usr/bin/env bash
# Guess:  whether a client takes a server's certificate depends on the certificate: if it has the host's name, with an underscore as
#         Docker Compose's services often have one, too, the client connects; and a dot at the name's end, as it is written
#         where no search list shall be tried, changes nothing.
# So:     Java refuses each certificate of a host with an underscore, one that names it so, too, if names are checked as for
#         HTTPS ("Illegal given domain name"), and so does Bouncy Castle; Python, Go, Node and curl connect. The dot is no
#         matter to Java's sockets, and Python refuses the certificate for it. java.net.http makes no connection to either name.
#         So one name in a composition of services works with each client but those in Java, until its checks are off.
# Seen:   30 November 2026, JDK 17.0.15, 25.0.2, Bouncy Castle 1.84, Python 3.11 with OpenSSL 3.0, Go 1.26.8, Node 20, curl 7.88.1: as
#         below, with a certificate for db.test and db_1.test.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3 go javac java keytool curl openssl
certificate
(cd tls && printf 'subjectAltName=DNS:db.test,DNS:db_1.test\nbasicConstraints=CA:FALSE\n' >names &&
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile names -out server.pem) >names.log 2>&1 || missing "openssl failed"
cat >server.py <<'PYTHON'
import socket, ssl, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
context.sni_callback = lambda s, name, c: print("name", name or "none", flush=True)
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        t = context.wrap_socket(s, server_side=True)
        t.recv(65536)
        t.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        t.unwrap()
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start server python3 server.py
wait_for server.log '^port '
port=$(port_in server.log port)
printf '127.0.0.1 db.test db.test. db_1.test\n' >hosts
cat >client.py <<'PYTHON'
import socket, ssl, sys
with ssl.create_default_context(cafile="tls/ca.pem").wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[2]))), server_hostname=sys.argv[1]) as t:
    t.sendall(b"GET / HTTP/1.1\r\n\r\n")
    t.recv(100)
PYTHON
cat >client.js <<'JS'
const s = require("tls").connect({ host: process.argv[2], port: +process.argv[3], ca: require("fs").readFileSync("tls/ca.pem"),
  lookup: (name, options, then) => options.all ? then(null, [{ address: "127.0.0.1", family: 4 }]) : then(null, "127.0.0.1", 4) }, () => s.write("GET / HTTP/1.1\r\n\r\n"));
s.on("error", e => { console.log(e.message); process.exit(1); }).resume().on("end", () => s.end());
JS
mkdir go && printf 'module findings\n\ngo 1.26\n' >go/go.mod
cat >go/main.go <<'GO'
package main
import ("crypto/tls"; "crypto/x509"; "net"; "os")
func main() {
  pem, _ := os.ReadFile("tls/ca.pem")
  roots := x509.NewCertPool()
  roots.AppendCertsFromPEM(pem)
  raw, err := net.Dial("tcp", "127.0.0.1:" + os.Args[2])
  if err != nil { panic(err) }
  c := tls.Client(raw, &tls.Config{RootCAs: roots, ServerName: os.Args[1]})
  if err := c.Handshake(); err != nil { println(err.Error()); os.Exit(1) }
  c.Write([]byte("GET / HTTP/1.1\r\n\r\n"))
  c.Read(make([]byte, 100))
}
GO
(cd go && GOTOOLCHAIN=local go build -o ../goclient .) >go.log 2>&1 || missing "go build failed: $(tail -1 go.log)"
jars bc org.bouncycastle:bctls-jdk18on:1.84
cat >Client.java <<'JAVA'
import java.io.File;
import java.net.*;
import java.security.*;
import javax.net.ssl.*;
class Client { // HOST PORT sun | bc | http
  public static void main(String[] a) throws Exception {
    if (a[2].equals("bc")) {
      Security.addProvider((Provider) Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider").getDeclaredConstructor().newInstance());
      Security.addProvider((Provider) Class.forName("org.bouncycastle.jsse.provider.BouncyCastleJsseProvider").getDeclaredConstructor().newInstance());
    }
    KeyStore trust = KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray());
    TrustManagerFactory managers = a[2].equals("bc") ? TrustManagerFactory.getInstance("PKIX", "BCJSSE") : TrustManagerFactory.getInstance("PKIX");
    managers.init(trust);
    SSLContext context = a[2].equals("bc") ? SSLContext.getInstance("TLS", "BCJSSE") : SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    if (a[2].equals("http")) {
      var client = java.net.http.HttpClient.newBuilder().sslContext(context).version(java.net.http.HttpClient.Version.HTTP_1_1).build();
      client.send(java.net.http.HttpRequest.newBuilder(URI.create("https://" + a[0] + ":" + a[1] + "/")).build(), java.net.http.HttpResponse.BodyHandlers.ofString());
      return;
    }
    try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket(a[0], Integer.parseInt(a[1]))) {
      SSLParameters p = s.getSSLParameters();
      p.setEndpointIdentificationAlgorithm("HTTPS");
      s.setSSLParameters(p);
      s.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes());
      s.getInputStream().read();
    }
  }
}
JAVA
javac -d . Client.java || missing "javac failed"
java25=$(java_of 25 25.0.2.1) || exit 2
java_client() { "$1" -Djdk.net.hosts.file=hosts -cp ".:bc/*" Client "$3" "$4" "$2"; }
python() { python3 client.py "$@"; }
node20() { node client.js "$@"; }
golang() { ./goclient "$@"; }
jdk17() { java_client java sun "$@"; }
jdk25() { java_client "$java25" sun "$@"; }
bouncy() { java_client java bc "$@"; }
http17() { java_client java http "$@"; }
http25() { java_client "$java25" http "$@"; }
curls() { curl -sS --cacert tls/ca.pem --resolve "$1:$2:127.0.0.1" "https://$1:$2/"; }
outcome() { # COMMAND HOST: connects or refuses, and the server_name that was sent
  local before code name
  before=$(wc -l <server.log)
  "$1" "$2" "$port" >client.log 2>&1 && code=connects || code=refuses
  sleep 0.3
  name=$(tail -n +$((before + 1)) server.log | sed -n 's/^name //p' | head -1)
  case $name in '') echo "does not begin TLS" ;; none) echo "$code, sends no name" ;; *) echo "$code, sends $name" ;; esac
}
while IFS='|' read -r name command plain dot underscore; do
  check "$name, db.test" "$plain" "$(outcome "$command" db.test)"
  check "$name, db.test." "$dot" "$(outcome "$command" db.test.)"
  check "$name, db_1.test" "$underscore" "$(outcome "$command" db_1.test)"
done <<'CLIENTS'
JDK 17|jdk17|connects, sends db.test|connects, sends db.test|refuses, sends no name
JDK 25|jdk25|connects, sends db.test|connects, sends db.test|refuses, sends no name
Bouncy Castle|bouncy|connects, sends db.test|connects, sends db.test|refuses, sends no name
java.net.http, JDK 17|http17|connects, sends db.test|does not begin TLS|does not begin TLS
java.net.http, JDK 25|http25|connects, sends db.test|does not begin TLS|does not begin TLS
Python|python|connects, sends db.test|refuses, sends db.test.|connects, sends db_1.test
Go|golang|connects, sends db.test|connects, sends db.test|connects, sends db_1.test
Node|node20|connects, sends no name|connects, sends no name|connects, sends no name
curl|curls|connects, sends db.test|connects, sends db.test|connects, sends db_1.test
CLIENTS
jdk17 db_1.test "$port" >client.log 2>&1
check "what the JDK says of it" "Illegal given domain name: db_1.test" "$(sed -n 's/^Exception in thread.*SSLHandshakeException: //p' client.log)"
finish
