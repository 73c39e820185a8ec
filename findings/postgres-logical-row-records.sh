#!/usr/bin/env bash
# Guess:  A replica gets its changes in full records: PostgreSQL's logical replication puts the rows of a transaction together, as its physical
#         replication does the log, and as MariaDB does with its events.
# So:     Each row is a TLS record, a call that writes and two that read in vain, in live replication and where the subscriber catches up on what
#         has been there for long: 10,000 rows of one INSERT are 10,000 records of 70 bytes. TLS makes the sender's CPU time half as much again.
#         The log of the same rows to a physical standby is two hundred records.
# Seen:   30 November 2026, PostgreSQL 18.1 as packaged (OpenSSL 1.1.1), psycopg2 2.9.13. By hand: streaming = on, binary = on the same; 20,849 events
#         of MariaDB 11.4.5, read by python-mysql-replication 1.0.17, were 71 records.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 psycopg2-binary==2.9.13
postgres_server 18.1.0 -c wal_level=logical
postgres_subscriber
relay "$postgres_port"
until_there() { # COUNT: until the subscriber has so many rows, 100 s at most
  local i
  for i in $(seq 200); do
    [ "$(sql "$subscriber" 'SELECT count(*) FROM t')" = "$1" ] && return
    sleep 0.5
  done
  missing "the subscriber has not got $1 rows"
}
sql "$postgres_port" 'CREATE TABLE t(i int PRIMARY KEY, s text)' 'CREATE PUBLICATION p FOR TABLE t'
sql "$subscriber" 'CREATE TABLE t(i int PRIMARY KEY, s text)'
subscribe() { # PORT SSLMODE
  sql "$subscriber" "CREATE SUBSCRIPTION s CONNECTION 'host=127.0.0.1 port=$1 user=postgres password=secret dbname=postgres sslmode=$2' PUBLICATION p WITH (copy_data = false)"
}
rows() { echo "INSERT INTO t SELECT g, 'x' FROM generate_series($1 + 1, $1 + $2) g"; }
records() { wire 'max(sum(side == "S" and kind == 23 for side, kind, size in c["log"]) for c in lines)'; }
subscribe "$relay_port" require
before=$(sql "$postgres_port" 'SELECT pg_current_wal_lsn()')
sql "$postgres_port" "$(rows 0 10000)"
after=$(sql "$postgres_port" 'SELECT pg_current_wal_flush_lsn()')
until_there 10000
sql "$subscriber" 'ALTER SUBSCRIPTION s DISABLE'
sleep 2
check_between "10,000 rows of one INSERT: records of the server" 10000 10400 "$(records)"
rm -f wire.jsonl
sql "$postgres_port" "$(rows 10000 10000)"
sql "$subscriber" 'ALTER SUBSCRIPTION s ENABLE'
until_there 20000
sql "$subscriber" 'DROP SUBSCRIPTION s'
check_between "the same, the subscriber comes afterwards" 10000 10400 "$(records)"
check "most of them have the same few bytes" yes \
  "$(wire '"yes" if sum(side == "S" and kind == 23 and 60 <= size <= 80 for c in lines for side, kind, size in c["log"]) > 9900 else "no"')"
rm -f wire.jsonl
cat >standby.py <<'PYTHON'
import psycopg2, psycopg2.extras, select, sys
port, begin, end = sys.argv[1:]
c = psycopg2.connect(f"host=127.0.0.1 port={port} user=postgres password=secret sslmode=require", connection_factory=psycopg2.extras.PhysicalReplicationConnection)
k = c.cursor()
k.start_replication(start_lsn=begin)
high, low = end.split("/")
end = (int(high, 16) << 32) + int(low, 16)
while True:
    message = k.read_message()
    if message is None: select.select([c], [], [], 1)
    elif message.data_start + len(message.payload) >= end: break
PYTHON
timeout 60 py/bin/python standby.py "$relay_port" "$before" "$after" >standby.log 2>&1 || missing "no physical replication: $(tail -1 standby.log)"
check_between "the log of the first 10,000 to a physical standby" 10 400 "$(records)"
cpu() { # PORT SSLMODE COUNT: ms of CPU of the server's sender for 40,000 rows
  local pid begin
  subscribe "$1" "$2"
  for _ in $(seq 100); do
    pid=$(sql "$postgres_port" "SELECT coalesce(max(pid), 0) FROM pg_stat_replication WHERE state = 'streaming'")
    [ "${pid:-0}" = 0 ] || break
    sleep 0.2
  done
  read -r begin _ <"/proc/$pid/schedstat"
  sql "$postgres_port" "$(rows "$3" 40000)"
  until_there $(($3 + 40000))
  read -r end _ <"/proc/$pid/schedstat"
  echo $(((end - begin) / 1000000))
  sql "$subscriber" 'DROP SUBSCRIPTION s'
}
plain=$(cpu "$postgres_port" disable 20000)
tls=$(cpu "$postgres_port" require 60000)
echo "  CPU of the sender for 40,000 rows: plain $plain ms, TLS $tls ms"
check_between "times" 1.1 4 "$(awk -v a="$tls" -v b="$plain" 'BEGIN { printf "%.1f", a / b }')"
finish
