#!/usr/bin/env bash
# Guess:  A health check of a proxy that speaks TLS to its servers costs one full handshake; from then on the checks resume,
#         as the proxy's other connections do.
# So:     HAProxy's checks of TLS 1.3 servers get no ticket: it closes as soon as the handshake is done, and the ticket comes half a
#         round trip later. So each check of each server, every 2 s by default, is a full handshake, until a client's connection has
#         brought a ticket; an idle standby never gets one. In TLS 1.2 the ticket is part of the handshake, and the checks resume; with
#         `option redis-check`, which waits for an answer, they do in TLS 1.3, too.
# Seen:   28 November 2026, HAProxy 2.6.12 of Debian 12, OpenSSL 3.0, a server with Python's ssl that is 20 ms away: 15 of 15 full;
#         in TLS 1.2 and with redis-check 1 or 2; with a client after the fifth 6 to 8, and none afterwards. By hand, with two threads: the first
#         connection of each thread is full.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
debian haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
certificate
cat >server.py <<'PYTHON'
import socket, ssl, threading, time
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def forward(source, target, delay):
    try:
        while data := source.recv(65536):
            time.sleep(delay)
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError: pass
def serve(s):
    far, near = socket.socketpair() # the network: what the server sends arrives after 20 ms
    for way in ((s, far, 0), (far, s, 0.02)): threading.Thread(target=forward, args=way, daemon=True).start()
    try:
        t = context.wrap_socket(near, server_side=True)
        print(t.version(), "resumed" if t.session_reused else "full", flush=True)
        while t.recv(100): t.sendall(b"+PONG\r\n")
    except OSError: pass
    near.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >ping.py <<'PYTHON'
import socket, sys, time
for _ in range(int(sys.argv[2])):
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as s:
        s.sendall(b"PING\r\n")
        s.recv(100)
    time.sleep(0.1)
PYTHON
connections() { # COUNT: until the server has had so many, 20 s at most
  local i
  for i in $(seq 200); do
    [ "$(grep -c ^TLS server.log)" -ge "$1" ] && return
    sleep 0.1
  done
  missing "the server had only $(grep -c ^TLS server.log) connections"
}
seen() { # OPTION LINE [CLIENTS]: "full" and "resumed" of 15 connections of HAProxy; clients come after five
  local port proxy
  start server python3 server.py
  local server=$last
  wait_for server.log '^port '
  port=$(free_port)
  printf '%s\n' global ' nbthread 1' defaults ' mode tcp' ' timeout connect 5s' ' timeout client 5s' ' timeout server 5s' 'listen proxy' \
    " bind 127.0.0.1:$port" " $2" " server r 127.0.0.1:$(port_in server.log port) ssl verify none $1" >haproxy.cfg
  start haproxy haproxy -f haproxy.cfg
  proxy=$last
  case $1 in
    check*) connections 5 ;; # no look at HAProxy's own port: that would be a client
    *) wait_port "$port" ;;
  esac
  [ -z "${3:-}" ] || python3 ping.py "$port" "$3"
  connections 15
  kill "$proxy" "$server"
  wait "$proxy" "$server" 2>/dev/null
  sed -n 's/^TLSv1.[23] //p' server.log | head -15 | uniq -c | awk '{ printf "%s%d %s", (NR > 1 ? ", " : ""), $1, $2 }'
}
haproxy -v | sed -n '1s/^/  /p'
full() { sed -nE 's/^([0-9]+) full.*/\1/p' "$1"; }
seen 'check inter 200ms' '' >idle
check "checks, TLS 1.3, no client" "15 full" "$(cat idle)"
seen 'check inter 200ms force-tlsv12' '' >tls12
check_between "checks, TLS 1.2: full ones of 15" 1 3 "$(full tls12)"
seen 'check inter 200ms' 'option redis-check' >redis
check_between "checks with option redis-check, TLS 1.3: full ones" 1 3 "$(full redis)"
seen 'check inter 200ms' '' 1 >client
check_between "checks, TLS 1.3, one client after five: full ones" 5 10 "$(full client)"
seen '' '' 15 >clients
check_between "connections for clients, no checks: full ones" 1 3 "$(full clients)"
echo "  in their order: $(cat idle); $(cat tls12); $(cat redis); $(cat client); $(cat clients)"
finish
