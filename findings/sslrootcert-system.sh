#!/usr/bin/env bash
# Guess:  `sslrootcert=system` in a connection string means the system's list of CAs, in every driver of PostgreSQL that takes such
#         strings; and who has his CA in that list connects.
# So:     asyncpg, node pg and PgJDBC take the word for a file's name: "No such file or directory". psycopg and psycopg2 know it, but as
#         they come from PyPI they have an OpenSSL of their own, whose list is in a folder of the machine that built it: they read
#         nothing, say nothing of it, and refuse each server, "certificate verify failed". With SSL_CERT_FILE they connect.
#         pgx and lib/pq read the system's list.
# Seen:   29 November 2026, psycopg 3.3.9 and psycopg2 2.9.13 (both "binary"), asyncpg 0.32.0, pg (npm) 8.16.3, PgJDBC 42.7.8, pgx 5.13.0,
#         lib/pq 1.12.3, a server of a few lines; Go reads SSL_CERT_FILE in place of the system's list. Debian's libpq is 15 and does not
#         know the word.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go java node strace
unset SSL_CERT_FILE SSL_CERT_DIR
certificate
python_with drivers 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0
node_with pg@8.16.3
jars jars org.postgresql:postgresql:42.7.8
cat >server.py <<'PYTHON'
import socket, ssl, struct, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
message = lambda kind, body: kind + struct.pack(">I", len(body) + 4) + body
settings = {b"server_version": b"18.1", b"server_encoding": b"UTF8", b"client_encoding": b"UTF8", b"DateStyle": b"ISO, MDY", b"integer_datetimes": b"on", b"standard_conforming_strings": b"on"}
hello = message(b"R", bytes(4)) + b"".join(message(b"S", k + b"\0" + v + b"\0") for k, v in settings.items()) + message(b"K", bytes(8)) + message(b"Z", b"I")
def serve(s):
    try:
        s.recv(8); s.sendall(b"S")
        t = context.wrap_socket(s, server_side=True)
        t.recv(65536); t.sendall(hello)
        while t.recv(65536)[:1] not in (b"", b"X"): t.sendall(message(b"I", b"") + message(b"Z", b"I")) # to each query: it was empty
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start server python3 server.py
wait_for server.log '^port '
dsn="postgresql://test:secret@localhost:$(port_in server.log port)/test?sslmode=verify-full&sslrootcert=system"
cat >client.py <<'PYTHON'
import asyncio, importlib, sys
driver = importlib.import_module(sys.argv[1])
try:
    connection = driver.connect(sys.argv[2])
    if sys.argv[1] == "asyncpg": asyncio.run(connection)
    print("connected")
except Exception as e: print(str(e).strip().split("error: ")[-1])
PYTHON
cat >client.js <<'JS'
Promise.resolve().then(() => new (require('pg').Client)(process.argv[2]).connect()).then(() => console.log('connected'), (e) => console.log(e.message)).then(() => process.exit())
JS
cat >Client.java <<'JAVA'
class Client {
  public static void main(String[] arguments) {
    try (var c = java.sql.DriverManager.getConnection("jdbc:" + arguments[0].replace("test:secret@", "") + "&user=test&password=secret")) { System.out.println("connected"); }
    catch (java.sql.SQLException e) { System.out.println(e.getMessage()); }
  }
}
JAVA
mkdir program
printf 'module findings\n\ngo 1.26\n\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.13.0\n\tgithub.com/lib/pq v1.12.3\n)\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	_ "github.com/lib/pq"
)

func main() {
	var err error
	if os.Args[1] == "pgx" {
		_, err = pgx.Connect(context.Background(), os.Args[2])
	} else {
		var db *sql.DB
		if db, err = sql.Open("postgres", os.Args[2]); err == nil {
			err = db.Ping()
		}
	}
	if err == nil {
		fmt.Println("connected")
	} else {
		words := strings.Split(err.Error(), ": ")
		fmt.Println(words[len(words)-1])
	}
}
GO
(cd program && GOFLAGS=-mod=mod GOTOOLCHAIN=local go build -o ../client .) >build.log 2>&1 || missing "go build failed: $(tail -1 build.log)"
unknown="certificate signed by unknown authority"
for driver in psycopg psycopg2; do
  check "$driver" "certificate verify failed" "$(strace -f -qq -e trace=openat -o trace drivers/bin/python client.py $driver "$dsn")"
  list=$(grep -oE '"[^"]*/cert\.pem", O_RDONLY\) = -1 ENOENT' trace | cut -d'"' -f2)
  echo "  it looked for $list"
  check "that is below /etc" no "$(case "$list" in /etc/*) echo yes ;; /*) echo no ;; esac)"
  check "with SSL_CERT_FILE" connected "$(SSL_CERT_FILE=$W/tls/ca.pem drivers/bin/python client.py $driver "$dsn")"
done
check "asyncpg" "[Errno 2] No such file or directory" "$(drivers/bin/python client.py asyncpg "$dsn")"
check "pg (npm)" "ENOENT: no such file or directory, open 'system'" "$(node client.js "$dsn" 2>&1 | grep -oE "connected|ENOENT.*" | head -1)"
check "PgJDBC" "Could not open SSL root certificate file system." "$(java -cp 'jars/*' Client.java "$dsn")"
for driver in pgx pq; do
  check "$driver (Go)" "$unknown" "$(./client $driver "$dsn")"
  check "with SSL_CERT_FILE, which is Go's list then" connected "$(SSL_CERT_FILE=$W/tls/ca.pem ./client $driver "$dsn")"
done
finish
