#!/usr/bin/env bash
# Guess:  A dump of small tables costs a few round trips for each: two with pg_dump, eight with mariadb-dump, and of an empty database nearly
#         nothing.
# So:     mariadb-dump makes twelve for each table, if it is empty, too: a hundred tables are 1,200 round trips and 2,400 TLS records. pg_dump
#         makes two, but before that it reads the catalogue, also of an empty database: 63 round trips and 690 KB from the server, each time.
#         Where the way to the server is long, that is what a dump of many small tables takes, and psql's or mariadb's own time says nothing of it.
# Seen:   30 November 2026, pg_dump 15.20 and mariadb-dump 10.11 of Debian 12, mariadb-dump 11.4.5 the same; PostgreSQL 15.15, MariaDB 11.4.5.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
debian postgresql-client-15 libpq5 mariadb-client mariadb-client-core
postgres=$W/root/usr/lib/postgresql/15/bin
postgres_server 15.15.0
mariadb_server
for i in $(seq 100); do echo "CREATE TABLE t$i (i int PRIMARY KEY, s text);"; done >tables.sql
export PGPASSWORD=secret PGSSLMODE=verify-full PGSSLROOTCERT=$W/tls/ca.pem PGUSER=postgres PGHOST=localhost PGHOSTADDR=127.0.0.1
"$postgres/psql" -q -p "$postgres_port" -d postgres -c 'CREATE DATABASE none' -c 'CREATE DATABASE hundred' &&
  "$postgres/psql" -q -p "$postgres_port" -d hundred -f tables.sql || missing "psql could not make the tables"
client=("$mariadb/bin/mariadb" --no-defaults -h 127.0.0.1 -P "$mariadb_port" -u test -psecret --ssl-ca=tls/ca.pem)
"${client[@]}" -e 'CREATE DATABASE none; CREATE DATABASE hundred' && "${client[@]}" hundred <tables.sql || missing "mariadb could not make the tables"
dump() { # BEFORE COMMAND...: round trips and the server's bytes
  local before=$1
  shift
  rm -f wire.jsonl
  "$@" >dump.sql 2>dump.log || missing "the dump failed: $(tail -1 dump.log)"
  round_trips "$before" | tail -1 | cut -d' ' -f1,4
}
relay "$postgres_port"
read -r none bytes <<<"$(dump 4 "$postgres/pg_dump" -p "$relay_port" none)"
read -r hundred _ <<<"$(dump 4 "$postgres/pg_dump" -p "$relay_port" hundred)"
[ "$(grep -c '^CREATE TABLE' dump.sql)" = 100 ] || missing "pg_dump's file does not have the 100 tables"
check_between "pg_dump, an empty database: round trips" 50 80 "$none"
check_between "bytes of the server" 500000 900000 "$bytes"
check "round trips for each of 100 tables" 2 "$(((hundred - none) / 100))"
kill "$relay_pid"
relay "$mariadb_port"
for program in "$W/root/usr/bin/mariadb-dump" "$mariadb/bin/mariadb-dump"; do
  echo "  $("$program" --version | sed 's/.*Distrib/Distrib/')"
  arguments=(--no-defaults -h 127.0.0.1 -P "$relay_port" -u test -psecret --ssl-ca=tls/ca.pem)
  read -r none _ <<<"$(dump 2 "$program" "${arguments[@]}" none)"
  read -r hundred _ <<<"$(dump 2 "$program" "${arguments[@]}" hundred)"
  [ "$(grep -c '^CREATE TABLE' dump.sql)" = 100 ] || missing "mariadb-dump's file does not have the 100 tables"
  check_between "mariadb-dump, an empty database: round trips" 5 15 "$none"
  check "round trips for each of 100 tables" 12 "$(((hundred - none) / 100))"
done
finish
