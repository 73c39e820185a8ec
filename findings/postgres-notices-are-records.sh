#!/usr/bin/env bash
# Guess:  PostgreSQL sends the notices of a statement as it sends its rows: as many as fit in 8 KB are one TLS record.
# So:     Each notice is flushed, and so it is a record and a call that writes: 1,000 of RAISE NOTICE are 1,000 records and 156 KB, where the same
#         text as 1,000 rows takes five records and 32 KB; DROP TABLE IF EXISTS of 100 tables that are not there 100 more, VACUUM (VERBOSE) of an empty
#         database 214. The client reads as many times, which with TLS takes three times the CPU that it takes without. With
#         client_min_messages = warning there are none.
# Seen:   30 November 2026, PostgreSQL 18.1, psycopg 3.3.9, TLS 1.3: the server's records 1,009, 12, 109, 223; the client's CPU for 1,000 notices
#         5.3 ms, without TLS 1.8; for 1,000 rows 0.6 to 0.9 both.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
postgres_server 18.1.0
relay "$postgres_port"
cat >notices.py <<'PYTHON'
import psycopg, resource, sys
port, mode, times, what = sys.argv[1:]
where = f"host=localhost hostaddr=127.0.0.1 port={port} user=postgres password=secret dbname=postgres sslmode={mode} sslrootcert=tls/ca.pem"
statements = {
    "nothing": "SELECT 1",
    "notices": "DO $$ BEGIN FOR i IN 1..1000 LOOP RAISE NOTICE 'row % of the loop', i; END LOOP; END $$",
    "rows": "SELECT 'row ' || i || ' of the loop' FROM generate_series(1, 1000) i",
    "drop": "DROP TABLE IF EXISTS " + ", ".join("missing%d" % i for i in range(100)),
    "vacuum": "VACUUM (VERBOSE)"}
seen = []
def cpu():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_utime + r.ru_stime
with psycopg.connect(where, autocommit=True) as c:
    c.add_notice_handler(lambda n: seen.append(n.severity_nonlocalized))
    if what == "quiet": c.execute("SET client_min_messages = warning")
    before = cpu()
    for _ in range(int(times)): c.execute(statements["drop" if what == "quiet" else what])
    print(len(seen), round((cpu() - before) * 1e3 / int(times), 2))
PYTHON
seen() { # WHAT: notices that the client got, the server's records and their bytes, without those of a SELECT
  rm -f wire.jsonl
  py/bin/python notices.py "$relay_port" verify-full 1 "$1" >notices.log 2>&1 || missing "the client failed: $(tail -1 notices.log)"
  read -r notices _ <notices.log
  read -r records bytes <<<"$(wire '(lambda sizes: "%d %d" % (len(sizes), sum(sizes)))([size for side, kind, size in lines[0]["log"] if side == "S" and kind == 23])')"
}
seen nothing
before=$records
for expected in 'notices 1000 990 1010' 'rows 0 1 12' 'drop 100 98 104' 'quiet 0 0 4'; do
  read -r what count least most <<<"$expected"
  seen "$what"
  check "$what: notices" "$count" "$notices"
  check_between "$what: the server's records more than a SELECT's" "$least" "$most" "$((records - before))"
  [ "$what" != notices ] || of_notices=$bytes
  [ "$what" != rows ] || of_rows=$bytes
done
seen vacuum
check_between "VACUUM (VERBOSE): notices" 50 1000 "$notices"
check_between "records for each of them" 0.95 1.1 "$(awk -v r=$((records - before)) -v n="$notices" 'BEGIN { printf "%.2f", r / n }')"
check_between "bytes of 1,000 notices relative to those of 1,000 rows" 4 6 "$(awk -v a="$of_notices" -v b="$of_rows" 'BEGIN { printf "%.1f", a / b }')"
for mode in disable verify-full disable verify-full; do
  read -r _ ms <<<"$(py/bin/python notices.py "$postgres_port" $mode 20 notices)"
  echo "  client's CPU for 1,000 notices, sslmode=$mode: $ms ms"
  declare "ms_${mode/-/_}=$ms"
done
# shellcheck disable=SC2154 # set by declare
check_between "with TLS relative to without" 1.6 6 "$(awk -v a="$ms_verify_full" -v b="$ms_disable" 'BEGIN { printf "%.1f", a / b }')"
finish
