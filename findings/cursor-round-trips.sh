#!/usr/bin/env bash
# Guess:  A cursor of the server gives its rows in blocks of some hundred or thousand: 10,000 rows read one by one are ten to a hundred round
#         trips, each of them a TLS record and one or a few back, and fetchmany() is the way to get them in blocks.
# So:     From 5 to 10,000, by the call that reads them. With psycopg each fetchone() of a named cursor is a round trip, with psycopg2 as with
#         psycopg 3, and so is each fetchmany() that is not told how many: a block has one row then. Only the loop over the cursor reads
#         blocks: 2,000 rows with psycopg2, 100 with psycopg 3. asyncpg's cursor reads 50, pg-query-stream 100, for which it sends two records;
#         SQLAlchemy begins with few and ends with 1,000. One row at a time is five times the server's bytes, too.
# Seen:   30 November 2026, PostgreSQL 18.1, psycopg2 2.9.13, psycopg 3.3.9, asyncpg 0.32.0, SQLAlchemy 2.1.9, pg 8.23.1 with pg-query-stream
#         4.17.0: 10,000 rows of two columns.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm
certificate
python_with py psycopg2-binary==2.9.13 psycopg==3.3.9 psycopg-binary==3.3.9 asyncpg==0.32.0 SQLAlchemy==2.1.9 greenlet
node_with pg@8.23.1 pg-query-stream@4.17.0
postgres_server 18.1.0
relay "$postgres_port"
cat >rows.py <<'PYTHON'
import asyncio, asyncpg, psycopg, psycopg2, ssl, sys
from sqlalchemy import create_engine, text
who, port = sys.argv[1:]
query = "SELECT g, 'x' FROM generate_series(1, 10000) g"
where = f"host=localhost hostaddr=127.0.0.1 port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem"
rows = 0
if who == "sqlalchemy":
    engine = create_engine(f"postgresql+psycopg://postgres:secret@localhost:{port}/postgres?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=tls/ca.pem")
    with engine.connect() as c:
        for _ in c.execution_options(stream_results=True).execute(text(query)): rows += 1
    engine.dispose()
elif who == "asyncpg":
    async def main():
        global rows
        c = await asyncpg.connect(host="localhost", port=port, user="postgres", password="secret", ssl=ssl.create_default_context(cafile="tls/ca.pem"))
        async with c.transaction():
            async for _ in c.cursor(query): rows += 1
        await c.close()
    asyncio.run(main())
else:
    driver, how = who.split()
    c = (psycopg2 if driver == "psycopg2" else psycopg).connect(where)
    cursor = c.cursor("named")
    cursor.execute(query)
    if how == "loop":
        for _ in cursor: rows += 1
    elif how == "fetchone":
        while cursor.fetchone(): rows += 1
    else:
        while block := cursor.fetchmany(): rows += len(block)
    cursor.close()
    c.close()
assert rows == 10000, rows
PYTHON
cat >rows.js <<'NODE'
const { Client } = require('pg'), QueryStream = require('pg-query-stream'), fs = require('fs')
const main = async () => {
  const client = new Client({ host: 'localhost', port: +process.argv[2], user: 'postgres', password: 'secret', ssl: { ca: fs.readFileSync('tls/ca.pem') } })
  await client.connect()
  let rows = 0
  for await (const row of client.query(new QueryStream("SELECT g, 'x' FROM generate_series(1, 10000) g"))) rows++
  await client.end()
  if (rows !== 10000) throw new Error(rows)
}
main()
NODE
seen() { # LEAST MOST WHAT COMMAND...: the round trips of the last connection, whose records are in $records and bytes in $bytes
  local least=$1 most=$2 what=$3 trips
  shift 3
  rm -f wire.jsonl
  "$@" >ask.log 2>&1 || missing "$what failed: $(tail -1 ask.log)"
  read -r trips records _ bytes <<<"$(round_trips 4 | tail -1)"
  check_between "$what: round trips" "$least" "$most" "$trips"
}
seen 8 10 "psycopg2, a loop over the cursor" py/bin/python rows.py "psycopg2 loop" "$relay_port"
in_blocks=$bytes
seen 10001 10006 "psycopg2, fetchone()" py/bin/python rows.py "psycopg2 fetchone" "$relay_port"
check_between "bytes of the server relative to those of the loop" 4.5 6 "$(awk -v a="$bytes" -v b="$in_blocks" 'BEGIN { printf "%.1f", a / b }')"
seen 100 107 "psycopg, a loop over the cursor" py/bin/python rows.py "psycopg loop" "$relay_port"
seen 10001 10007 "psycopg, fetchone()" py/bin/python rows.py "psycopg fetchone" "$relay_port"
seen 10001 10007 "psycopg, fetchmany()" py/bin/python rows.py "psycopg fetchmany" "$relay_port"
seen 200 207 "asyncpg" py/bin/python rows.py asyncpg "$relay_port"
seen 20 35 "SQLAlchemy with psycopg, stream_results, the first connection" py/bin/python rows.py sqlalchemy "$relay_port"
seen 100 104 "pg-query-stream" node rows.js "$relay_port"
check_between "its client's records" 200 215 "$records"
finish
