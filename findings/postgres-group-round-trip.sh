#!/usr/bin/env bash
# Guess:  The client's TLS library decides what a handshake costs in round trips; TLS 1.3 needs one with any client. The
#         second key share that Java sends, and OpenSSL does not, is computed for nothing.
# So:     PostgreSQL up to 17 takes the group prime256v1 only (ssl_ecdh_curve). OpenSSL's clients send a key share for
#         X25519 (and X25519MLKEM768), so the server answers each of them with a HelloRetryRequest: one more round trip.
#         Java sends a share for secp256r1, too, and needs none. PostgreSQL 18 takes X25519 first: nobody needs one.
# Seen:   27 November 2026, PostgreSQL 17.7 and 18.1 (io.zonky.test.postgres), psycopg-binary 3.3.9, pg 8.23.1 on Node 20,
#         PgJDBC 42.7.8 on OpenJDK 17.0.15: ClientHellos of one connection to 17.7: 2, 2, 1; to 18.1: 1, 1, 1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
node_with pg@8.23.1
jars jdbc org.postgresql:postgresql:42.7.8
cat >connect.py <<'PYTHON'
import sys, psycopg
psycopg.connect(hostaddr="127.0.0.1", port=sys.argv[1], user="postgres", password="secret", dbname="postgres", sslmode="require").close()
PYTHON
cat >connect.js <<'JS'
const { Client } = require('pg');
const client = new Client({ host: '127.0.0.1', port: +process.argv[2], user: 'postgres', password: 'secret', database: 'postgres', ssl: { ca: require('fs').readFileSync('tls/ca.pem') } });
client.connect().then(() => client.end());
JS
cat >Connect.java <<'JAVA'
class Connect {
  public static void main(String[] arguments) throws Exception {
    java.sql.DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + arguments[0] + "/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem", "postgres", "secret").close();
  }
}
JAVA
javac -d classes Connect.java || exit 2
for expected in '17.7.0 2 2 1' '18.1.0 1 1 1'; do
  read -r version rest <<<"$expected"
  postgres_server "$version"
  server=$last
  relay "$postgres_port"
  seen=
  for client in 'py/bin/python connect.py' 'node connect.js' 'java -cp classes:jdbc/* Connect'; do
    rm -f wire.jsonl
    $client "$relay_port" >client.log 2>&1 || missing "$client: $(tail -1 client.log)"
    # a ClientHello is a handshake record of the client in clear text; what follows the handshake's key exchange is not
    seen="$seen $(wire 'sum(kind == 22 for kind, size in client(lines[0]))')"
  done
  check "PostgreSQL $version: ClientHellos of psycopg, node pg, PgJDBC" "$rest" "${seen# }"
  kill "$server" "$relay_pid"
  wait "$server" 2>/dev/null
done
finish
