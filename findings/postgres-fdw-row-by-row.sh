#!/usr/bin/env bash
# Guess:  INSERT ... SELECT and COPY into a table that is on another PostgreSQL go there in blocks, as they go into a table that is here, and an
#         UPDATE of some rows is one statement there. Sessions share the connection to the other server.
# So:     With postgres_fdw's defaults each row is a round trip, a record each way: 1,000 for 1,000 rows of INSERT ... SELECT, of COPY, and of an
#         UPDATE with a function that the other server may not run. A SELECT fetches 100 rows at a time. Each session that asks makes a
#         connection of its own, with a full handshake, the password's proof and a dozen round trips; connection pools do not help there.
# Seen:   30 November 2026, PostgreSQL 18.1 at both ends. batch_size = 1000 makes the 1,000 one, for COPY, too.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
HOME=$W postgres_server 18.1.0
relay "$postgres_port"
cat >sql.py <<'PYTHON'
import psycopg, sys
c = psycopg.connect(f"host=127.0.0.1 port={sys.argv[1]} user=postgres password=secret dbname={sys.argv[2]}", autocommit=True)
for statement in sys.argv[3:]:
    if statement.startswith("COPY"):
        with c.cursor().copy(statement) as copy:
            for i in range(1000): copy.write_row((i, "x"))
    else: c.execute(statement)
PYTHON
sql() { py/bin/python sql.py "$postgres_port" "$@" 2>sql.err || missing "$(tail -1 sql.err)"; }
sql postgres 'CREATE TABLE numbers(i int PRIMARY KEY, s text)' "INSERT INTO numbers SELECT g, 'x' FROM generate_series(1, 10000) g" \
  'CREATE TABLE sink(i int, s text)' 'CREATE DATABASE front'
sql front 'CREATE EXTENSION postgres_fdw' \
  "CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '$relay_port', dbname 'postgres', sslmode 'require')" \
  "CREATE USER MAPPING FOR postgres SERVER other OPTIONS (user 'postgres', password 'secret')" 'IMPORT FOREIGN SCHEMA public FROM SERVER other INTO public'
sleep 1
trips() { # STATEMENT: round trips of a new session's connection to the other server
  rm -f wire.jsonl
  sql front "$1"
  round_trips 0 | tail -1 | cut -d' ' -f1
}
one=$(trips 'SELECT i FROM numbers LIMIT 1')
check_between "a session's first SELECT of one row: round trips" 8 16 "$one"
check "it was TLS, and not resumed" "1 0" "$(wire '*(sum(c["resumed"] is False for c in lines), sum(bool(c["resumed"]) for c in lines))')"
check_between "10,000 rows that are looked at here: round trips, more than that" 95 105 "$(($(trips 'SELECT count(s || random()) FROM numbers') - one))"
check_between "INSERT ... SELECT of 1,000 rows" 990 1015 "$(($(trips "INSERT INTO sink SELECT g, 'y' FROM generate_series(1, 1000) g") - one))"
check_between "UPDATE of 1,000 rows with random()" 990 1030 "$(($(trips 'UPDATE sink SET s = s || random()') - one))"
check_between "COPY of 1,000 rows" 990 1015 "$(($(trips 'COPY sink FROM STDIN') - one))"
sql front "ALTER SERVER other OPTIONS (ADD batch_size '1000')"
check_between "INSERT ... SELECT with batch_size 1000" 0 20 "$(($(trips "INSERT INTO sink SELECT g, 'y' FROM generate_series(1, 1000) g") - one))"
check_between "COPY" 0 20 "$(($(trips 'COPY sink FROM STDIN') - one))"
finish
