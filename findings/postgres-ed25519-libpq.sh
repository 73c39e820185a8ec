#!/usr/bin/env bash
# Guess:  libpq's channel_binding=prefer, its default, binds the password to the server's certificate where that is
#         possible, and otherwise connects without.
# So:     With an Ed25519 certificate no client with libpq (psql, psycopg) connects at all: "could not find digest for NID
#         UNDEF". SCRAM's binding takes the hash of the certificate's signature, and Ed25519 names none; libpq finds that
#         out after it has chosen to bind. channel_binding=disable helps. PgJDBC connects as it is: a server that Java
#         clients use may be closed to psql.
# Seen:   27 November 2026, PostgreSQL 15.15 and 18.1 (io.zonky.test.postgres), psycopg-binary 3.2.13 (libpq 17.6),
#         PgJDBC 42.7.8 on OpenJDK 17.0.15. With RSA and RSASSA-PSS certificates all of them connect.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac openssl
certificate
python_with py psycopg==3.2.13 psycopg-binary==3.2.13
jars jdbc org.postgresql:postgresql:42.7.8
cat >connect.py <<'PYTHON'
import sys, psycopg
try:
    psycopg.connect(hostaddr="127.0.0.1", port=sys.argv[1], user="postgres", password="secret", dbname="postgres", sslmode="require", channel_binding=sys.argv[2]).close()
    print("connected")
except psycopg.OperationalError as e:
    print("could not find digest" if "could not find digest for NID UNDEF" in str(e) else e)
PYTHON
cat >Connect.java <<'JAVA'
class Connect {
  public static void main(String[] arguments) throws Exception {
    java.sql.DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + arguments[0] + "/postgres?sslmode=require", "postgres", "secret").close();
    System.out.println("connected");
  }
}
JAVA
javac -d classes Connect.java || exit 2
seen() { # the answers of the clients
  postgres_server 18.1.0
  check "$1: psycopg, channel_binding=prefer" "$2" "$(py/bin/python connect.py "$postgres_port" prefer 2>&1 | tail -1)"
  check "$1: psycopg, channel_binding=disable" connected "$(py/bin/python connect.py "$postgres_port" disable 2>&1 | tail -1)"
  check "$1: PgJDBC" connected "$(java -cp 'classes:jdbc/*' Connect "$postgres_port" 2>&1 | tail -1)"
  kill "$last"
  wait "$last" 2>/dev/null
}
seen RSA connected
openssl genpkey -algorithm ed25519 -out tls/server.key 2>/dev/null &&
  openssl req -x509 -key tls/server.key -out tls/server.pem -days 30 -subj /CN=localhost 2>/dev/null || missing "openssl could not make an Ed25519 certificate"
seen Ed25519 'could not find digest'
finish
