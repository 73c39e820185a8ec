#!/usr/bin/env bash
# Guess:  Of the CPU that a client spends on a new connection to PostgreSQL, TLS with its certificates is the dear part, the password a
#         small one.
# So:     SCRAM-SHA-256 makes the client hash 4,096 times for each connection: with psycopg that is more than twice what the TLS 1.3
#         handshake adds, with asyncpg and node pg about as much, with PgJDBC half. So what TLS adds to new connections looks
#         far smaller, in per cent, where there is a password.
# Seen:   28 November 2026, PostgreSQL 18.1, a key of RSA-2048, ms of CPU that the password and TLS add: psycopg 3.3.9 (a context for
#         each connection) 4.2 and 1.5; asyncpg 0.32.0 (one context) 1.7 to 2.3 and 1.3 to 2.0. By hand node pg 8.23.1 on Node 20 3.5 and 3.2,
#         PgJDBC 42.7.8 on OpenJDK 17 2.4 and 4.8.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 asyncpg==0.32.0
postgres_server 18.1.0
cat >connect.py <<'PYTHON'
import asyncio, os, sys, time
name, port, user, tls = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4] == "tls"
n = 100
def report(start): print(round(1e6 * (time.process_time() - start) / n))
if name == "psycopg":
    import psycopg
    at = dict(host="localhost", hostaddr="127.0.0.1", port=port, user=user, password="secret", dbname="postgres", sslmode="verify-full" if tls else "disable", sslrootcert="tls/ca.pem")
    for i in range(n): psycopg.connect(**at).close()
    start = time.process_time()
    for i in range(n): psycopg.connect(**at).close()
    report(start)
else:
    import asyncpg, ssl
    context = ssl.create_default_context(cafile="tls/ca.pem") if tls else False
    async def main():
        async def once(): await (await asyncpg.connect(host="localhost", port=port, user=user, password="secret", database="postgres", ssl=context)).close()
        for i in range(n): await once()
        start = time.process_time()
        for i in range(n): await once()
        report(start)
    asyncio.run(main())
PYTHON
py/bin/python - "$postgres_port" <<'PYTHON'
import psycopg, sys
with psycopg.connect(host="127.0.0.1", port=sys.argv[1], user="postgres", password="secret", dbname="postgres", autocommit=True) as c: c.execute("CREATE USER trusted")
PYTHON
sed -i '1i host all trusted 127.0.0.1/32 trust' pg/data/pg_hba.conf
kill -HUP "$(head -1 pg/data/postmaster.pid)"
sleep 1
run() { py/bin/python connect.py "$1" "$postgres_port" "$2" "$3" 2>client.log || missing "$1: $(tail -1 client.log)"; } # DRIVER USER plain|tls
for line in psycopg:1.2:6 asyncpg:0.5:6; do
  IFS=: read -r driver least most <<<"$line"
  none=$(run $driver trusted plain) password=$(run $driver postgres plain) tls=$(run $driver trusted tls)
  echo "  $driver, µs of CPU for a connection: neither $none, password $password, TLS $tls, both $(run $driver postgres tls)"
  check_between "what the password adds relative to what TLS adds" "$least" "$most" "$(awk "BEGIN { print ($password - $none) / ($tls - $none) }")"
done
finish
