#!/usr/bin/env bash
# Guess:  A pooler passes on what PostgreSQL sends: what it says to a new client is one record, the answer to a SELECT another.
# So:     Pgpool-II sends message by message: 18 records with 6 to 39 bytes each where PostgreSQL sends one with 444, and a
#         SELECT's answer in three (columns; rows; "ready for query"). So what a record costs, in CPU and system calls of both ends,
#         is paid three times for each statement, and nearly half of a new connection's bytes are TLS's.
# Seen:   29 November 2026, Pgpool-II 4.3.5 of Debian 12, PostgreSQL 18.1: 1 record of 461 bytes and 1 for each SELECT; by way of
#         Pgpool-II 18 of 750 bytes and 3. Its only curve is P-256, as PostgreSQL's was up to 17: see postgres-group-round-trip.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
debian pgpool2 libpgpool2 libmemcached11 libhashkit2
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
postgres_server 18.1.0
sed -i 's/scram-sha-256/trust/' pg/data/pg_hba.conf
kill -HUP "$(head -1 pg/data/postmaster.pid)"
mkdir pool
port=$(free_port)
printf '%s\n' "listen_addresses = '127.0.0.1'" "port = $port" "socket_dir = '$W/pool'" "pcp_listen_addresses = ''" "pcp_port = $(free_port)" \
  "pcp_socket_dir = '$W/pool'" "backend_clustering_mode = 'raw'" "backend_hostname0 = '127.0.0.1'" "backend_port0 = $postgres_port" \
  "num_init_children = 4" "pid_file_name = '$W/pool/pid'" "logdir = '$W/pool'" "work_dir = '$W/pool'" "ssl = on" \
  "ssl_key = '$W/tls/server.key'" "ssl_cert = '$W/tls/server.pem'" >pool/pgpool.conf
touch pool/pcp.conf pool/pool_hba.conf pool/pool_passwd
[ "$(id -u)" != 0 ] || chown -R 65534 pool
start pgpool as_user pgpool -n -f "$W/pool/pgpool.conf" -F "$W/pool/pcp.conf" -a "$W/pool/pool_hba.conf"
pgpool=$last
wait_port "$port"
cat >ask.py <<'PYTHON'
import psycopg, sys, time
with psycopg.connect(hostaddr="127.0.0.1", port=sys.argv[1], user="postgres", password="any", dbname="postgres", sslmode="require", autocommit=True) as c:
    for _ in range(3): c.execute("SELECT 1").fetchall(); time.sleep(0.1)
    time.sleep(0.2)
PYTHON
asked() { # PORT: of a client's connection: ClientHellos, group, the server's records before the first query, and in answer to each SELECT
  relay "$1"
  rm -f wire.jsonl
  py/bin/python ask.py "$relay_port" 2>ask.log || missing "the client could not connect: $(tail -1 ask.log)"
  cat >count.py <<'PYTHON'
import json
line = json.loads(open("wire.jsonl").readline())
log = [(side, kind, size) for side, kind, size in line["log"] if kind != 20]
hellos = sum(side == "C" and kind == 22 for side, kind, size in log)
requests = [i for i, (side, kind, size) in enumerate(log) if side == "C" and kind == 23]
# requests: Finished, startup packet, three queries, Terminate, and perhaps close_notify
startup, queries = requests[1], requests[2:5]
# without the two tickets, 74 bytes each, which come before or after the startup packet
answers = lambda begin, end: [size for side, kind, size in log[begin:end] if side == "S" and size != 74]
new = answers(startup, queries[0])
print(hellos, line["server"]["group"], len(new), sum(new), *(len(answers(a, b)) for a, b in zip(queries, requests[3:6])))
PYTHON
  sleep 1
  python3 count.py || exit 2
  kill "$relay_pid"
}
echo "  $(pgpool --version 2>&1 | head -1)"
read -r hellos group records bytes first second third <<<"$(asked "$postgres_port")"
check "PostgreSQL: records that answer the startup packet" 1 "$records"
echo "  their bytes: $bytes"
check "records of three SELECTs" "1 1 1" "$first $second $third"
read -r hellos group records bytes first second third <<<"$(asked "$port")"
check_between "Pgpool-II: records that answer the startup packet" 15 25 "$records"
echo "  their bytes: $bytes"
check "records of three SELECTs" "3 3 3" "$first $second $third"
check "ClientHellos, and the group" "2 secp256r1" "$hellos $group"
finish
