#!/usr/bin/env bash
# Guess:  A web server reads its certificate and its key when it starts, and resumes the sessions of clients that come again.
# So:     gunicorn makes an SSLContext for each connection. It opens certificate and key each time, and as each context has
#         its own key for tickets, no ticket that it gives is ever taken: with one worker, too, in TLS 1.3 and in TLS 1.2.
#         Each connection is a full handshake with a signature; clients keep the two tickets of each for nothing. uvicorn,
#         for comparison, opens them once, and resumes all.
# Seen:   29 November 2026, gunicorn 27.0.1, one worker: ten connections opened the key file ten times, none of ten was
#         resumed. uvicorn 0.54.0: none while it serves, four of five and four of five. Python 3.11.7, OpenSSL 3.0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need strace
certificate
python_with py gunicorn==27.0.1 uvicorn==0.54.0
cat >app.py <<'PYTHON'
def wsgi(environment, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
async def asgi(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
PYTHON
cat >client.py <<'PYTHON'
import socket, ssl, sys
context = ssl.create_default_context(cafile="tls/ca.pem")
context.maximum_version = getattr(ssl.TLSVersion, sys.argv[2])
session, resumed = None, 0
for _ in range(5):
    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    with context.wrap_socket(s, server_hostname="localhost", session=session) as s:
        s.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while data := s.recv(4096): answer += data
        assert b"200 OK" in answer, answer
        resumed, session = resumed + s.session_reused, s.session
print(resumed)
PYTHON
resumed() { python3 client.py "$port" "$1" 2>client.log || missing "the client failed: $(tail -1 client.log)"; }
serve() { # NAME COMMAND...: on $port, its opened files in NAME.opened from now on
  start "$1" "${@:2}"
  server=$last
  wait_port "$port"
  sleep 1 # its worker has begun, too
  traced=(-p "$server")
  for worker in $(cat "/proc/$server/task/$server/children"); do traced+=(-p "$worker"); done
  start strace strace -f -qq -e trace=open,openat -e signal=none -o "$1.opened" "${traced[@]}"
  sleep 1
}
opened() { # NAME
  sleep 0.5
  grep -c 'tls/server.key' "$1.opened"
}
port=$(free_port)
serve gunicorn py/bin/gunicorn -w 1 -b "127.0.0.1:$port" --certfile tls/server.pem --keyfile tls/server.key app:wsgi
check "gunicorn, five connections, resumed in TLS 1.3" 0 "$(resumed TLSv1_3)"
check "gunicorn, five connections, resumed in TLS 1.2" 0 "$(resumed TLSv1_2)"
check_between "gunicorn, its key file opened meanwhile" 10 12 "$(opened gunicorn)"
port=$(free_port)
serve uvicorn py/bin/python -m uvicorn --host 127.0.0.1 --port "$port" \
  --ssl-certfile tls/server.pem --ssl-keyfile tls/server.key app:asgi
check "uvicorn, five connections, resumed in TLS 1.3" 4 "$(resumed TLSv1_3)"
check "uvicorn, five connections, resumed in TLS 1.2" 4 "$(resumed TLSv1_2)"
check "uvicorn, its key file opened meanwhile" 0 "$(opened uvicorn)"
finish
