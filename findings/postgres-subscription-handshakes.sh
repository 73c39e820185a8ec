#!/usr/bin/env bash
# Guess:  A subscription of PostgreSQL is one TLS connection that stays, and one or two more while the tables are copied.
# So:     Each table is copied by a process of its own, over a connection of its own: a subscription to 50 empty tables makes 52 full handshakes
#         with as many proofs of the password, and 750 round trips, before it follows. So does each REFRESH PUBLICATION for the tables that
#         are new.
# Seen:   30 November 2026, PostgreSQL 18.1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
postgres_server 18.1.0 -c wal_level=logical
postgres_subscriber
relay "$postgres_port"
until_ready() { # COUNT: until the subscriber has so many tables, 100 s at most
  local i
  for i in $(seq 200); do
    [ "$(sql "$subscriber" "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate = 'r'")" = "$1" ] && return
    sleep 0.5
  done
  missing "the subscriber has not got $1 tables"
}
seen() { # what the subscription has made: connections, full handshakes, round trips in all
  wire '*(len(lines), sum(c["resumed"] is False for c in lines),
    sum(a[0] == "C" and b[0] == "S" for c in lines for r in [[x for x in c["log"] if x[1] == 23 and x[2] != 19]] for a, b in zip(r, r[1:])))'
}
tables() { for i in $(seq "$1" "$2"); do echo "CREATE TABLE t$i(i int PRIMARY KEY, s text)"; done; }
mapfile -t statements < <(tables 1 50)
sql "$postgres_port" "${statements[@]}" 'CREATE PUBLICATION p FOR ALL TABLES'
sql "$subscriber" "${statements[@]}"
sql "$subscriber" "CREATE SUBSCRIPTION s CONNECTION 'host=127.0.0.1 port=$relay_port user=postgres password=secret dbname=postgres sslmode=require' PUBLICATION p"
until_ready 50
mapfile -t statements < <(tables 51 60)
sql "$postgres_port" "${statements[@]}"
sql "$subscriber" "${statements[@]}"
read -r connections full trips <<<"$(seen)"
check_between "50 empty tables: connections that have ended" 51 55 "$connections"
check "full handshakes of them" "$connections" "$full"
check_between "round trips" 500 1100 "$trips"
sql "$subscriber" 'ALTER SUBSCRIPTION s REFRESH PUBLICATION'
until_ready 60
read -r more _ <<<"$(seen)"
check_between "REFRESH PUBLICATION for ten more: connections" 11 13 "$((more - connections))"
sql "$subscriber" 'DROP SUBSCRIPTION s'
read -r last _ <<<"$(seen)"
check "at its end: the one that had stayed, and one to drop it" 2 "$((last - more))"
finish
