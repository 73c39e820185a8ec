#!/usr/bin/env bash
# Guess:  MIGRATE of a key goes over TLS if the server it comes from speaks TLS to its clients, or at least if `tls-replication yes` says that
#         it speaks TLS to other servers.
# So:     It goes without TLS. Without any cluster, too, only `tls-cluster yes` makes it use TLS, of which redis.conf says that it is for the cluster's bus. To a server that has a TLS port only, MIGRATE without it fails with
#         "IOERR error or timeout reading to target instance", which does not name TLS. With `tls-cluster yes` it is TLS and checks the
#         certificate, so a plain target is refused then.
# Seen:   29 November 2026, Redis 7.0.15 of Debian 12: as below. The client that sends the command uses TLS.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need redis-server redis-cli python3
certificate
cat >tap.py <<'PYTHON'
import socket, sys, threading # passes on one connection at a time, writes what the client sends
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def pump(source, target, out=None):
    try:
        while data := source.recv(65536):
            if out: out.write(data); out.flush()
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError: pass
while True:
    client = listener.accept()[0]
    server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    for way in ((client, server, open("sent", "ab")), (server, client)): threading.Thread(target=pump, args=way, daemon=True).start()
PYTHON
redis_server --tls-replication yes --requirepass first
from=$redis_port
redis_server --tls-replication yes --requirepass the-password
start plain_tap python3 tap.py "$plain_port"
start tls_tap python3 tap.py "$redis_port"
wait_for plain_tap.log '^port '
wait_for tls_tap.log '^port '
cli() { redis-cli --tls --cacert tls/ca.pem -h localhost -p "$from" -a first --no-auth-warning "$@" 2>&1; }
migrate() { # TAP: the answer, and what went over the wire
  rm -f sent
  touch sent
  local answer
  answer=$(cli migrate localhost "$(port_in "$1.log" port)" a-key 0 3000 copy replace auth the-password)
  sleep 0.3
  echo "${answer%% *}, $(python3 -c "
data = open('sent', 'rb').read()
print('a ClientHello' if data[:2] == b'\x16\x03' else ' '.join(w for w in ('the-password', 'a-key', 'a-value') if w.encode() in data) + ' in clear')")"
}
[ "$(cli set a-key a-value)" = OK ] || missing "the first Redis does not answer"
check "tls-replication yes, to the other server's plain port" "OK, the-password a-key a-value in clear" "$(migrate plain_tap)"
check "to its TLS port" "IOERR, the-password a-key a-value in clear" "$(migrate tls_tap)"
cli config set tls-cluster yes >/dev/null
sleep 16 # Redis keeps the connection of a MIGRATE for 10 s
check "tls-cluster yes, to its TLS port" "OK, a ClientHello" "$(migrate tls_tap)"
check "to its plain port" "IOERR, a ClientHello" "$(migrate plain_tap)"
finish
