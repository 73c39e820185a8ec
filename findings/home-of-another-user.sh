#!/usr/bin/env bash
# Guess:  A client that has neither a certificate nor a CA file in ~/.postgresql takes no notice of that folder; where a file in it cannot be
#         read, it says so.
# So:     A service that runs as another user but has its starter's HOME (setpriv, su without `-`, an init script, a container's USER) may not
#         look into that folder. libpq cannot know then whether there is a certificate, ends the TLS handshake, and with its default,
#         `prefer`, goes on without TLS and without a word: psycopg, psycopg2, psql, and PostgreSQL itself where it is the client
#         (postgres_fdw). Each of its new connections makes two, the first of them for nothing. So does lib/pq. asyncpg does not connect
#         at all. pgx, PgJDBC and pg8000 take no notice. With `require` libpq names the file.
# Seen:   30 November 2026, PostgreSQL 18.1, psycopg 3.3.9, psycopg2 2.9.13, asyncpg 0.32.0, pg8000 1.31.6, pgx 5.13.0, lib/pq 1.12.3,
#         PgJDBC 42.7.8. By hand: psql 15 as psycopg.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go java javac python3
certificate
chmod 755 tls
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 psycopg2-binary==2.9.13 asyncpg==0.32.0 pg8000==1.31.6
jars pgjdbc org.postgresql:postgresql:42.7.8
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
	var tls string
	db, e := sql.Open(os.Args[1], "postgres://postgres:secret@localhost:"+os.Args[2]+"/postgres?sslmode="+os.Args[3])
	if e == nil {
		e = db.QueryRow("SELECT CASE WHEN ssl THEN 'TLS' ELSE 'no TLS' END FROM pg_stat_ssl WHERE pid = pg_backend_pid()").Scan(&tls)
	}
	if e != nil {
		fmt.Println(e)
		return
	}
	fmt.Println(tls)
}
GO
(cd program && export GOFLAGS=-mod=mod && go mod tidy && go build -o ../client .) >go.log 2>&1 || missing "cannot build the client: $(tail -1 go.log)"
cat >Client.java <<'JAVA'
import java.sql.*;
class Client {
    public static void main(String[] a) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:postgresql://localhost:" + a[0] + "/postgres?user=postgres&password=secret&sslmode=" + a[1]);
             ResultSet r = c.createStatement().executeQuery("SELECT CASE WHEN ssl THEN 'TLS' ELSE 'no TLS' END FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
            r.next();
            System.out.println(r.getString(1));
        }
    }
}
JAVA
javac -cp 'pgjdbc/*' Client.java || missing "cannot compile"
cat >client.py <<'PYTHON'
import asyncio, sys
who, port, mode = sys.argv[1:]
query = "SELECT CASE WHEN ssl THEN 'TLS' ELSE 'no TLS' END FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
dsn = f"host=localhost port={port} user=postgres password=secret dbname=postgres" + f" sslmode={mode}" * (mode != "default")
try:
    if who == "psycopg":
        import psycopg
        print(psycopg.connect(dsn).execute(query).fetchone()[0])
    elif who == "psycopg2":
        import psycopg2
        c = psycopg2.connect(dsn).cursor()
        c.execute(query)
        print(c.fetchone()[0])
    elif who == "pg8000":
        import pg8000.native
        print(pg8000.native.Connection("postgres", host="localhost", port=int(port), password="secret").run(query)[0][0])
    else:
        import asyncpg
        async def main():
            c = await asyncpg.connect(f"postgresql://postgres:secret@localhost:{port}/postgres" + f"?sslmode={mode}" * (mode != "default"))
            print(await c.fetchval(query))
        asyncio.run(main())
except Exception as e: print(type(e).__name__ + ": " + str(e).replace("\n", " "))
PYTHON
mkdir home
chmod 000 home # as nobody sees root's home folder
start_home() { HOME=$W/home as_user "$@"; }
HOME=$W/home postgres_server 18.1.0
relay "$postgres_port"
py=(py/bin/python client.py)
default() { (start_home "$@") 2>&1 | tail -1; }
for who in psycopg psycopg2; do check "$who, nothing said" "no TLS" "$(default "${py[@]}" $who "$postgres_port" default)"; done
check "psycopg with its own home folder" "TLS" "$(HOME=$W "${py[@]}" psycopg "$postgres_port" default)"
check "psycopg, require, names the file" 1 "$(default "${py[@]}" psycopg "$postgres_port" require | grep -c 'could not open certificate file.*Permission denied')"
check "asyncpg, nothing said" 1 "$(default "${py[@]}" asyncpg "$postgres_port" default | grep -c '^PermissionError')"
check "pg8000, nothing said" "TLS" "$(default "${py[@]}" pg8000 "$postgres_port" default)"
check "lib/pq, prefer" "no TLS" "$(default ./client postgres "$postgres_port" prefer)"
check "pgx, prefer" "TLS" "$(default ./client pgx "$postgres_port" prefer)"
check "PgJDBC, prefer" "TLS" "$(default java -Duser.home="$W/home" -cp 'pgjdbc/*:.' Client "$postgres_port" prefer)"
cat >foreign.py <<'PYTHON'
import psycopg, sys
port, through = sys.argv[1:]
c = psycopg.connect(f"host=localhost port={port} user=postgres password=secret dbname=postgres", autocommit=True)
for statement in ("CREATE TABLE t(a int)", "CREATE EXTENSION postgres_fdw",
                  f"CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'localhost', port '{through}', dbname 'postgres')",
                  "CREATE USER MAPPING FOR postgres SERVER s OPTIONS (user 'postgres', password 'secret')",
                  "CREATE FOREIGN TABLE f(a int) SERVER s OPTIONS (table_name 't')"): c.execute(statement)
c.execute("SELECT * FROM f").fetchall()
PYTHON
HOME=$W py/bin/python foreign.py "$postgres_port" "$relay_port" >foreign.log 2>&1 || missing "postgres_fdw: $(tail -1 foreign.log)"
check "postgres_fdw, nothing said: connections for one SELECT, and those of them with data in TLS" "2 0" \
  "$(wire '*(len(lines), sum(any(kind == 23 for side, kind, size in c["log"]) for c in lines))')" 
finish
