#!/usr/bin/env bash
# Guess:  close() of a driver ends TLS as the RFC says, with one close_notify; if a library does it (JSSE, OpenSSL), all
#         its drivers do.
# So:     MariaDB Connector/J, PyMySQL and mysql-connector-python send their last request and no alert. PgJDBC and MySQL
#         Connector/J, over the same SSLSocket, send two alerts: JSSE puts user_canceled before close_notify in TLS 1.3.
#         psycopg, node pg and mysql2 send one. So bytes, records and the server's log at the end differ by driver.
# Seen:   27 November 2026, TLS 1.3, OpenJDK 17.0.15, Node 20.20.2, Python 3.11.7; an alert is known by its length: 19
#         bytes of content, 35 with JSSE's padding.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 PyMySQL==1.2.4 mysql-connector-python==26.10.0
node_with pg@8.23.1 mysql2@3.24.5
jars jdbc org.postgresql:postgresql:42.7.8 com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6
cat >connect.py <<'PYTHON'
import sys, time
kind, port = sys.argv[1], int(sys.argv[2])
if kind == "psycopg":
    import psycopg
    c = psycopg.connect(hostaddr="127.0.0.1", port=port, user="postgres", password="secret", dbname="postgres", sslmode="require")
if kind == "PyMySQL":
    import pymysql
    c = pymysql.connect(host="127.0.0.1", port=port, user="test", password="secret", ssl_ca="tls/ca.pem", ssl_verify_cert=True)
if kind == "mysql-connector-python":
    import mysql.connector
    c = mysql.connector.connect(host="127.0.0.1", port=port, user="test", password="secret", ssl_ca="tls/ca.pem", ssl_verify_cert=True, use_pure=True)
time.sleep(0.3)
c.close()
PYTHON
cat >connect.js <<'JS'
const [, , kind, port] = process.argv, ssl = { ca: require('fs').readFileSync('tls/ca.pem') }, pause = () => new Promise(r => setTimeout(r, 300));
(async () => {
  const at = { host: '127.0.0.1', port: +port, password: 'secret', ssl };
  const c = kind === 'pg' ? new (require('pg').Client)({ ...at, user: 'postgres', database: 'postgres' }) : await require('mysql2/promise').createConnection({ ...at, user: 'test' });
  if (kind === 'pg') await c.connect();
  await pause();
  await c.end();
})();
JS
cat >Connect.java <<'JAVA'
class Connect {
  public static void main(String[] arguments) throws Exception {
    String at = "://127.0.0.1:" + arguments[1];
    String url = switch (arguments[0]) {
      case "PgJDBC" -> "jdbc:postgresql" + at + "/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem";
      case "Connector/J" -> "jdbc:mysql" + at + "/test?sslMode=REQUIRED";
      default -> "jdbc:mariadb" + at + "/test?sslMode=verify-full&serverSslCert=tls/ca.pem";
    };
    var c = java.sql.DriverManager.getConnection(url, url.contains("postgres") ? "postgres" : "test", "secret");
    Thread.sleep(300);
    c.close();
    Thread.sleep(300);
  }
}
JAVA
javac -d classes Connect.java || exit 2
postgres_server 18.1.0
mariadb_server
alerts() { # DRIVER COMMAND...
  rm -f wire.jsonl
  "${@:2}" "$1" "$relay_port" >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
  wire 'sum(1 for i, (kind, size) in enumerate(client(lines[-1])[-2:]) if kind == 23 and size in (19, 35))'
}
relay "$postgres_port"
check "psycopg" 1 "$(alerts psycopg py/bin/python connect.py)"
check "node pg" 1 "$(alerts pg node connect.js)"
check "PgJDBC" 2 "$(alerts PgJDBC java -cp 'classes:jdbc/*' Connect)"
relay "$mariadb_port"
check "mysql2" 1 "$(alerts mysql2 node connect.js)"
check "PyMySQL" 0 "$(alerts PyMySQL py/bin/python connect.py)"
check "mysql-connector-python" 0 "$(alerts mysql-connector-python py/bin/python connect.py)"
check "MySQL Connector/J" 2 "$(alerts Connector/J java -cp 'classes:jdbc/*' Connect)"
check "MariaDB Connector/J" 0 "$(alerts MariaDB java -cp 'classes:jdbc/*' Connect)"
finish
