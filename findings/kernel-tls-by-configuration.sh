#!/usr/bin/env bash
# Guess:  A server encrypts in the kernel if it has a setting for it, or else, with `Options = KTLS` in OpenSSL's configuration, if
#         it uses an OpenSSL that was built for it: then all such servers do.
# So:     Debian's OpenSSL is built for it, and that line alone makes Redis, memcached, nginx and stunnel ask the kernel to encrypt,
#         though nothing in their own configuration says so. HAProxy does not ask, with the same library: it reads and writes with
#         functions of its own. Node does not, as its OpenSSL is another one. So a file that nobody counts as the server's configuration
#         decides where some servers' TLS is computed, and has no effect on others.
# Seen:   28 November 2026, Debian 12, OpenSSL 3.0.22: setsockopt of TCP_ULP and TLS_TX by Redis 7.0.15, memcached 1.6.18, nginx
#         1.22.1 and stunnel 5.68, each connection; nothing by HAProxy 2.6.12 and Node 20.20.2. Where the kernel lacks the module
#         `tls`, as here, it refuses, and OpenSSL encrypts as before. By hand: nothing by MariaDB 11.4.5 and PostgreSQL 18.1 as packaged
#         on Maven Central, whose TLS libraries are others.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl strace timeout node
certificate
chmod -R a+rX tls
debian redis-server memcached nginx libnginx-mod-stream stunnel4 haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libevent-2.1-7
cat tls/server.pem tls/server.key >both.pem
printf '%s\n' 'openssl_conf = all' '[all]' 'ssl_conf = ssl' '[ssl]' 'system_default = default' '[default]' 'Options = KTLS' >openssl.cnf
chmod a+r openssl.cnf
export OPENSSL_CONF=$W/openssl.cnf
asks() { # NAME COMMAND...: does the server, which listens on $port, ask the kernel?
  start "$1" "${@:2}"
  local server=$last
  wait_port "$port"
  start strace strace -f -qq -e trace=setsockopt -e signal=none -o "$1.trace" -p "$server"
  sleep 1
  { sleep 0.5; echo; } | OPENSSL_CONF='' timeout 20 openssl s_client -connect "127.0.0.1:$port" -CAfile tls/ca.pem >client.log 2>&1
  grep -q 'Verify return code: 0' client.log || missing "$1: the client could not connect: $(tail -1 client.log)"
  kill "$server" "$last"
  wait "$server" "$last" 2>/dev/null
  grep -q TCP_ULP "$1.trace" && echo asks || echo "does not ask"
}
redis_port=$(free_port)
port=$redis_port
check "Redis" asks "$(asks redis redis-server --port 0 --tls-port "$port" --bind 127.0.0.1 --tls-cert-file "$W/tls/server.pem" --tls-key-file "$W/tls/server.key" \
  --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W")"
port=$(free_port)
check "memcached" asks "$(asks memcached as_user memcached -l 127.0.0.1 -p "$port" -Z -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key")"
port=$(free_port)
printf '%s\n' "load_module $W/root/usr/lib/nginx/modules/ngx_stream_module.so;" 'daemon off; master_process off; events {}' "error_log $W/nginx.err; pid $W/nginx.pid;" \
  "stream { server { listen 127.0.0.1:$port ssl; ssl_certificate $W/both.pem; ssl_certificate_key $W/both.pem; proxy_pass 127.0.0.1:1; } }" >nginx.conf
check "nginx" asks "$(asks nginx nginx -p "$W" -c "$W/nginx.conf")"
port=$(free_port)
printf '%s\n' 'foreground = yes' 'pid =' '[proxy]' "accept = 127.0.0.1:$port" 'connect = 127.0.0.1:1' "cert = $W/both.pem" >stunnel.conf
check "stunnel" asks "$(asks stunnel stunnel4 "$W/stunnel.conf")"
port=$(free_port)
printf '%s\n' defaults ' mode tcp' ' timeout connect 5s' ' timeout client 60s' ' timeout server 60s' 'listen proxy' " bind 127.0.0.1:$port ssl crt $W/both.pem" \
  ' server none 127.0.0.1:1' >haproxy.cfg
check "HAProxy" "does not ask" "$(asks haproxy haproxy -f haproxy.cfg)"
cat >server.js <<'JS'
const fs = require('fs');
require('tls').createServer({ cert: fs.readFileSync('tls/server.pem'), key: fs.readFileSync('tls/server.key') }, s => s.resume().on('error', () => {})).listen(+process.argv[2], '127.0.0.1');
JS
port=$(free_port)
check "Node" "does not ask" "$(asks node node --openssl-shared-config server.js "$port")"
sed -n 's/^[0-9]* *\(setsockopt.*TCP_ULP.*\)/  \1/p' redis.trace | head -1
finish
