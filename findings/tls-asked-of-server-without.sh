#!/usr/bin/env bash
# Guess:  A driver that is told to use TLS, and given a CA file, connects with TLS or fails, also when the server does not offer it (a
#         configuration that lost its certificate, another server at the same address): so do mysql2, mysql, mariadb, PyMySQL, nats (npm).
# So:     Three in Python go on without TLS and without a word: mysql-connector-python with `ssl_ca`, and even with `ssl_verify_identity=True`
#         (only `ssl_verify_cert=True` makes it refuse); aiomysql with an SSLContext; and nats-py with an SSLContext and a URL that begins with
#         tls://. In the protocols of MySQL and NATS the server's first message, which is in clear, says whether it has TLS. nats-py then sends
#         its password in clear.
# Seen:   29 November 2026, mysql-connector-python 26.10.0 (from PyPI, pure Python), aiomysql 0.3.2, PyMySQL 1.2.4, mysql2 3.24.6, mysql (npm)
#         2.18.1, mariadb (npm) 3.5.4, MySQL Connector/J 9.5.0, MariaDB Connector/J 3.5.6, MariaDB 11.4.5 with --skip-ssl; nats-py 2.16.0,
#         nats (npm) 2.29.3 (its message is `tls`), jnats 2.25.0, NATS 2.9.10 of Debian 12.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
python_with venv mysql-connector-python==26.10.0 aiomysql==0.3.2 PyMySQL==1.2.4 nats-py==2.16.0
node_with mysql2@3.24.6 mysql@2.18.1 mariadb@3.5.4 nats@2.29.3
jars jdbc com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6 io.nats:jnats:2.25.0
cat >connect.py <<'PYTHON'
import asyncio, ssl, sys
what, port = sys.argv[1], int(sys.argv[2])
ca, context = "tls/ca.pem", ssl.create_default_context(cafile="tls/ca.pem")
at = dict(host="localhost", port=port, user="test", password="secret")
async def nats_py(scheme):
    import nats
    client = await nats.connect(f"{scheme}://localhost:{port}", tls=context, user="test", password="secret", allow_reconnect=False, connect_timeout=5)
    await client.close()
async def aio():
    import aiomysql
    connection = await aiomysql.connect(**at, db="test", ssl=context)
    connection.close()
if what == "PyMySQL":
    import pymysql
    pymysql.connect(**at, database="test", ssl_ca=ca).close()
elif what.startswith("connector"):
    import mysql.connector
    more = {"connector": {}, "connector identity": {"ssl_verify_identity": True}, "connector cert": {"ssl_verify_cert": True}}[what]
    mysql.connector.connect(**at, database="test", ssl_ca=ca, use_pure=True, **more).close()
elif what == "aiomysql": asyncio.run(aio())
else: asyncio.run(nats_py(what))
PYTHON
cat >connect.js <<'JS'
const [what, port] = process.argv.slice(2)
const ca = require('fs').readFileSync('tls/ca.pem')
const at = { host: 'localhost', port: +port, user: 'test', password: 'secret', database: 'test', ssl: { ca } }
const end = connection => { connection.destroy?.(); setTimeout(() => process.exit(), 200) }
const failed = error => { console.log(error.message); process.exit(1) }
if (what === 'mysql2') require('mysql2/promise').createConnection(at).then(end, failed)
if (what === 'mariadb') import('mariadb').then(m => m.createConnection(at)).then(end, failed)
if (what === 'mysql') { const c = require('mysql').createConnection(at); c.connect(error => error ? failed(error) : end(c)) }
if (what === 'nats') require('nats').connect({ servers: 'localhost:' + port, tls: { caFile: 'tls/ca.pem' }, user: 'test', pass: 'secret', reconnect: false }).then(end, failed)
JS
cat >Connect.java <<'JAVA'
class Connect {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("javax.net.ssl.trustStore", "tls/trust.p12");
    System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
    String at = "localhost:" + arguments[1];
    switch (arguments[0]) {
      case "mysql" -> java.sql.DriverManager.getConnection("jdbc:mysql://" + at + "/test?sslMode=VERIFY_IDENTITY", "test", "secret").close();
      case "mariadb" -> java.sql.DriverManager.getConnection("jdbc:mariadb://" + at + "/test?sslMode=verify-full", "test", "secret").close();
      default -> io.nats.client.Nats.connect(new io.nats.client.Options.Builder().server("nats://" + at).secure().noReconnect()
          .userInfo("test", "secret").build()).close();
    }
  }
}
JAVA
javac -cp 'jdbc/*' -d classes Connect.java || exit 2
way() { # COMMAND...: what the client does on the wire
  rm -f wire.jsonl
  if "$@" "$relay_port" >client.log 2>&1; then
    wire '"plain" if not lines[-1]["hello"] else "TLS"'
  elif grep -qiE 'ssl|tls|secure connection' client.log; then
    echo refuses
  else
    echo "fails: $(tail -1 client.log)"
  fi
}
mariadb_server --skip-ssl
relay "$mariadb_port"
echo "  MySQL's protocol, a server without TLS; told a CA file and nothing more, or as said:"
check "mysql-connector-python" plain "$(way venv/bin/python connect.py connector)"
check "mysql-connector-python, ssl_verify_identity=True" plain "$(way venv/bin/python connect.py "connector identity")"
check "mysql-connector-python, ssl_verify_cert=True" refuses "$(way venv/bin/python connect.py "connector cert")"
check "aiomysql, an SSLContext" plain "$(way venv/bin/python connect.py aiomysql)"
check "PyMySQL" refuses "$(way venv/bin/python connect.py PyMySQL)"
check "mysql2" refuses "$(way node connect.js mysql2)"
check "mysql (npm)" refuses "$(way node connect.js mysql)"
check "mariadb (npm)" refuses "$(way node connect.js mariadb)"
check "MySQL Connector/J, VERIFY_IDENTITY" refuses "$(way java -cp 'classes:jdbc/*' Connect mysql)"
check "MariaDB Connector/J, verify-full" refuses "$(way java -cp 'classes:jdbc/*' Connect mariadb)"
debian nats-server
nats_port=$(free_port)
start nats nats-server -a 127.0.0.1 -p "$nats_port" --user test --pass secret
wait_port "$nats_port"
relay "$nats_port"
echo "  NATS without TLS:"
check "nats-py, an SSLContext" plain "$(way venv/bin/python connect.py nats)"
check "nats-py, an SSLContext and tls://" plain "$(way venv/bin/python connect.py tls)"
check "nats (npm)" refuses "$(way node connect.js nats)"
check "jnats" refuses "$(way java -cp 'classes:jdbc/*' Connect nats)"
finish
