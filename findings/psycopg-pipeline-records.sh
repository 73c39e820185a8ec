#!/usr/bin/env bash
# Guess:  A pipeline puts its requests together: 100 queries in psycopg's pipeline mode are one or two TLS records, as with
#         libpq, on which it is built, and asyncpg; so it takes the price of TLS away, too. executemany() the same.
# So:     psycopg sends each query by itself, in a record of its own: it flushes after each one. The pipeline saves waiting and
#         the server's records, not the client's. libpq keeps up to 64 KB until it is told to flush. (Lettuce does the same
#         unless told otherwise; Jedis' and redis-py's pipelines are one record.)
# Seen:   28 November 2026, psycopg 3.3.9, asyncpg 0.32.0, PostgreSQL 18.1: records of 100 queries, client's and server's: one
#         by one 100 and 100, psycopg's pipeline 104 and 2, its executemany 102 and 1, libpq's pipeline 1 and 1, asyncpg's
#         executemany 1 and 1. CPU for each query, plain and TLS: one by one 14 and 18 µs in the client and 13 and 17 in the
#         server; psycopg's pipeline 16 and 17, 8 and 10; libpq's pipeline no difference.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 asyncpg==0.32.0
postgres_server 18.1.0
cat >queries.py <<'PYTHON'
import asyncio, asyncpg, psycopg, ssl, sys, time
from psycopg import pq
way, port, tls, rounds = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "tls", int(sys.argv[4])
at = {"host": "127.0.0.1", "port": port, "user": "postgres", "password": "secret"}
def one_by_one(c):
    for i in range(100): c.execute("SELECT %s::int", (i,)).fetchone()
def pipeline(c):
    with c.pipeline():
        cursors = [c.execute("SELECT %s::int", (i,)) for i in range(100)]
        for cursor in cursors: cursor.fetchone()
def many(c):
    c.cursor().executemany("SELECT %s::int", [(i,) for i in range(100)])
def libpq(c):
    c.pgconn.enter_pipeline_mode()
    for i in range(100): c.pgconn.send_query_params(b"SELECT $1::int", [b"%d" % i])
    c.pgconn.pipeline_sync()
    while c.pgconn.flush(): pass
    answers = 0
    while True:
        result = c.pgconn.get_result()
        if result and result.status == pq.ExecStatus.PIPELINE_SYNC: break
        answers += result is not None and result.status == pq.ExecStatus.TUPLES_OK
    if answers != 100: sys.exit("%d answers" % answers)
    c.pgconn.exit_pipeline_mode()
async def with_asyncpg():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations("tls/ca.pem")
    c = await asyncpg.connect(**at, database="postgres", ssl=context)
    for _ in range(rounds): await c.executemany("SELECT $1::int", [(i,) for i in range(100)])
    await c.close()
if way == "asyncpg":
    asyncio.run(with_asyncpg())
    sys.exit()
run = {"one_by_one": one_by_one, "pipeline": pipeline, "many": many, "libpq": libpq}[way]
with psycopg.connect(**at, dbname="postgres", sslmode="verify-ca" if tls else "disable", sslrootcert="tls/ca.pem", autocommit=True, prepare_threshold=None) as c:
    server = lambda: int(open("/proc/%d/schedstat" % c.info.backend_pid).read().split()[0])
    for _ in range(rounds // 4): run(c)
    before = time.process_time(), server()
    for _ in range(rounds): run(c)
    queries = 100 * max(rounds, 1)
    print("%.1f %.1f" % ((time.process_time() - before[0]) / queries * 1e6, (server() - before[1]) / queries / 1000))
PYTHON
relay "$postgres_port"
records() { # WAY: sets $client and $server, the records of the second 100 queries, since the first of asyncpg look at the types
  local rounds lines=
  for rounds in 1 2; do
    rm -f wire.jsonl
    py/bin/python queries.py "$1" "$relay_port" tls $rounds >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
    lines="$lines $(wire '*(sum(s == side and kind == 23 for s, kind, size in lines[0]["log"]) for side in "CS")')"
  done
  read -r client server < <(awk '{ print $3 - $1, $4 - $2 }' <<<"$lines")
}
records one_by_one
check "100 queries one by one: records of client and server" "100 100" "$client $server"
records pipeline
check_between "psycopg's pipeline: client" 100 110 "$client"
check_between "server" 1 20 "$server"
records many
check_between "psycopg's executemany: client" 100 110 "$client"
check_between "server" 1 20 "$server"
records libpq
check "libpq's pipeline" "1 1" "$client $server"
records asyncpg
check_between "asyncpg's executemany: client" 1 2 "$client"
for way in one_by_one pipeline libpq; do
  for tls in plain tls; do
    echo "  $way, $tls: µs of CPU for a query, client and server: $(py/bin/python queries.py $way "$postgres_port" $tls 60)"
  done
done
finish
