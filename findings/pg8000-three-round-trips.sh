#!/usr/bin/env bash
# Guess:  A SELECT with a parameter on a kept connection is one round trip, with a driver that prepares it the first time one more: each a
#         record and a record back.
# So:     With pg8000 it is three, each time anew: it parses, describes and executes apart, and keeps nothing for the next time. So TLS,
#         and the network, are paid three times, and the statement is parsed by the server each time. With prepare(), which its native
#         interface has and DB-API not, it is one. psycopg and psycopg2 need one, asyncpg two the first time and then one.
# Seen:   29 November 2026, pg8000 1.31.6, psycopg 3.3.9, psycopg2 2.9.13, asyncpg 0.32.0, PostgreSQL 18.1: as below. 100 KB as the parameter are
#         10 records of pg8000, 8 of psycopg, 7 of the others.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
python_with py pg8000==1.31.6 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0
postgres_server 18.1.0
relay "$postgres_port"
cat >client.py <<'PYTHON'
import asyncio, ssl, sys
way, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
at = dict(host="localhost", port=port, user="postgres", password="secret")
context = ssl.create_default_context(cafile="tls/ca.pem")
if way == "pg8000":
    import pg8000.dbapi
    c = pg8000.dbapi.connect(**at, ssl_context=context); c.autocommit = True
    cursor = c.cursor()
    for i in range(count): cursor.execute("SELECT length(%s::text)", ("hello",)); cursor.fetchall()
elif way.startswith("native"):
    import pg8000.native
    c = pg8000.native.Connection(**at, ssl_context=context)
    prepared = c.prepare("SELECT length(:word)") if way == "native-prepared" else None
    for i in range(count): prepared.run(word="hello") if prepared else c.run("SELECT length(:word)", word="hello")
elif way == "asyncpg":
    import asyncpg
    async def run():
        c = await asyncpg.connect(**at, ssl=context)
        for i in range(count): await c.fetchval("SELECT length($1)", "hello")
        await c.close()
    asyncio.run(run())
else:
    driver = __import__(way)
    c = driver.connect(**at, sslmode="verify-full", sslrootcert="tls/ca.pem"); c.autocommit = True
    cursor = c.cursor()
    for i in range(count): cursor.execute("SELECT length(%s)", ("hello",)); cursor.fetchall()
if way != "asyncpg": c.close()
PYTHON
trips() { # WAY COUNT: records of the client after which the server has the turn
  rm -f wire.jsonl
  timeout 60 py/bin/python client.py "$1" "$relay_port" "$2" >client.log 2>&1 || missing "$1 failed: $(tail -1 client.log)"
  wire 'sum(a[0] == "C" and b[0] == "S" for a, b in zip(lines[0]["log"], lines[0]["log"][1:]))'
}
each() { # WAY: round trips of the first SELECT, the second and the third
  local counts=() i
  for i in 0 1 2 3; do counts+=("$(trips "$1" $i)"); done
  echo "$((counts[1] - counts[0])) $((counts[2] - counts[1])) $((counts[3] - counts[2]))"
}
check "pg8000, round trips of the first SELECT, the second, the third" "3 3 3" "$(each pg8000)"
check "its native interface" "3 3 3" "$(each native)"
check "that with prepare() before" "1 1 1" "$(each native-prepared)"
check "psycopg" "1 1 1" "$(each psycopg)"
check "psycopg2" "1 1 1" "$(each psycopg2)"
check "asyncpg" "2 1 1" "$(each asyncpg)"
finish
