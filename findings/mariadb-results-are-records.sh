#!/usr/bin/env bash
# Guess:  What a server answers to one request is in as few records as it fits: MariaDB has a buffer of 16 KB for it, PostgreSQL one of 8 KB.
# So:     MariaDB sends the result of each statement by itself: 100 SELECTs in one request, 100 INSERTs, or a procedure with 100 SELECTs are 100
#         records and 100 calls that write. PostgreSQL's answer to the same request is one record. So statements that are put together to save
#         round trips do save them, and none of what TLS costs the server.
# Seen:   30 November 2026, MariaDB 11.4.5 (WolfSSL), PostgreSQL 18.1; PyMySQL 1.2.4, psycopg 3.3.9.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py PyMySQL==1.2.4 cryptography psycopg==3.3.9 psycopg-binary==3.3.9
postgres_server 18.1.0
mariadb_server
cat >client.py <<'PYTHON'
import ssl, sys
what, port = sys.argv[1], int(sys.argv[2])
selects, inserts = ";".join(["SELECT 1"] * 100), ";".join(["INSERT INTO t VALUES (1)"] * 100)
statement = {"none": "SELECT 1", "selects": selects, "inserts": inserts, "create": "CREATE TABLE t(i INT)", "procedure":
             "CREATE PROCEDURE p() BEGIN DECLARE i INT DEFAULT 0; WHILE i < 100 DO SELECT i; SET i = i + 1; END WHILE; END", "call": "CALL p()"}
if sys.argv[3] == "postgres":
    import psycopg
    c = psycopg.connect(f"host=localhost port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem", autocommit=True)
    k = c.cursor()
    k.execute(statement[what])
    results = 1
    while k.nextset(): results += 1
else:
    import pymysql
    from pymysql.constants import CLIENT
    c = pymysql.connect(host="localhost", port=port, user="test", password="secret", database="test", ssl=ssl.create_default_context(cafile="tls/ca.pem"),
                        client_flag=CLIENT.MULTI_STATEMENTS, autocommit=True)
    k = c.cursor()
    k.execute(statement[what])
    results = 1
    while k.nextset(): results += 1
if what in ("selects", "inserts", "call") and results < 100: sys.exit("%d results" % results)
c.close()
PYTHON
records() { # WHAT SERVER: the server's records with data
  rm -f wire.jsonl
  py/bin/python client.py "$1" "$relay_port" "$2" >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
  wire 'sum(side == "S" and kind == 23 for side, kind, size in lines[-1]["log"])'
}
relay "$mariadb_port"
for what in create procedure; do records $what mariadb >/dev/null; done
none=$(records none mariadb)
for what in selects inserts call; do
  check_between "MariaDB, $what: records of the server, more than for one statement" 99 102 "$(($(records $what mariadb) - none))"
done
kill "$relay_pid"
relay "$postgres_port"
records create postgres >/dev/null
none=$(records none postgres)
for what in selects inserts; do
  check_between "PostgreSQL, $what: records of the server, more than for one statement" 0 1 "$(($(records $what postgres) - none))"
done
finish
