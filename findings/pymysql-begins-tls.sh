#!/usr/bin/env bash
# Guess:  A driver that used no TLS unless told goes on so: what it does by default is part of its interface.
# So:     PyMySQL 1.1 is plain unless it is given `ssl`; 1.2 uses TLS whenever the server offers it, with nothing set, and checks
#         no certificate. After an upgrade an application pays for TLS that nobody configured. With nothing said about TLS half
#         of one server's drivers have it: PyMySQL 1.2, mysql-connector-python and MySQL Connector/J do, mysql2 and MariaDB
#         Connector/J do not. So whoever compares two of them without a word about TLS compares TLS with no TLS.
# Seen:   28 November 2026, PyMySQL 1.1.1 and 1.2.4, mysql-connector-python 26.10.0, mysql2 3.24.5, MySQL Connector/J 9.5.0,
#         MariaDB Connector/J 3.5.6, MariaDB 11.4.5 with a certificate of an unknown CA. By hand, told nothing: go-sql-driver 1.9.3
#         and node pg 8.23.1 are plain; psycopg 3.3.9, asyncpg 0.32.0, PgJDBC 42.7.8, pgx 5.7.6 and lib/pq 1.10.9 have TLS.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
python_with old PyMySQL==1.1.1
python_with new PyMySQL==1.2.4 mysql-connector-python==26.10.0
node_with mysql2@3.24.5
jars jdbc com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6
cat >connect.py <<'PYTHON'
import sys
at = dict(host="127.0.0.1", port=int(sys.argv[2]), user="test", password="secret", database="test")
if sys.argv[1] == "PyMySQL":
    import pymysql
    pymysql.connect(**at).close()
else:
    import mysql.connector
    mysql.connector.connect(**at, use_pure=True).close()
PYTHON
cat >connect.js <<'JS'
require('mysql2/promise').createConnection({ host: '127.0.0.1', port: +process.argv[2], user: 'test', password: 'secret', database: 'test' }).then(c => c.end());
JS
cat >Connect.java <<'JAVA'
class Connect {
  public static void main(String[] arguments) throws Exception {
    java.sql.DriverManager.getConnection("jdbc:" + arguments[0] + "://127.0.0.1:" + arguments[1] + "/test", "test", "secret").close();
  }
}
JAVA
javac -d classes Connect.java || exit 2
mariadb_server
relay "$mariadb_port"
way() { # COMMAND...: what the client does on the wire
  rm -f wire.jsonl
  "$@" "$relay_port" >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
  wire '"TLS" if lines[-1]["hello"] else "plain"'
}
check "PyMySQL 1.1.1" plain "$(way old/bin/python connect.py PyMySQL)"
check "PyMySQL 1.2.4" TLS "$(way new/bin/python connect.py PyMySQL)"
check "mysql-connector-python" TLS "$(way new/bin/python connect.py mysql-connector-python)"
check "mysql2" plain "$(way node connect.js)"
check "MySQL Connector/J" TLS "$(way java -cp 'classes:jdbc/*' Connect mysql)"
check "MariaDB Connector/J" plain "$(way java -cp 'classes:jdbc/*' Connect mariadb)"
finish
