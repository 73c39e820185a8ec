#!/usr/bin/env bash
# Guess:  `response.elapsed` of Python's requests is, as its documentation says, the time between sending the first byte of the request and
#         the end of the headers: no handshake is in it.
# So:     The time in which a connection is waited for, opened and its TLS handshake made is in it, and the body is not, unless it
#         came with the headers. httpx' `elapsed` of the same name has both. So the first request by a Session, and each after the server has
#         closed the connection, shows the handshake as the store's latency, and a large answer as a fast one.
# Seen:   30 November 2026, requests 2.34.2, httpx 0.28.1, a handshake held up by 0.3 s and a body 0.3 s after its headers: requests 0.37 s for the
#         first request (0.64 in all), 0.001 for the second (0.31); httpx 0.61 and 0.30.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
python_with v requests==2.34.2 httpx==0.28.1
cat >server.py <<'PYTHON'
import socket, ssl, threading, time
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)


def serve(s):
    time.sleep(1)
    try:
        t = context.wrap_socket(s, server_side=True)
        while t.recv(65536):
            t.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
            time.sleep(1)
            t.sendall(b"ok")
    except OSError:
        pass


while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start server python3 server.py
wait_for server.log '^port '
cat >client.py <<'PYTHON'
import ssl, sys, time, httpx, requests
url = "https://localhost:%s/" % sys.argv[2]
if sys.argv[1] == "requests":
    session = requests.Session()
    get = lambda: session.get(url, verify="tls/ca.pem")
else:
    get = httpx.Client(verify=ssl.create_default_context(cafile="tls/ca.pem"), timeout=30, trust_env=False).get
    get = (lambda inner: lambda: inner(url))(get)
for _ in range(2):
    begin = time.monotonic()
    elapsed = get().elapsed.total_seconds()
    print("%.2f %.2f" % (elapsed, time.monotonic() - begin), end=" ")
PYTHON
seconds() { # CLIENT
  read -r first first_all second second_all < <(v/bin/python client.py "$1" "$(port_in server.log port)" 2>"$1.log")
  [ -n "${second_all:-}" ] || missing "$1 failed: $(tail -1 "$1.log")"
}
seconds requests
check_between "requests, the first of a Session, a handshake of 1 s: elapsed" 1 1.9 "$first"
check_between "the call itself, with a body of 1 s more" 2 3.5 "$first_all"
check_between "the second: elapsed" 0 0.8 "$second"
check_between "the call itself" 1 1.9 "$second_all"
seconds httpx
check_between "httpx, the first: elapsed" 2 3.5 "$first"
check_between "the second: elapsed" 1 1.9 "$second"
finish
