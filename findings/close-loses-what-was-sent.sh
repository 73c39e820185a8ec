#!/usr/bin/env bash
# Guess:  Who writes a message over TLS and closes the connection has sent it: the kernel delivers what is in its buffer, and
#         TLS 1.3 is like TLS 1.2 and like no TLS in this.
# So:     In TLS 1.3 a client that never reads has the server's tickets unread in its socket. Linux answers a close() with
#         unread data by a reset and throws away what has not been sent yet. Of 500 KB the server gets the first 100 KB. The
#         client is told of no error: write and close succeed in Python's ssl and in Go. In TLS 1.2 and without TLS, where
#         the server has said nothing that is unread, all arrives, as with Java and Node, which read when they close. It does
#         not happen with a server that gives no tickets, or if the client waits for the answer to its close_notify (unwrap()
#         in Python). pymemcache is such a client: set(..., noreply=True) and close() over TLS 1.3, and some values are not
#         stored.
# Seen:   29 November 2026, 500,000 bytes and close; the server (Python's ssl) reads 0.2 s after the handshake. Bytes that it
#         got: Python 3.11.7 500,000 plain and in TLS 1.2, 81,920 to 114,688 in 1.3, 500,000 with unwrap() or without
#         tickets; Go 1.26.8 92,508 to 107,926; OpenJDK 17.0.15 and Node 20 500,000. pymemcache 4.0.0, memcached 1.6.18,
#         values of 900,000 bytes that were stored, of ten: 10 in TLS 1.2, 0 to 2 in 1.3. Linux 6.18.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 go node java javac
certificate
debian memcached
python_with py pymemcache==4.0.0
cat >server.py <<'PYTHON'
import socket, ssl, sys, time
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
context.num_tickets = int(sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
while True:
    s, got = listener.accept()[0], 0
    try:
        if sys.argv[1] == "tls": s = context.wrap_socket(s, server_side=True)
        time.sleep(0.2)
        while data := s.recv(65536): got += len(data)
        if sys.argv[1] == "tls": s.unwrap()
    except OSError: pass
    s.close()
    print("got", got, flush=True)
PYTHON
cat >client.py <<'PYTHON'
import socket, ssl, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
if sys.argv[2] != "plain":
    context = ssl.create_default_context(cafile="tls/ca.pem")
    context.minimum_version = context.maximum_version = getattr(ssl.TLSVersion, sys.argv[2])
    s = context.wrap_socket(s, server_hostname="localhost")
s.sendall(bytes(500000))
if sys.argv[3:]: s.unwrap()
s.close()
PYTHON
cat >client.js <<'JS'
const options = { host: '127.0.0.1', port: process.argv[2], servername: 'localhost', ca: require('fs').readFileSync('tls/ca.pem') };
const socket = require('tls').connect(options, () => socket.end(Buffer.alloc(500000)));
JS
mkdir -p go
cat >go/go.mod <<'GO'
module client
go 1.26
GO
cat >go/main.go <<'GO'
package main

import ("crypto/tls"; "crypto/x509"; "os")

func main() {
	pem, _ := os.ReadFile("tls/ca.pem")
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	connection, err := tls.Dial("tcp", "127.0.0.1:"+os.Args[1], &tls.Config{RootCAs: roots, ServerName: "localhost"})
	if err != nil { panic(err) }
	if n, err := connection.Write(make([]byte, 500000)); n != 500000 || err != nil { panic(err) }
	if err := connection.Close(); err != nil { panic(err) }
}
GO
cat >Client.java <<'JAVA'
import javax.net.ssl.*;
class Client {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("javax.net.ssl.trustStore", "tls/trust.p12");
    System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
    try (var socket = SSLSocketFactory.getDefault().createSocket("127.0.0.1", Integer.parseInt(arguments[0]))) {
      socket.getOutputStream().write(new byte[500000]);
    }
  }
}
JAVA
cat >values.py <<'PYTHON'
import ssl, sys
from pymemcache.client.base import Client
context = ssl.create_default_context(cafile="tls/ca.pem")
context.maximum_version = getattr(ssl.TLSVersion, sys.argv[2])
def client(): return Client(("localhost", int(sys.argv[1])), tls_context=context)
for i in range(10):
    one = client()
    one.set(f"{sys.argv[2]}-{i}", bytes(900000), noreply=True)
    one.close()
import time
time.sleep(1)
print(len(client().get_many([f"{sys.argv[2]}-{i}" for i in range(10)])))
PYTHON
(cd go && go build -o client . >build.log 2>&1) || missing "Go could not build the client: $(tail -1 go/build.log)"
javac -d classes Client.java || exit 2
serve() { # tls|plain TICKETS: on $port
  start server python3 server.py "$@"
  wait_for server.log '^port '
  port=$(port_in server.log port)
}
got() { # COMMAND...: bytes that the server has got from it
  local before
  before=$(grep -c '^got' server.log)
  "$@" >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
  for _ in $(seq 100); do
    [ "$(grep -c '^got' server.log)" -gt "$before" ] && break
    sleep 0.1
  done
  tail -1 server.log | sed -n 's/^got //p'
}
echo "bytes that the server got of 500,000"
serve plain 0
check "Python, plain" 500000 "$(got python3 client.py "$port" plain)"
serve tls 0
check "Python, TLS 1.3, a server without tickets" 500000 "$(got python3 client.py "$port" TLSv1_3)"
serve tls 2
check "Python, TLS 1.2" 500000 "$(got python3 client.py "$port" TLSv1_2)"
check "Python, TLS 1.3, which waits for the server's close_notify" 500000 "$(got python3 client.py "$port" TLSv1_3 unwrap)"
check_between "Python, TLS 1.3" 0 499999 "$(got python3 client.py "$port" TLSv1_3)"
check_between "Go, TLS 1.3" 0 499999 "$(got go/client "$port")"
check "Java, TLS 1.3" 500000 "$(got java -cp classes Client "$port")"
check "Node, TLS 1.3" 500000 "$(got node client.js "$port")"
memcached_port=$(free_port)
start memcached as_user memcached -l 127.0.0.1 -p "$memcached_port" -m 100 -Z \
  -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key"
wait_port "$memcached_port"
stored() { py/bin/python values.py "$memcached_port" "$1" 2>values.log || missing "pymemcache failed: $(tail -1 values.log)"; }
check "pymemcache, set without a reply and close, stored of ten, TLS 1.2" 10 "$(stored TLSv1_2)"
check_between "pymemcache, set without a reply and close, stored of ten, TLS 1.3" 0 9 "$(stored TLSv1_3)"
finish
