#!/usr/bin/env bash
# Guess:  PGSSLMODE and PGSSLROOTCERT in the environment mean the same to every client that reads libpq's variables; node pg does without TLS.
# So:     Five clients, five answers. node pg reads PGSSLMODE and not PGSSLROOTCERT: `require` makes it check the certificate with its own list
#         of CAs, so with a private CA none of libpq's variables makes it connect (Node's own NODE_EXTRA_CA_CERTS may); the others do not check. With
#         PGSSLROOTCERT alone, of a CA that has not signed the certificate, libpq checks and, as nothing says that TLS is a must, goes on
#         without it; asyncpg and pgx go on with TLS and without a check, lib/pq does not connect. With `verify-full` and no CA file
#         libpq and asyncpg do not connect at all; pgx and lib/pq take the system's list (which has not signed this server, either).
# Seen:   29 November 2026, PostgreSQL 18.1, psycopg 3.3.9, asyncpg 0.32.0, pgx 5.13.0, lib/pq 1.12.3, pg (npm) 8.16.3: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go
certificate
postgres_server 18.1.0
python_with drivers 'psycopg[binary]==3.3.9' asyncpg==0.32.0
node_with pg@8.16.3
openssl req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 30 -subj '/CN=Other CA' 2>/dev/null
mkdir program
printf 'module findings\n\ngo 1.25\n\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.13.0\n\tgithub.com/lib/pq v1.12.3\n)\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"database/sql"
	"fmt"
	"os"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"
)

func main() {
	db, err := sql.Open(os.Args[1], os.Args[2])
	ssl := false
	if err == nil {
		err = db.QueryRow("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").Scan(&ssl)
	}
	fmt.Println(err, ssl)
}
GO
(cd program && GOFLAGS=-mod=mod GOTOOLCHAIN=local go build -o ../go-client .) >build.log 2>&1 || missing "go build failed: $(tail -1 build.log)"
cat >client.py <<'PYTHON'
import asyncio, sys
query, url = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", sys.argv[2]
async def by_asyncpg():
    import asyncpg
    c = await asyncpg.connect(url)
    ssl = await c.fetchval(query)
    await c.close()
    return ssl
def by_psycopg():
    import psycopg
    with psycopg.connect(url) as c: return c.execute(query).fetchone()[0]
try: print(None, by_psycopg() if sys.argv[1] == "psycopg" else asyncio.run(by_asyncpg()))
except Exception as e: print(type(e).__name__, e)
PYTHON
cat >client.js <<'JS'
const { Client } = require('pg')
const c = new Client({ connectionString: process.argv[2] })
c.connect().then(() => c.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))
  .then(result => { console.log(null, result.rows[0].ssl); return c.end() })
  .catch(e => { console.log(e.message); process.exit() })
JS
url="postgresql://postgres:secret@localhost:$postgres_port/postgres"
export HOME=$W
one() { # VARIABLE=VALUE... COMMAND...: TLS, plain or refused
  case $(env -u PGSSLMODE -u PGSSLROOTCERT "$@" "$url" 2>&1 | tail -1) in
    'None True' | '<nil> true' | 'null true') echo TLS ;;
    'None False' | '<nil> false' | 'null false') echo plain ;;
    *) echo refused ;;
  esac
}
show() { # EXPECTED VARIABLE=VALUE...: psycopg, asyncpg, pgx, lib/pq, node pg
  local expected=$1
  shift
  check "${*:-nothing set}" "$expected" "$(one "$@" drivers/bin/python client.py psycopg) $(one "$@" drivers/bin/python client.py asyncpg) $(
    one "$@" ./go-client pgx) $(one "$@" ./go-client postgres) $(one "$@" node client.js)"
}
echo "  psycopg, asyncpg, pgx, lib/pq, node pg"
show "TLS TLS TLS TLS plain"
show "TLS TLS TLS TLS refused" PGSSLMODE=require
show "TLS TLS TLS TLS refused" PGSSLMODE=require PGSSLROOTCERT=tls/ca.pem
show "refused refused refused refused refused" PGSSLMODE=require PGSSLROOTCERT=other.pem
show "plain TLS TLS refused plain" PGSSLROOTCERT=other.pem
show "TLS TLS TLS TLS refused" PGSSLMODE=verify-full PGSSLROOTCERT=tls/ca.pem
show "refused refused refused refused refused" PGSSLMODE=verify-full
show "plain plain plain plain plain" PGSSLMODE=disable
finish
