#!/usr/bin/env bash
# Guess:  A Java client that checks revocation fetches a CRL, or asks by OCSP, once, and uses the answer for as long as that says it is good
#         (nextUpdate; max-age of HTTP), days.
# So:     With OCSP nothing is kept: each full handshake waits for a request to the responder, of the same certificate, with an answer that
#         is good for seven days. A CRL is kept, but asked for again in the first handshake after 30 seconds; a server that does not know
#         If-Modified-Since sends all of it again. So the responder is on the way of each new connection to a database, unless it resumes or
#         the server staples, which those of databases do not; and a pool that is filled asks it as often as it has connections.
# Seen:   29 November 2026, OpenJDK 17.0.15 and 25.0.3, com.sun.net.ssl.checkRevocation=true with ocsp.enable or enableCRLDP, server with
#         OpenSSL: five full handshakes five OCSP requests, five of which four are resumed one; a CRL for 30 days asked for once for five,
#         and once more 31 s later.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac keytool openssl python3
certificate
cat >responder.py <<'PYTHON'
import base64, http.server, subprocess, sys, threading, urllib.parse
class Handler(http.server.BaseHTTPRequestHandler): # /ocsp: by openssl; /crl: the file, with Last-Modified, and 304 if nothing has changed
    protocol_version = "HTTP/1.1"
    def log_message(self, *a): pass
    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items(): self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", len(body))
        self.end_headers()
        self.wfile.write(body)
    def ocsp(self, request):
        with lock:
            open("request.der", "wb").write(request)
            subprocess.run(["openssl", "ocsp", "-index", "index.txt", "-rsigner", "tls/ca.pem", "-rkey", "tls/ca.key", "-CA", "tls/ca.pem", "-reqin", "request.der",
                "-respout", "response.der", "-ndays", "7"], check=True, capture_output=True)
            print("ocsp", flush=True)
            self.answer(200, open("response.der", "rb").read(), Content_Type="application/ocsp-response", Cache_Control="max-age=604800")
    def do_POST(self): self.ocsp(self.rfile.read(int(self.headers["Content-Length"])))
    def do_GET(self):
        if self.path.startswith("/ocsp/"): return self.ocsp(base64.b64decode(urllib.parse.unquote(self.path[6:])))
        known = self.headers["If-Modified-Since"] is not None
        print("crl", "304" if known else "200", flush=True)
        self.answer(304 if known else 200, b"" if known else open("crl.der", "rb").read(), Last_Modified="Sat, 28 Nov 2026 00:00:00 GMT",
            Content_Type="application/pkix-crl", Cache_Control="max-age=604800")
lock = threading.Lock()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_port, flush=True)
server.serve_forever()
PYTHON
start responder python3 responder.py
wait_for responder.log '^port '
responder=$(port_in responder.log port)
printf '%s\n' 'subjectAltName=DNS:localhost,IP:127.0.0.1' 'basicConstraints=CA:FALSE' "authorityInfoAccess=OCSP;URI:http://127.0.0.1:$responder/ocsp" >ocsp.ext
printf '%s\n' 'subjectAltName=DNS:localhost,IP:127.0.0.1' 'basicConstraints=CA:FALSE' "crlDistributionPoints=URI:http://127.0.0.1:$responder/crl" >crl.ext
printf '%s\n' '[ca]' 'default_ca = d' '[d]' 'database = index.txt' 'crlnumber = crlnumber' 'default_md = sha256' 'default_crl_days = 30' >ca.cnf
: >index.txt
echo 01 >crlnumber
for way in ocsp crl; do
  openssl x509 -req -in tls/server.csr -CA tls/ca.pem -CAkey tls/ca.key -CAcreateserial -days 30 -extfile $way.ext -out tls/$way.pem 2>>openssl.log || missing "openssl made no certificate"
  printf 'V\t301231235959Z\t\t%s\tunknown\t/CN=%s\n' "$(openssl x509 -in tls/$way.pem -noout -serial | cut -d= -f2)" $way >>index.txt
done
openssl ca -config ca.cnf -gencrl -keyfile tls/ca.key -cert tls/ca.pem 2>>openssl.log | openssl crl -outform DER -out crl.der || missing "openssl made no CRL"
cat >Client.java <<'JAVA'
import javax.net.ssl.*;
class Client { // PORT [SECONDS]: five connections, and two more after a pause
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < (a.length > 1 ? 7 : 5); i++) {
      if (i == 5) Thread.sleep(1000 * Integer.parseInt(a[1]));
      try (var s = (SSLSocket) SSLSocketFactory.getDefault().createSocket("localhost", Integer.parseInt(a[0]))) {
        s.getOutputStream().write(1);
        s.getInputStream().read();
      }
    }
    System.out.println("done");
  }
}
JAVA
javac -proc:none -d classes Client.java || exit 2
client() { # CERTIFICATE TICKETS OPTION... -- [SECONDS]: what the responder was asked
  local before options=()
  echo_server "$1" "$2"
  trap "kill $last" EXIT # it was started in the subshell of $(client ...), of which lib.sh does not know
  shift 2
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  before=$(wc -l <responder.log)
  "$java" -Djavax.net.ssl.trustStore=tls/trust.p12 -Djavax.net.ssl.trustStorePassword=changeit "${options[@]}" -cp classes Client "$echo_port" "$@" >client.log 2>&1
  grep -q done client.log || missing "the client failed: $(grep -m1 -E 'Exception|Error' client.log)"
  tail -n "+$((before + 1))" responder.log | sort | uniq -c | awk '{ printf "%s%s x %d", (NR > 1 ? ", " : ""), ($3 == "" ? $2 : $2 " " $3), $1 } END { if (!NR) print "none" }'
}
echo 'ocsp.enable=true' >ocsp.security
for major in 17 25; do
  java=$(java_of "$major" 25.0.2.1) || exit 2
  echo "  Java $("$java" -version 2>&1 | sed -nE '1s/.*"(.*)".*/\1/p')"
  check "no option, five connections" none "$(client ocsp 0 --)"
  check "OCSP, five full handshakes" "ocsp x 5" "$(client ocsp 0 -Dcom.sun.net.ssl.checkRevocation=true -Djava.security.properties=ocsp.security --)"
  check "OCSP, five of which four are resumed" "ocsp x 1" "$(client ocsp 2 -Dcom.sun.net.ssl.checkRevocation=true -Djava.security.properties=ocsp.security --)"
  check "CRL, five full handshakes, and two more 31 s later" "crl 200 x 1, crl 304 x 1" "$(client crl 0 -Dcom.sun.net.ssl.checkRevocation=true -Dcom.sun.security.enableCRLDP=true -- 31)"
done
finish
