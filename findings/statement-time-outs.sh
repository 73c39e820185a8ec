#!/usr/bin/env bash
# Guess:  A statement that its driver gives up after a time-out costs a TLS handshake at most, for a new connection or for the request to cancel.
#         A pool of one connection has one statement at a time in the server.
# So:     node pg's query_timeout and Go's driver for MySQL with a context close the connection and make a new one for each, and the statement goes
#         on in the server: a pool of one has five of them at work after five time-outs. lib/pq makes two handshakes for each, one to cancel and
#         one for the next; asyncpg one, to cancel, and keeps its connection. mysql2 makes none; but the next statement waits until the one that
#         was given up has ended, so a time-out of 0.2 s comes after 2 s. MariaDB's driver for Node makes none either: it lets the server end it.
# Seen:   30 November 2026, pg (npm) 8.23.1, mysql2 3.24.6, mariadb (npm) 3.5.4, lib/pq 1.12.3, go-sql-driver 1.10.1, asyncpg 0.32.0; PostgreSQL 18.1,
#         MariaDB 11.4.5: pools of one, five statements of 10 s (mysql2: 2 s) with a time-out of 0.2 s, and a last one. By hand: pgx cancels over a
#         second connection and makes a new one, as lib/pq does, in 5.13.0 with TLS, in 5.9.0 without.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm go
certificate
python_with py asyncpg==0.32.0 psycopg==3.3.9 psycopg-binary==3.3.9 PyMySQL==1.2.4 cryptography
node_with pg@8.23.1 mysql2@3.24.6 mariadb@3.5.4
mkdir program
printf 'module findings\n\ngo 1.25\n\nrequire (\n\tgithub.com/go-sql-driver/mysql v1.10.1\n\tgithub.com/lib/pq v1.12.3\n)\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"os"
	"time"

	"github.com/go-sql-driver/mysql"
	_ "github.com/lib/pq"
)

func ask(db *sql.DB, limit time.Duration, query string) error {
	within, end := context.WithTimeout(context.Background(), limit)
	defer end()
	var answer any
	return db.QueryRowContext(within, query).Scan(&answer)
}

func main() {
	pem, _ := os.ReadFile("tls/ca.pem")
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	mysql.RegisterTLSConfig("ours", &tls.Config{RootCAs: roots, ServerName: "localhost"})
	slow, url := "SELECT pg_sleep(10)", "postgres://postgres:secret@localhost:"+os.Args[2]+"/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem"
	if os.Args[1] == "mysql" {
		slow, url = "SELECT SLEEP(10)", "test:secret@tcp(localhost:"+os.Args[2]+")/test?tls=ours"
	}
	db, e := sql.Open(os.Args[1], url)
	if e != nil {
		panic(e)
	}
	db.SetMaxOpenConns(1)
	if e := ask(db, 20*time.Second, "SELECT 1"); e != nil {
		panic(e)
	}
	for i := 0; i < 5; i++ {
		if ask(db, 200*time.Millisecond, slow) == nil {
			panic("no time-out")
		}
	}
	if e := ask(db, 20*time.Second, "SELECT 1"); e != nil {
		panic(e)
	}
	db.Close()
}
GO
(cd program && export GOFLAGS=-mod=mod && go mod tidy && go build -o ../client .) >go.log 2>&1 || missing "cannot build the client: $(tail -1 go.log)"
cat >client.js <<'JS'
const fs = require('fs')
const [who, port] = process.argv.slice(2)
const ca = fs.readFileSync('tls/ca.pem')
const mysql = { host: 'localhost', port: +port, user: 'test', password: 'secret', database: 'test', ssl: { ca }, connectionLimit: 1 }
const pools = {
  pg() {
    const pool = new (require('pg').Pool)({ host: 'localhost', port: +port, user: 'postgres', password: 'secret', ssl: { ca }, max: 1, query_timeout: 200 })
    return [() => pool.query('SELECT pg_sleep(10)'), () => pool.query({ text: 'SELECT 1', query_timeout: 20000 })]
  },
  mysql2() {
    const pool = require('mysql2/promise').createPool(mysql)
    return [() => pool.query({ sql: 'SELECT SLEEP(2)', timeout: 200 }), () => pool.query('SELECT 1')]
  },
  mariadb() {
    const pool = require('mariadb').createPool(mysql)
    return [() => pool.query({ sql: 'SELECT SLEEP(10)', timeout: 200 }), () => pool.query('SELECT 1')]
  },
}
const main = async () => {
  const [slow, fast] = pools[who]()
  await fast()
  let last
  for (let i = 0; i < 5; i++) {
    const begin = Date.now()
    await slow().then(() => { throw new Error('no time-out') }, (e) => e)
    last = Date.now() - begin
  }
  await fast()
  console.log(last)
  process.exit()
}
main().catch((e) => { console.log(e.message); process.exit(1) })
JS
cat >client.py <<'PYTHON'
import asyncio, asyncpg, sys
async def main():
    url = f"postgresql://postgres:secret@localhost:{sys.argv[1]}/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem"
    async with asyncpg.create_pool(url, min_size=1, max_size=1) as pool:
        await pool.fetch("SELECT 1")
        for _ in range(5):
            try: await pool.fetch("SELECT pg_sleep(10)", timeout=0.2)
            except TimeoutError: pass
            else: sys.exit("no time-out")
        await pool.fetch("SELECT 1")
asyncio.run(main())
PYTHON
cat >running.py <<'PYTHON'
"""How many of the statements are at work in the server; it ends them."""
import sys
if sys.argv[1] == "postgres":
    import psycopg
    c = psycopg.connect(f"host=localhost port={sys.argv[2]} user=postgres password=secret dbname=postgres")
    print(len(c.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep(%'").fetchall()))
else:
    import pymysql
    c = pymysql.connect(host="127.0.0.1", port=int(sys.argv[2]), user="test", password="secret", ssl_disabled=True).cursor()
    c.execute("SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP(%'")
    ids = [row[0] for row in c.fetchall()]
    print(len(ids))
    for number in ids: c.execute("KILL %d" % number)
PYTHON
postgres_server 18.1.0
mariadb_server
seen() { # SERVER COMMAND...: sets $connections, which began TLS, and $running
  local server=$1 port=$postgres_port
  shift
  [ "$server" = postgres ] || port=$mariadb_port
  rm -f wire.jsonl
  relay "$port"
  "$@" "$relay_port" >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
  sleep 1
  running=$(py/bin/python running.py "$server" "$port" 2>&1 | tail -1)
  connections=$(wire 'sum(c["hello"] is not None for c in lines)')
  kill "$relay_pid"
}
seen postgres node client.js pg
check "node pg: TLS connections, statements at work in the end" "6 5" "$connections $running"
seen mariadb ./client mysql
check "go-sql-driver" "6 5" "$connections $running"
seen postgres ./client postgres
check "lib/pq" "11 0" "$connections $running"
seen postgres py/bin/python client.py
check "asyncpg" "6 0" "$connections $running"
seen mariadb node client.js mariadb
check "mariadb (npm)" "1 0" "$connections $running"
seen mariadb node client.js mysql2
check "mysql2: TLS connections" "1" "$connections"
check_between "ms until the fifth time-out of 200" 1500 8000 "$(tail -1 client.log)"
finish
