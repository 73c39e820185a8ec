#!/usr/bin/env bash
# Guess:  Who gives a driver of MySQL the file of the CA has the server's certificate checked against it, and in most drivers its name, too.
# So:     Of nine, given a CA and no word about checks, three check neither: mysql-connector-python and PyMySQL with `ssl_ca=`, and MySQL
#         Connector/J with its trust store; two check the CA and not the name, mysql2 and mysql of npm; MariaDB Connector/J has no TLS
#         at all; three check both. And in PyMySQL `ssl_ca=FILE` checks nothing and `ssl={"ca": FILE}`, the older way, all. They have options
#         for it: ssl_verify_identity, verifyIdentity, sslMode.
# Seen:   29 November 2026, PyMySQL 1.2.4, mysql-connector-python 26.10.0 (from PyPI, pure Python), asyncmy 0.2.18, mysql2 3.24.6, mysql (npm) 2.18.1,
#         mariadb (npm) 3.5.4, MySQL Connector/J 9.5.0, MariaDB Connector/J 3.5.6, MariaDB 11.4.5: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
python_with venv PyMySQL==1.2.4 mysql-connector-python==26.10.0 asyncmy==0.2.18
node_with mysql2@3.24.6 mysql@2.18.1 mariadb@3.5.4
jars jdbc com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6
( # the server's certificate is of the right CA and for another host; other-ca.pem has signed nothing of it
  cd tls || exit 1
  printf 'subjectAltName=DNS:other.example\nbasicConstraints=CA:FALSE\n' >extensions
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out server.pem &&
    openssl req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other-ca.pem -days 30 -subj '/CN=Other CA' &&
    keytool -importcert -noprompt -alias ca -file other-ca.pem -keystore other-trust.p12 -storepass changeit
) >certificates.log 2>&1 || missing "openssl could not make a certificate: $(tail -1 certificates.log)"
cat >connect.py <<'PYTHON'
import asyncio, sys
what, port, ca = sys.argv[1], int(sys.argv[3]), {"ca": "tls/ca.pem", "other": "tls/other-ca.pem"}[sys.argv[2]]
at = dict(host="localhost", port=port, user="test", password="secret", database="test")
async def asyncmy_connects():
    import asyncmy
    connection = await asyncmy.connect(**{("db" if k == "database" else k): v for k, v in at.items()}, ssl={"ca": ca})
    connection.close()
if what == "PyMySQL ssl_ca":
    import pymysql
    pymysql.connect(**at, ssl_ca=ca).close()
elif what == "PyMySQL ssl":
    import pymysql
    pymysql.connect(**at, ssl={"ca": ca}).close()
elif what == "asyncmy": asyncio.run(asyncmy_connects())
else:
    import mysql.connector
    mysql.connector.connect(**at, ssl_ca=ca, use_pure=True).close()
PYTHON
cat >connect.js <<'JS'
const [what, which, port] = process.argv.slice(2)
const ca = require('fs').readFileSync(which === 'ca' ? 'tls/ca.pem' : 'tls/other-ca.pem')
const at = { host: 'localhost', port: +port, user: 'test', password: 'secret', database: 'test', ssl: { ca } }
const end = connection => { connection.destroy(); setTimeout(() => process.exit(), 200) }
const failed = error => { console.log(error.message); process.exit(1) }
if (what === 'mysql2') require('mysql2/promise').createConnection(at).then(end, failed)
if (what === 'mariadb') import('mariadb').then(m => m.createConnection(at)).then(end, failed)
if (what === 'mysql') { const c = require('mysql').createConnection(at); c.connect(error => error ? failed(error) : end(c)) }
JS
cat >Connect.java <<'JAVA'
class Connect { // its trust store or CA file, and no sslMode
  public static void main(String[] arguments) throws Exception {
    boolean right = arguments[1].equals("ca");
    String url = "jdbc:" + arguments[0] + "://localhost:" + arguments[2] + "/test?" + (arguments[0].equals("mysql")
        ? "trustCertificateKeyStorePassword=changeit&trustCertificateKeyStoreUrl=file:tls/" + (right ? "trust.p12" : "other-trust.p12")
        : "serverSslCert=tls/" + (right ? "ca.pem" : "other-ca.pem"));
    java.sql.DriverManager.getConnection(url, "test", "secret").close();
  }
}
JAVA
javac -d classes Connect.java || exit 2
mariadb_server
relay "$mariadb_port"
way() { # CA COMMAND...
  rm -f wire.jsonl
  if "${@:2}" "$1" "$relay_port" >client.log 2>&1; then
    wire '"TLS" if lines[-1]["hello"] else "plain"'
  elif grep -qiE 'certificate|PKIX|self.signed|altnames|hostname' client.log; then
    echo refuses
  else
    echo "fails: $(tail -1 client.log)"
  fi
}
both() { echo "$(way other "$@"), $(way ca "$@")"; } # COMMAND...: with another CA, with the right CA and another host's certificate
python=(venv/bin/python connect.py) java=(java -cp 'classes:jdbc/*' Connect)
echo "  given a CA that has not signed the server's certificate, and the right one where the certificate is for another host:"
check "PyMySQL, ssl_ca=" "TLS, TLS" "$(both "${python[@]}" "PyMySQL ssl_ca")"
check "PyMySQL, ssl={'ca': ...}" "refuses, refuses" "$(both "${python[@]}" "PyMySQL ssl")"
check "mysql-connector-python, ssl_ca=" "TLS, TLS" "$(both "${python[@]}" connector)"
check "asyncmy" "refuses, refuses" "$(both "${python[@]}" asyncmy)"
check "mysql2" "refuses, TLS" "$(both node connect.js mysql2)"
check "mysql (npm)" "refuses, TLS" "$(both node connect.js mysql)"
check "mariadb (npm)" "refuses, refuses" "$(both node connect.js mariadb)"
check "MySQL Connector/J" "TLS, TLS" "$(both "${java[@]}" mysql)"
check "MariaDB Connector/J" "plain, plain" "$(both "${java[@]}" mariadb)"
finish
