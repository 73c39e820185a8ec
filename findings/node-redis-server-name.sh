#!/usr/bin/env bash
# Guess:  A client that is told a host's name and checks the server's certificate against it also sends that name (server_name, SNI),
#         so that a server or proxy with several certificates shows the right one. All current drivers do.
# So:     Node's tls.connect checks `host` but sends only `servername`. ioredis and node-redis do not set that, so they send no name:
#         a proxy in front of Redis that has certificates for several names shows them its first, and they refuse it, while
#         redis-py and Valkey GLIDE connect.
#         redis-cli sends none and checks none. node pg, mysql2, PyMySQL and mysql-connector-python send it; MariaDB's own
#         client and Connector/J do not.
# Seen:   28 November 2026, Node 20.20.2, ioredis 6.0.0, redis (npm) 6.3.1: ERR_TLS_CERT_ALTNAME_INVALID, and OK with
#         `servername`; redis (PyPI) 8.1.0, valkey-glide-sync 2.5.3: OK; mysql2 3.24.5, PyMySQL 1.2.4,
#         mysql-connector-python 26.10.0, MariaDB 11.4.5's client. By hand: node pg 8.23.1 sends it, MariaDB Connector/J 3.5.6 none.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node
certificate
debian redis-server redis-tools haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
python_with py redis==8.1.0 valkey-glide-sync==2.5.3 PyMySQL==1.2.4 mysql-connector-python==26.10.0
node_with ioredis@6.0.0 redis@6.3.1 mysql2@3.24.5
(cd tls && openssl req -new -key server.key -subj /CN=other.test -out other.csr && printf 'subjectAltName=DNS:other.test\n' >other.ext &&
  openssl x509 -req -in other.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile other.ext -out other.pem) >other.log 2>&1 || missing "openssl could not sign: $(tail -1 other.log)"
cat tls/other.pem tls/server.key >other.both && cat tls/server.pem tls/server.key >server.both
redis_port=$(free_port)
start redis redis-server --bind 127.0.0.1 --port "$redis_port" --save '' --dir "$W"
proxy_port=$(free_port)
printf '%s\n' defaults ' mode tcp' ' timeout connect 5s' ' timeout client 60s' ' timeout server 60s' 'listen proxy' \
  " bind 127.0.0.1:$proxy_port ssl crt $W/other.both crt $W/server.both" " server redis 127.0.0.1:$redis_port" >haproxy.cfg
start haproxy haproxy -f haproxy.cfg
wait_port "$redis_port"
wait_port "$proxy_port"
cat >connect.js <<'JS'
const [, , kind, port, servername] = process.argv, at = { host: 'localhost', port: +port }, ca = require('fs').readFileSync('tls/ca.pem');
const end = error => { console.log(error ? error.code || error.message : 'OK'); process.exit(); };
(async () => {
  if (kind === 'ioredis') {
    const c = new (require('ioredis'))({ ...at, tls: { ca, servername }, retryStrategy: null });
    c.on('error', end);
    await c.ping();
  }
  if (kind === 'node-redis') {
    const c = require('redis').createClient({ socket: { ...at, tls: true, ca, servername, reconnectStrategy: false } });
    c.on('error', end);
    await c.connect();
    await c.ping();
  }
  if (kind === 'mysql2') await require('mysql2/promise').createConnection({ ...at, user: 'test', password: 'secret', ssl: { ca } });
})().then(() => end(), end);
JS
cat >connect.py <<'PYTHON'
import sys
kind, port, ca = sys.argv[1], int(sys.argv[2]), "tls/ca.pem"
if kind == "redis-py":
    import redis
    redis.Redis(host="localhost", port=port, ssl=True, ssl_ca_certs=ca).ping()
if kind == "GLIDE":
    import glide_sync as g
    tls = g.TlsAdvancedConfiguration(root_pem_cacerts=open(ca, "rb").read())
    g.GlideClient.create(g.GlideClientConfiguration([g.NodeAddress("localhost", port)], use_tls=True, advanced_config=g.AdvancedGlideClientConfiguration(tls_config=tls))).ping()
if kind == "PyMySQL":
    import pymysql
    pymysql.connect(host="localhost", port=port, user="test", password="secret", ssl_ca=ca)
if kind == "mysql-connector-python":
    import mysql.connector
    mysql.connector.connect(host="localhost", port=port, user="test", password="secret", ssl_ca=ca, ssl_verify_cert=True, use_pure=True)
print("OK")
PYTHON
seen() { # COMMAND...: its result, and the server_name that it sent
  rm -f wire.jsonl
  local result
  result=$(timeout 60 "$@" 2>client.log | tail -1)
  echo "${result:-$(tail -1 client.log)}, $(wire 'lines[0]["hello"]["sni"]')"
}
relay "$proxy_port"
check "ioredis" "ERR_TLS_CERT_ALTNAME_INVALID, None" "$(seen node connect.js ioredis "$relay_port")"
check "ioredis, with servername" "OK, localhost" "$(seen node connect.js ioredis "$relay_port" localhost)"
check "node-redis" "ERR_TLS_CERT_ALTNAME_INVALID, None" "$(seen node connect.js node-redis "$relay_port")"
check "node-redis, with servername" "OK, localhost" "$(seen node connect.js node-redis "$relay_port" localhost)"
check "redis-py" "OK, localhost" "$(seen py/bin/python connect.py redis-py "$relay_port")"
check "Valkey GLIDE" "OK, localhost" "$(seen py/bin/python connect.py GLIDE "$relay_port")"
check "redis-cli" "None" "$(seen redis-cli -h localhost -p "$relay_port" --tls --cacert tls/ca.pem PING | sed 's/.*, //')"
mariadb_server
relay "$mariadb_port"
check "mysql2" "OK, localhost" "$(seen node connect.js mysql2 "$relay_port")"
check "PyMySQL" "OK, localhost" "$(seen py/bin/python connect.py PyMySQL "$relay_port")"
check "mysql-connector-python" "OK, localhost" "$(seen py/bin/python connect.py mysql-connector-python "$relay_port")"
check "MariaDB's client" "1, None" "$(seen "$mariadb/bin/mariadb" --no-defaults --protocol=TCP -h localhost -P "$relay_port" -utest -psecret --ssl-ca=tls/ca.pem -e 'SELECT 1')"
finish
