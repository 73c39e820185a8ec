#!/usr/bin/env bash
# Guess:  If the URL and the options (Properties, arguments) do not say the same of TLS, the options win, or there is an error; and an
#         option that a driver does not know is an error, or at least a warning.
# So:     Of MySQL's two drivers for Java, Connector/J takes the Properties and MariaDB's the URL, as PgJDBC and node pg do. psycopg,
#         asyncpg, PyMongo and ioredis take the arguments; mysql2 makes TLS if either says so; mongodb (npm), node-redis and redis-py
#         refuse. And `sslMode=disable` to PgJDBC or `sslmode=DISABLED` to Connector/J is left out in silence: the connection has TLS,
#         by their default. `sslMode=require` to node pg, `ssl: true` to ioredis, `tls: true` to node-redis are left out in silence,
#         too: no TLS. So who compares without and with by an option of the wrong kind or place measures the same thing twice.
#         MariaDB's knows its word in any case; mysql2 and PyMongo warn; psycopg, PyMySQL, redis-py and mongodb (npm) refuse.
# Seen:   29 November 2026, PgJDBC 42.7.8, Connector/J 9.5.0, MariaDB Connector/J 3.5.6, psycopg 3.3.9, asyncpg 0.32.0, PyMySQL 1.2.4, redis
#         8.1.0, PyMongo 4.20.1, pg (npm) 8.16.3, mysql2 3.24.6, mongodb (npm) 7.9.0, ioredis 6.0.0, redis (npm) 6.3.1: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java node python3
python_with drivers 'psycopg[binary]==3.3.9' asyncpg==0.32.0 PyMySQL==1.2.4 redis==8.1.0 pymongo==4.20.1
node_with pg@8.16.3 mysql2@3.24.6 mongodb@7.9.0 ioredis@6.0.0 redis@6.3.1
jars jars org.postgresql:postgresql:42.7.8 com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6
cat >server.py <<'PYTHON'
"""Three servers that end each connection once they know whether the client wants TLS, and print that."""
import socket, struct, threading
def say(word): print(word, flush=True)
def postgres(s): say("TLS" if s.recv(8)[4:] == struct.pack(">I", 80877103) else "plain")
def mysql(s):
    greeting = (b"\x0a8.0.40\0" + struct.pack("<I", 1) + b"abcdefgh\0" + struct.pack("<HBHHB", 0xDFFF, 33, 2, 0xDFFF, 21) + bytes(10)
                + b"abcdefghijkl\0caching_sha2_password\0")
    s.sendall(struct.pack("<I", len(greeting)) + greeting)
    say("TLS" if s.recv(65536)[0] == 32 else "plain") # a request for TLS is the first 32 bytes of a login
def other(s): say("TLS" if s.recv(1) == b"\x16" else "plain")
def serve(kind, s):
    try: kind(s)
    except (OSError, IndexError): pass
    s.close()
def listen(kind):
    listener = socket.create_server(("127.0.0.1", 0))
    print(kind.__name__, listener.getsockname()[1], flush=True)
    while True: threading.Thread(target=serve, args=(kind, listener.accept()[0]), daemon=True).start()
for kind in (postgres, mysql, other): threading.Thread(target=listen, args=(kind,)).start()
PYTHON
start server python3 server.py
for kind in postgres mysql other; do wait_for server.log "^$kind "; done
postgres="test:secret@localhost:$(port_in server.log '^postgres')/test" mysql="test:secret@localhost:$(port_in server.log '^mysql')/test" other="localhost:$(port_in server.log '^other')"
cat >Client.java <<'JAVA'
import java.util.Properties;
class Client { // URL [KEY=VALUE]...
  public static void main(String[] arguments) {
    Properties properties = new Properties();
    properties.setProperty("user", "test");
    properties.setProperty("password", "secret");
    for (int i = 1; i < arguments.length; i++) properties.setProperty(arguments[i].split("=")[0], arguments[i].split("=")[1]);
    try { java.sql.DriverManager.getConnection("jdbc:" + arguments[0].replace("test:secret@", ""), properties); }
    catch (java.sql.SQLException e) { System.out.println("ERROR " + e.getMessage()); }
    System.exit(0);
  }
}
JAVA
javac -d classes Client.java || exit 2
cat >client.py <<'PYTHON'
import asyncio, os, sys
driver, url, options = sys.argv[1], sys.argv[2], eval("dict(%s)" % sys.argv[3])
try:
    if driver == "psycopg": import psycopg; psycopg.connect(url, **options)
    if driver == "asyncpg": import asyncpg; asyncio.run(asyncpg.connect(url, **options))
    if driver == "PyMySQL": import pymysql; pymysql.connect(host="localhost", port=int(url.split(":")[-1].split("/")[0]), user="test", password="secret", **options)
    if driver == "redis-py" and url: import redis; redis.Redis.from_url(url, retry=None, **options).ping()
    if driver == "PyMongo": import pymongo; pymongo.MongoClient(url, serverSelectionTimeoutMS=1000, **options).admin.command("ping")
except Exception as e: print("ERROR", type(e).__name__, e)
os._exit(0)
PYTHON
cat >client.js <<'JS'
const [driver, url, text] = process.argv.slice(2)
const options = eval('(' + text + ')')
const clients = {
  pg: () => new (require('pg').Client)({ connectionString: url, ...options }).connect(),
  mysql2: () => require('mysql2/promise').createConnection({ uri: url, ...options }),
  mongodb: () => new (require('mongodb').MongoClient)(url, { serverSelectionTimeoutMS: 1000, ...options }).db('test').command({ ping: 1 }),
  ioredis: () => { const r = new (require('ioredis'))(url, { retryStrategy: () => null, ...options }); r.on('error', () => {}); return r.ping() },
  redis: () => { const r = require('redis').createClient({ url, ...options, socket: { reconnectStrategy: false, ...options.socket } }); r.on('error', () => {}); return r.connect() },
}
setTimeout(() => process.exit(), 5000)
Promise.resolve().then(() => clients[driver]()).catch((e) => console.log('ERROR', e.message)).then(() => process.exit())
JS
seen() { # COMMAND...: what its first connection was; without one "refused"; and whether something was printed that warns
  local before
  before=$(wc -l <server.log)
  timeout 60 "$@" >client.log 2>&1
  sleep 0.2
  echo "$(tail -n +$((before + 1)) server.log | head -1 | grep . || echo refused)$(grep -m1 -oiE '^Ignoring invalid|UserWarning' client.log | sed 's/.*/, with a warning/')"
}
run() { # WHAT EXPECTED COMMAND...
  local what=$1 expected=$2
  shift 2
  check "$what" "$expected" "$(seen "$@")"
}
java=(java -cp 'classes:jars/*' Client) python=(drivers/bin/python client.py) node=(node client.js)
run "PgJDBC, URL without TLS, Properties with" plain "${java[@]}" "postgresql://$postgres?sslmode=disable" sslmode=require
run "the other way round" TLS "${java[@]}" "postgresql://$postgres?sslmode=require" sslmode=disable
run "Connector/J, URL without, Properties with" TLS "${java[@]}" "mysql://$mysql?sslMode=DISABLED" sslMode=REQUIRED
run "the other way round" plain "${java[@]}" "mysql://$mysql?sslMode=REQUIRED" sslMode=DISABLED
run "MariaDB Connector/J, URL without, Properties with" plain "${java[@]}" "mariadb://$mysql?sslMode=disable" sslMode=trust
run "the other way round" TLS "${java[@]}" "mariadb://$mysql?sslMode=trust" sslMode=disable
run "psycopg, URL without, arguments with" TLS "${python[@]}" psycopg "postgresql://$postgres?sslmode=disable" 'sslmode="require"'
run "the other way round" plain "${python[@]}" psycopg "postgresql://$postgres?sslmode=require" 'sslmode="disable"'
run "asyncpg, URL without, arguments with" TLS "${python[@]}" asyncpg "postgresql://$postgres?sslmode=disable" 'ssl="require"'
run "the other way round" plain "${python[@]}" asyncpg "postgresql://$postgres?sslmode=require" 'ssl=False'
run "PyMongo, URL without, arguments with" TLS "${python[@]}" PyMongo "mongodb://$other/?tls=false" 'tls=True'
run "the other way round" plain "${python[@]}" PyMongo "mongodb://$other/?tls=true" 'tls=False'
run "redis-py, URL without, arguments with" refused "${python[@]}" redis-py "redis://$other" 'ssl=True'
run "pg (npm), URL without, options with" plain "${node[@]}" pg "postgresql://$postgres?sslmode=disable" '{ ssl: { rejectUnauthorized: false } }'
run "the other way round" TLS "${node[@]}" pg "postgresql://$postgres?sslmode=no-verify" '{ ssl: false }'
run "mysql2, URL without, options with" TLS "${node[@]}" mysql2 "mysql://$mysql?ssl=false" '{ ssl: { rejectUnauthorized: false } }'
run "the other way round" TLS "${node[@]}" mysql2 "mysql://$mysql?ssl=%7B%22rejectUnauthorized%22%3Afalse%7D" '{ ssl: false }'
run "mongodb (npm), URL without, options with" refused "${node[@]}" mongodb "mongodb://$other/?tls=false" '{ tls: true }'
run "ioredis, URL without, options with" TLS "${node[@]}" ioredis "redis://$other" '{ tls: {} }'
run "the other way round" plain "${node[@]}" ioredis "rediss://$other" '{ tls: false }'
run "redis (npm), URL without, options with" refused "${node[@]}" redis "redis://$other" '{ socket: { tls: true } }'
echo "  the word is nearly right:"
run "PgJDBC, sslMode=disable" TLS "${java[@]}" "postgresql://$postgres?sslMode=disable"
run "Connector/J, sslmode=DISABLED" TLS "${java[@]}" "mysql://$mysql?sslmode=DISABLED"
run "MariaDB Connector/J, sslmode=trust" TLS "${java[@]}" "mariadb://$mysql?sslmode=trust"
run "psycopg, sslMode=disable" refused "${python[@]}" psycopg "postgresql://$postgres?sslMode=disable" ''
run "PyMySQL, sslmode" refused "${python[@]}" PyMySQL "mysql://$mysql" 'sslmode="DISABLED"'
run "redis-py, tls=True" refused "${python[@]}" redis-py "redis://$other" 'tls=True'
run "PyMongo, sslmode=require" "plain, with a warning" "${python[@]}" PyMongo "mongodb://$other/?sslmode=require" ''
run "pg (npm), sslMode=require" plain "${node[@]}" pg "postgresql://$postgres?sslMode=require" '{}'
run "mysql2, tls" "plain, with a warning" "${node[@]}" mysql2 "mysql://$mysql" '{ tls: {} }'
run "mongodb (npm), sslmode=require" refused "${node[@]}" mongodb "mongodb://$other/?sslmode=require" '{}'
run "ioredis, ssl: true" plain "${node[@]}" ioredis "redis://$other" '{ ssl: true }'
run "redis (npm), tls: true" plain "${node[@]}" redis "redis://$other" '{ tls: true }'
finish
