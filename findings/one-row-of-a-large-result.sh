#!/usr/bin/env bash
# Guess:  Who reads one row of a large result and closes it gets a few KB more than the row, and the connection is free for the next statement.
# So:     Go's drivers read the rest first: db.QueryRow() without a LIMIT takes all 20 MB over TLS, with pgx, lib/pq and MySQL's driver, and so
#         does the streaming cursor of PyMySQL. psycopg's stream() cancels instead, over a second connection with a full handshake, and throws
#         away what has been sent meanwhile: 12 KB to 7 MB. asyncpg's cursor takes 50 rows.
# Seen:   30 November 2026, pgx 5.13.0, lib/pq 1.12.3, go-sql-driver 1.10.1, PyMySQL 1.2.4, psycopg 3.3.9, asyncpg 0.32.0; PostgreSQL 18.1, MariaDB 11.4.5.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 go
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 asyncpg==0.32.0 PyMySQL==1.2.4 cryptography
mkdir program
printf 'module findings\n\ngo 1.25\n\nrequire (\n\tgithub.com/go-sql-driver/mysql v1.10.1\n\tgithub.com/jackc/pgx/v5 v5.13.0\n\tgithub.com/lib/pq v1.12.3\n)\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"os"

	"github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"
)

func main() {
	pem, _ := os.ReadFile("tls/ca.pem")
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	mysql.RegisterTLSConfig("ours", &tls.Config{RootCAs: roots, ServerName: "localhost"})
	url := "postgres://postgres:secret@localhost:" + os.Args[2] + "/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem"
	if os.Args[1] == "mysql" {
		url = "test:secret@tcp(localhost:" + os.Args[2] + ")/test?tls=ours"
	}
	db, e := sql.Open(os.Args[1], url)
	if e != nil {
		panic(e)
	}
	var answer string
	for _, query := range []string{"SELECT s FROM large", "SELECT 'one'"} {
		if e := db.QueryRow(query).Scan(&answer); e != nil {
			panic(e)
		}
	}
	db.Close()
}
GO
(cd program && export GOFLAGS=-mod=mod && go mod tidy && go build -o ../client .) >go.log 2>&1 || missing "cannot build the client: $(tail -1 go.log)"
cat >client.py <<'PYTHON'
import asyncio, ssl, sys
who, port = sys.argv[1:]
url = f"postgresql://postgres:secret@localhost:{port}/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem"
if who == "asyncpg":
    import asyncpg
    async def main():
        c = await asyncpg.connect(url)
        async with c.transaction():
            async for row in c.cursor("SELECT s FROM large"): break
        await c.fetch("SELECT 'one'")
        await c.close()
    asyncio.run(main())
elif who in ("psycopg", "make-postgres"):
    import psycopg
    with psycopg.connect(url, autocommit=True) as c:
        if who == "psycopg":
            rows = c.cursor().stream("SELECT s FROM large")
            next(rows)
            rows.close()
            c.execute("SELECT 'one'")
        else: c.execute("CREATE TABLE large AS SELECT repeat('x', 1000) AS s FROM generate_series(1, 20000)")
else:
    import pymysql
    c = pymysql.connect(host="localhost", port=int(port), user="test", password="secret", database="test", ssl=ssl.create_default_context(cafile="tls/ca.pem"))
    if who == "PyMySQL":
        cursor = c.cursor(pymysql.cursors.SSCursor)
        cursor.execute("SELECT s FROM large")
        cursor.fetchone()
        cursor.close()
        c.cursor().execute("SELECT 'one'")
    else:
        c.cursor().execute("CREATE TABLE large(s VARCHAR(1000))")
        for _ in range(20): c.cursor().execute("INSERT INTO large VALUES " + ",".join(["(REPEAT('x', 1000))"] * 1000))
        c.commit()
    c.close()
PYTHON
postgres_server 18.1.0
mariadb_server
py/bin/python client.py make-postgres "$postgres_port" && py/bin/python client.py make-mariadb "$mariadb_port" || missing "cannot make the tables"
seen() { # COMMAND...: KB of the server, and TLS connections
  rm -f wire.jsonl
  "$@" "$relay_port" >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
  read -r kb connections <<<"$(wire '*(sum(size for c in lines for side, kind, size in c["log"] if side == "S") // 1000, len(lines))')"
}
relay "$postgres_port"
for who in pgx postgres; do
  seen ./client $who
  check_between "$who (database/sql), QueryRow: KB of the server" 20000 20900 "$kb"
done
seen py/bin/python client.py psycopg
check_between "psycopg, stream(): KB of the server" 1 20900 "$kb"
check "TLS connections" 2 "$connections"
seen py/bin/python client.py asyncpg
check_between "asyncpg, a cursor" 40 100 "$kb"
check "TLS connections" 1 "$connections"
kill "$relay_pid"
relay "$mariadb_port"
seen ./client mysql
check_between "go-sql-driver, QueryRow" 20000 20900 "$kb"
seen py/bin/python client.py PyMySQL
check_between "PyMySQL, SSCursor" 20000 20900 "$kb"
finish
