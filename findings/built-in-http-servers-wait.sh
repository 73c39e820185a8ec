#!/usr/bin/env bash
# Guess:  The HTTP servers of the JDK (com.sun.net.httpserver) and of Python (http.server), with which tests stand in for a store, answer a
#         small request over a kept connection in well below a millisecond, and TLS adds some.
# So:     In Java 17 and in Python 44 ms on one machine, with TLS as without: they write head and body apart and leave Nagle's
#         algorithm on, so the body waits until the client acknowledges the head, which it delays. So TLS costs "nothing" in such a
#         trial. A connection for each request hides it, and so does HTTP/1.0, http.server's default. Java 25 writes both at once.
# Seen:   30 November 2026, JDK 17.0.15, 25, Python 3.11, answers of 100 bytes, the median of 25: Java 17 44 to 48 ms, Python 44; Java 25 0.9 to 2.1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java keytool python3
certificate
cat >Server.java <<'JAVA'
import com.sun.net.httpserver.*;
import java.io.*;
import java.net.InetSocketAddress;
import java.security.KeyStore;
import javax.net.ssl.*;
class Server {
  public static void main(String[] arguments) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(KeyStore.getInstance(new File("tls/server.p12"), "changeit".toCharArray()), "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer https = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(context));
    HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    for (HttpServer server : new HttpServer[] {http, https}) {
      server.createContext("/", exchange -> {
        exchange.sendResponseHeaders(200, 100);
        try (OutputStream body = exchange.getResponseBody()) { body.write(new byte[100]); }
      });
      server.start();
    }
    System.out.println("http " + http.getAddress().getPort() + " https " + https.getAddress().getPort());
  }
}
JAVA
cat >server.py <<'PYTHON'
import http.server, ssl, threading
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"x" * 100)
    def log_message(self, *_): pass
http_server, https_server = (http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2))
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
https_server.socket = context.wrap_socket(https_server.socket, server_side=True)
threading.Thread(target=http_server.serve_forever).start()
print("http", http_server.server_port, "https", https_server.server_port, flush=True)
https_server.serve_forever()
PYTHON
cat >client.py <<'PYTHON'
import http.client, ssl, statistics, sys, time
if sys.argv[1] == "https":
    c = http.client.HTTPSConnection("localhost", int(sys.argv[2]), context=ssl.create_default_context(cafile="tls/ca.pem"))
else:
    c = http.client.HTTPConnection("127.0.0.1", int(sys.argv[2]))
ms = []
for _ in range(30):
    begin = time.perf_counter()
    c.request("GET", "/")
    c.getresponse().read()
    ms.append((time.perf_counter() - begin) * 1000)
print("%.1f" % statistics.median(ms[5:]))
PYTHON
java25=$(java_of 25 25.0.2.1) || exit 2
both() { # NAME LEAST MOST COMMAND...: the median of an exchange with that server in ms, without and with TLS
  local scheme
  start server "${@:4}"
  wait_for server.log '^http '
  for scheme in http https; do
    check_between "$1, $scheme: ms for an exchange" "$2" "$3" "$(python3 client.py $scheme "$(port_in server.log "$scheme ")")"
  done
}
case $(java -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p') in
  17) both "Java 17's HttpServer" 30 100 java Server.java ;;
esac
both "Python's http.server" 30 100 python3 server.py
both "Java 25's HttpServer" 0 25 "$java25" Server.java
finish
