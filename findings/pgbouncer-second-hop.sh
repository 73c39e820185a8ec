#!/usr/bin/env bash
# Guess:  A pooler that takes TLS only from its clients (client_tls_sslmode = require) uses TLS to a PostgreSQL that offers it.
# So:     PgBouncer 1.18 of Debian 12 does not ask PostgreSQL for TLS unless server_tls_sslmode is set, so the second hop is
#         plain, and libpq's sslmode=require is content. PgBouncer 1.26 asks for it by itself: after an upgrade both ends pay
#         for TLS that nobody configured. Only pg_stat_ssl, asked through the pooler, says which it is.
# Seen:   28 November 2026, PgBouncer 1.18.0 of Debian 12, PostgreSQL 18.1: the client's connection with TLS, the server's
#         without; with server_tls_sslmode = prefer both. By hand, 1.26.1 of Debian sid: both with TLS, nothing set.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
debian pgbouncer libevent-2.1-7 libc-ares2
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
postgres_server 18.1.0
cat >ask.py <<'PYTHON'
import psycopg, sys
with psycopg.connect(hostaddr="127.0.0.1", port=sys.argv[1], user="postgres", password="any", dbname="postgres", sslmode="require") as c:
    print("client", c.pgconn.ssl_in_use, "server", c.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone()[0])
PYTHON
asked() { # LINE OF THE CONFIGURATION: what a client sees through PgBouncer
  local port
  port=$(free_port)
  printf '%s\n' '[databases]' "postgres = host=127.0.0.1 port=$postgres_port user=postgres password=secret" '[pgbouncer]' \
    'listen_addr = 127.0.0.1' "listen_port = $port" 'unix_socket_dir =' 'auth_type = any' 'client_tls_sslmode = require' \
    "client_tls_key_file = $W/tls/server.key" "client_tls_cert_file = $W/tls/server.pem" "$1" >pgbouncer.ini
  chmod -R a+rX "$W/tls" pgbouncer.ini
  start pgbouncer as_user pgbouncer "$W/pgbouncer.ini"
  wait_port "$port"
  py/bin/python ask.py "$port" 2>ask.log || missing "the client could not connect: $(tail -1 ask.log)"
  kill "$last"
}
echo "  $(pgbouncer --version | head -1)"
asked '' >seen
check "nothing set for its own connections" "client True server False" "$(cat seen)"
asked 'server_tls_sslmode = prefer' >seen
check "server_tls_sslmode = prefer" "client True server True" "$(cat seen)"
finish
