#!/usr/bin/env bash
# Guess:  A server's CA file says whose clients it trusts. For a full handshake with a client that has no certificate it makes
#         no difference, or some bytes, as the CA's certificate is sent, too.
# So:     OpenSSL looks into the CA file for what the certificate file lacks, in each full handshake anew, and verifies the
#         server's own certificate to find out. If the CA's certificate stands behind the server's in the certificate file, it
#         sends the same bytes and verifies nothing. Verifying a signature of P-384 costs more than all the rest of the
#         handshake: such a CA doubles the server's CPU, whatever key the server itself has; one of RSA-2048
#         does not show. memcached, Node and PostgreSQL complete their chains from the CA file, too. Redis must have one
#         unless it is told not to ask clients for certificates.
# Seen:   28 November 2026, Redis 7.0.15 of Debian 12, OpenSSL 3.0, server's key P-256, loaded machine, µs of its CPU for a
#         full handshake without a CA file, with both certificates in one file and the CA file, with the CA file alone: CA of
#         P-384 612, 631, 1,362; P-256 567, 635, 840; RSA-4096 575, 611, 749; RSA-2048 607, 622, 642. By hand, PostgreSQL 18.1
#         with ssl_ca_file: two certificates are sent.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl python3 node
debian redis-server memcached
mkdir tls
for ca in P-384 rsa2048; do
  case $ca in rsa*) key=(-newkey "rsa:${ca#rsa}") ;; *) key=(-newkey ec -pkeyopt "ec_paramgen_curve:$ca") ;; esac
  (
    cd tls || exit 1
    printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n' >extensions
    openssl req -x509 "${key[@]}" -nodes -keyout $ca.ca.key -out $ca.ca.pem -days 30 -subj '/CN=Test CA' &&
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $ca.key -out $ca.csr -subj '/CN=localhost' &&
      openssl x509 -req -in $ca.csr -CA $ca.ca.pem -CAkey $ca.ca.key -CAcreateserial -days 30 -extfile extensions -out $ca.pem &&
      cat $ca.pem $ca.ca.pem >$ca.both.pem
  ) >certificate.log 2>&1 || missing "openssl could not make a certificate: $(tail -1 certificate.log)"
done
chmod -R a+rX "$W"
chmod a+r tls/*
cat >handshakes.py <<'PYTHON'
import socket, ssl, sys
port, pid, count = int(sys.argv[1]), sys.argv[2], 200
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
def handshake():
    with context.wrap_socket(socket.create_connection(("127.0.0.1", port))) as s:
        s.sendall(b"PING\r\n")
        if s.recv(100) != b"+PONG\r\n": sys.exit("no answer")
def cpu():
    before = clock()
    for _ in range(count): handshake()
    return (clock() - before) / count / 1000
clock = lambda: int(open("/proc/%s/schedstat" % pid).read().split()[0])
for _ in range(count // 2): handshake()
print(round(min(cpu() for _ in range(3))))
PYTHON
sent() { # PORT: the certificates that a server sends
  openssl s_client -connect "127.0.0.1:$1" -showcerts </dev/null 2>/dev/null | grep -c 'BEGIN CERTIFICATE'
}
redis() { # CERTIFICATE_FILE KEY [CA_FILE]: sets $certificates, how many it sends, and $cpu, µs of the server for a full handshake
  local port
  port=$(free_port)
  start redis redis-server --port 0 --tls-port "$port" --bind 127.0.0.1 --tls-cert-file "$W/tls/$1" --tls-key-file "$W/tls/$2" \
    ${3:+--tls-ca-cert-file "$W/tls/$3"} --tls-auth-clients no --save '' --dir "$W"
  wait_port "$port"
  certificates=$(sent "$port")
  cpu=$(python3 handshakes.py "$port" "$last" 2>client.log) || missing "the client failed: $(tail -1 client.log)"
  kill "$last"
}
redis P-384.pem P-384.key
check "Redis, CA of P-384, no CA file: certificates sent" 1 "$certificates"
alone=$cpu
redis P-384.both.pem P-384.key P-384.ca.pem
check "CA file, and the CA's certificate behind the server's" 2 "$certificates"
both=$cpu
redis P-384.pem P-384.key P-384.ca.pem
check "CA file" 2 "$certificates"
echo "  µs of the server for a full handshake: $alone, $both, $cpu"
check_between "the last over the second" 1.5 5 "$(awk "BEGIN { printf \"%.2f\", $cpu / $both }")"
redis rsa2048.pem rsa2048.key rsa2048.ca.pem
echo "  µs with a CA of RSA-2048 and the CA file: $cpu"
port=$(free_port)
start memcached as_user memcached -l 127.0.0.1 -p "$port" -Z -o "ssl_chain_cert=$W/tls/P-384.pem,ssl_key=$W/tls/P-384.key,ssl_ca_cert=$W/tls/P-384.ca.pem"
wait_port "$port"
check "memcached with ssl_ca_cert: certificates sent" 2 "$(sent "$port")"
cat >server.js <<'JS'
const read = name => require('fs').readFileSync('tls/P-384' + name);
const server = require('tls').createServer({ cert: read('.pem'), key: read('.key'), ca: read('.ca.pem') }, s => s.end());
server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
JS
start node node server.js
wait_for node.log '^port '
check "Node with the option ca: certificates sent" 2 "$(sent "$(port_in node.log port)")"
finish
