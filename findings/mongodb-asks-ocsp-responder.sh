#!/usr/bin/env bash
# Guess:  A driver that is not told to check revocation asks no OCSP responder, and a package that is only installed changes nothing.
# So:     PyMongo asks the responder that the server's certificate names as soon as PyOpenSSL and what it needs are installed (`pip install
#         pymongo[ocsp]`), with the same program and the same URI, and MongoDB's driver in Go does always. A responder that does not
#         answer, as behind a firewall that drops its packets, is waited for 5 s in each connection, one after the other: the first
#         command takes 10 s, and so does each growth of the pool later. Then they go on as if it had said yes. The option
#         tlsDisableOCSPEndpointCheck=true ends it. The driver of Node does not ask.
# Seen:   29 November 2026, PyMongo 4.20.1 without and with its extra `ocsp`, mongodb (npm) 7.9.0, a server of a few lines that says of itself
#         that it is MongoDB: first command after 0.2 and 10.1 s, in Node 0.3. By hand: MongoDB's driver in Go 2.3.0 10.2 s.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3
certificate
cat >responder.py <<'PYTHON'
import socket
listener, kept = socket.create_server(("127.0.0.1", 0)), []
print("port", listener.getsockname()[1], flush=True)
while True: kept.append(listener.accept()[0]); print("asked", flush=True) # and no answer
PYTHON
start responder python3 responder.py
wait_for responder.log '^port '
(
  cd tls && printf 'subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\nauthorityInfoAccess=OCSP;URI:http://127.0.0.1:%s/\n' "$(port_in ../responder.log port)" >extensions &&
    openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out server.pem
) >>certificate.log 2>&1 || missing "openssl could not make a certificate: $(tail -1 certificate.log)"
python_with plain pymongo==4.20.1
python_with ocsp 'pymongo[ocsp]==4.20.1' pyopenssl==26.4.0
node_with mongodb@7.9.0
cat >server.py <<'PYTHON'
"""MongoDB's protocol: to each message the answer that this is a server, and that it has done what was asked."""
import bson, datetime, socket, ssl, struct, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        t = context.wrap_socket(s, server_side=True)
        f = t.makefile("rb")
        while head := f.read(16):
            size, number, _, kind = struct.unpack("<iiii", head)
            f.read(size - 16)
            answer = bson.encode({"ok": 1, "isWritablePrimary": True, "ismaster": True, "helloOk": True, "minWireVersion": 0, "maxWireVersion": 21,
                                  "maxBsonObjectSize": 1 << 24, "maxMessageSizeBytes": 48000000, "maxWriteBatchSize": 100000, "localTime": datetime.datetime.now()})
            body, operation = (struct.pack("<iqii", 8, 0, 0, 1) + answer, 1) if kind == 2004 else (bytes(5) + answer, 2013)
            t.sendall(struct.pack("<iiii", 16 + len(body), 1, number, operation) + body)
    except (OSError, struct.error): pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start server plain/bin/python server.py
wait_for server.log '^port '
uri="mongodb://localhost:$(port_in server.log port)/?tls=true&tlsCAFile=$W/tls/ca.pem"
cat >client.py <<'PYTHON'
import pymongo, sys, threading, time
begin = time.monotonic()
client = pymongo.MongoClient(sys.argv[1])
client.admin.command("ping")
first = time.monotonic()
threads = [threading.Thread(target=client.admin.command, args=("ping",)) for _ in range(4)] # at once: the pool grows
for t in threads: t.start()
for t in threads: t.join()
print("%.1f %.1f" % (first - begin, time.monotonic() - first))
PYTHON
cat >client.js <<'JS'
const begin = Date.now()
new (require('mongodb').MongoClient)(process.argv[2]).db('admin').command({ ping: 1 }).then(() => { console.log((Date.now() - begin) / 1000); process.exit() })
JS
seen() { # COMMAND...: seconds, into $first and $more, and questions to the responder
  local before
  before=$(grep -c asked responder.log)
  read -r first more < <(timeout 60 "$@" 2>client.log)
  asked=$(($(grep -c asked responder.log) - before))
}
seen plain/bin/python client.py "$uri"
check "PyMongo, questions to the responder" 0 "$asked"
check_between "seconds of the first command" 0 4 "$first"
seen ocsp/bin/python client.py "$uri"
check_between "with PyOpenSSL installed, questions" 2 8 "$asked"
check_between "seconds of the first command" 9.5 14 "$first"
check_between "seconds of four more at once" 4.8 9 "$more"
seen ocsp/bin/python client.py "$uri&tlsDisableOCSPEndpointCheck=true"
check "with tlsDisableOCSPEndpointCheck, questions" 0 "$asked"
check_between "seconds of the first command" 0 4 "$first"
seen node client.js "$uri"
check "mongodb (npm), questions" 0 "$asked"
check_between "seconds of the first command" 0 4 "$first"
finish
