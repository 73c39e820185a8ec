#!/usr/bin/env bash
# Guess:  A connect time-out of 2 s ends an attempt after 2 s, also if the server takes the connection and then does not answer the
#         ClientHello, as a server does that is overloaded or stopped: TLS is part of connecting.
# So:     Ten of fifteen do that. In the others the option ends with the TCP connection: PyMySQL and MySQL Connector/J wait on without an
#         end, redis-py as long as its socket_timeout (5 s by default), Jedis twice its socketTimeoutMillis, Lettuce ten seconds.
# Seen:   28 November 2026, seconds from the ClientHello until the client gave up, psycopg 3.3.9, asyncpg 0.32.0, mysql-connector-python 26.10.0, PyMongo 4.20.0,
#         node pg 8.23.1, mysql2 3.24.5, ioredis 6.0.0, node-redis 6.3.1, MariaDB Connector/J 3.5.6, PgJDBC 42.7.8: 2.0 to
#         2.4; redis-py 8.1.0 5.0; Lettuce 7.1.0 10.0; Jedis 7.1.0 with 6 s for the socket 11.7; PyMySQL 1.2.4 and MySQL Connector/J
#         9.5.0 still waited when they were ended after 25 s.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node python3 timeout
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 asyncpg==0.32.0 PyMySQL==1.2.4 mysql-connector-python==26.10.0 redis==8.1.0 pymongo==4.20.0
node_with pg@8.23.1 mysql2@3.24.5 ioredis@6.0.0 redis@6.3.1
jars jars org.postgresql:postgresql:42.7.8 com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6 \
  redis.clients:jedis:7.1.0 io.lettuce:lettuce-core:7.1.0.RELEASE org.slf4j:slf4j-nop:1.7.36
cat >silent.py <<'PYTHON'
"""Agrees to TLS as its protocol (postgres, mysql, tls) does, and answers no ClientHello. Says how long each client waited then."""
import socket, sys, threading, time
greeting = b"\x0a8.4.0\0" + b"\1\0\0\0" + b"12345678\0" + b"\xff\xff\xff\2\0\xff\xdf\x15" + b"\0" * 10 + b"123456789012\0mysql_native_password\0"
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    start, hello = time.time(), False
    try:
        if sys.argv[1] == "mysql": s.sendall(len(greeting).to_bytes(3, "little") + b"\0" + greeting)
        while data := s.recv(65536):
            if data == bytes.fromhex("0000000804d2162f"): s.sendall(b"S")
            if b"\x16\x03" in data: start, hello = time.time(), True
    except OSError: pass
    print("life" if hello else "without a ClientHello", round(time.time() - start, 1), flush=True)
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >connect.py <<'PYTHON'
import sys
name, port = sys.argv[1], int(sys.argv[2])
at, user, ca = dict(host="127.0.0.1", port=port), dict(user="test", password="secret"), "tls/ca.pem"
if name == "psycopg":
    import psycopg; psycopg.connect(**at, **user, sslmode="require", connect_timeout=2)
if name == "asyncpg":
    import asyncio, asyncpg; asyncio.run(asyncpg.connect(**at, **user, ssl="require", timeout=2))
if name == "PyMySQL":
    import pymysql; pymysql.connect(**at, **user, ssl=dict(ca=ca), connect_timeout=2)
if name == "mysql-connector-python":
    import mysql.connector; mysql.connector.connect(**at, **user, use_pure=True, ssl_ca=ca, connection_timeout=2)
if name == "redis-py":
    import redis; redis.Redis(**at, ssl=True, ssl_ca_certs=ca, socket_connect_timeout=2).ping()
if name == "PyMongo":
    import pymongo; pymongo.MongoClient(**at, tls=True, tlsCAFile=ca, connectTimeoutMS=2000).admin.command("ping")
PYTHON
cat >connect.js <<'JS'
const [, , name, port] = process.argv, ca = require('fs').readFileSync('tls/ca.pem'), at = { host: '127.0.0.1', port: +port };
const user = { user: 'test', password: 'secret' };
process.on('uncaughtException', console.log);
if (name === 'pg') new (require('pg').Client)({ ...at, ...user, ssl: { ca }, connectionTimeoutMillis: 2000 }).connect().catch(console.log);
if (name === 'mysql2') require('mysql2/promise').createConnection({ ...at, ...user, ssl: { ca }, connectTimeout: 2000 }).catch(console.log);
if (name === 'ioredis') new (require('ioredis').Redis)({ ...at, tls: { ca }, connectTimeout: 2000 }).on('error', console.log);
if (name === 'redis') require('redis').createClient({ socket: { ...at, tls: true, ca, connectTimeout: 2000 } }).on('error', console.log).connect().catch(console.log);
JS
cat >Connect.java <<'JAVA'
import io.lettuce.core.*;
import java.sql.DriverManager;
import java.time.Duration;
import redis.clients.jedis.*;
class Connect {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    String at = "127.0.0.1:" + port + "/test?user=test&password=secret";
    switch (arguments[0]) {
      case "PgJDBC": DriverManager.getConnection("jdbc:postgresql://" + at + "&sslmode=require&connectTimeout=2"); break;
      case "Connector/J": DriverManager.getConnection("jdbc:mysql://" + at + "&sslMode=REQUIRED&connectTimeout=2000"); break;
      case "MariaDB": DriverManager.getConnection("jdbc:mariadb://" + at + "&sslMode=trust&connectTimeout=2000"); break;
      case "Jedis": new Jedis("127.0.0.1", port, DefaultJedisClientConfig.builder().ssl(true).connectionTimeoutMillis(2000).socketTimeoutMillis(6000).build()).ping(); break;
      default:
        RedisClient client = RedisClient.create(RedisURI.Builder.redis("127.0.0.1", port).withSsl(true).withVerifyPeer(false).build());
        client.setOptions(ClientOptions.builder().socketOptions(SocketOptions.builder().connectTimeout(Duration.ofSeconds(2)).build()).build());
        client.connect().sync().ping();
    }
  }
}
JAVA
javac -proc:none -cp 'jars/*' -d classes Connect.java || exit 2
clients=()
ask() { # NAME PROTOCOL COMMAND...: in the background
  local name=$1 protocol=$2
  shift 2
  start "$name" python3 silent.py "$protocol"
  wait_for "$name.log" '^port '
  timeout 25 "$@" "$(port_in "$name.log" port)" >"$name.client" 2>&1 &
  clients+=("$!")
}
py() { ask "$1" "$2" py/bin/python connect.py "$1"; }
js() { ask "$1" "$2" node connect.js "$1"; }
jvm() { ask "${1/\//}" "$2" java -Xshare:auto -cp 'classes:jars/*' Connect "$1"; }
py psycopg postgres
py asyncpg postgres
py PyMySQL mysql
py mysql-connector-python mysql
py redis-py tls
py PyMongo tls
js pg postgres
js mysql2 mysql
js ioredis tls
js redis tls
jvm PgJDBC postgres
jvm Connector/J mysql
jvm MariaDB mysql
jvm Jedis tls
jvm Lettuce tls
wait "${clients[@]}"
sleep 1
seen() { # NAME LEAST MOST: the within what it gave up its first attempt, in seconds; it is killed after 25
  local life
  life=$(sed -n 's/^life //p' "$1.log" | head -1)
  [ -n "$life" ] || missing "$1 sent no ClientHello: $(tail -1 "$1.client")"
  check_between "$1" "$2" "$3" "$life"
}
for name in psycopg asyncpg mysql-connector-python PyMongo pg mysql2 ioredis redis MariaDB PgJDBC; do seen $name 1 4; done
seen redis-py 4.5 7
seen Lettuce 9 12
seen Jedis 11 16
for name in PyMySQL ConnectorJ; do seen $name 12 99; done
finish
