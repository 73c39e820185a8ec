#!/usr/bin/env bash
# Guess:  A kept TLS connection takes a client in Python some 30 KB more than one without TLS, whatever its list of CAs.
# So:     redis-py takes nearly 900 KB for each, 30 times: every connection has an SSLContext of its own, with the system's
#         list of 140 CAs in it, and keeps it as long as it lives. It does so, too, when it is given its own CA file
#         (`ssl_ca_certs`), which comes on top of the list. A pool of 100 connections is 90 MB in each process. psycopg has a
#         context for each connection, too, with what the file holds: 100 KB with its own CA, 917 KB with the system's list
#         in the file. Who gives one context for all connections has 50 KB: see redis-py-context-per-connection for what it
#         costs in CPU.
# Seen:   29 November 2026, KB of resident memory for each of 40 kept connections. redis 8.1.0: 29 without TLS, 885 with its
#         own CA file, 914 with one that holds the system's list, too, 52 with one context for all. psycopg 3.3.9 (PostgreSQL
#         18.1): 18 without TLS, 100 with its own CA, 917 with the system's list, too. Python 3.11.7, Debian 12 with 140 CAs,
#         glibc 2.36.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
python_with py redis==8.1.0 'psycopg[binary]==3.3.9'
list=$(py/bin/python -c 'import ssl; print(ssl.get_default_verify_paths().cafile or "")')
[ -n "$list" ] && [ "$(grep -c BEGIN "$list")" -ge 50 ] ||
  missing "needs a system whose OpenSSL finds a list of CAs (Debian: package ca-certificates)"
cat tls/ca.pem "$list" >tls/list.pem
redis_protocol_server
postgres_server 18.1.0
cat >memory.py <<'PYTHON'
import os, ssl, sys
mode, redis_port, postgres_port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
def resident(): return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
if mode.startswith("redis"):
    import redis
    if mode == "redis-shared":
        context = ssl.create_default_context(cafile="tls/ca.pem")
        ssl.create_default_context = lambda *ignored, **too: context
    files = {"redis-own": "tls/ca.pem", "redis-list": "tls/list.pem", "redis-shared": None}
    def connect():
        options = {"ssl": True, "ssl_ca_certs": files[mode], "single_connection_client": True}
        client = redis.Redis(host="localhost", port=redis_port, **options)
        client.ping()
        return client
else:
    import psycopg
    tls = "sslmode=verify-ca sslrootcert=tls/"
    options = {"plain": "sslmode=disable", "own": tls + "ca.pem", "list": tls + "list.pem"}[mode.split("-")[1]]
    address = f"host=127.0.0.1 port={postgres_port} user=postgres password=secret dbname=postgres"
    def connect():
        connection = psycopg.connect(f"{address} {options}", autocommit=True)
        connection.execute("SELECT 1").fetchone()
        return connection
kept = [connect() for _ in range(10)]
before = resident()
for _ in range(40): kept.append(connect())
print((resident() - before) / 40, flush=True)
os._exit(0)
PYTHON
kb() { py/bin/python memory.py "$1" "$redis_port" "$postgres_port" 2>memory.log || missing "$1: $(tail -1 memory.log)"; }
echo "KB of resident memory for each of 40 kept TLS connections"
check_between "redis-py, its own CA file" 400 2000 "$(kb redis-own)"
check_between "redis-py, a file with the system's list" 400 2000 "$(kb redis-list)"
check_between "redis-py, one context for all" 10 120 "$(kb redis-shared)"
check_between "psycopg, without TLS" 0 100 "$(kb psycopg-plain)"
check_between "psycopg, its own CA file" 10 300 "$(kb psycopg-own)"
check_between "psycopg, a file with the system's list" 300 2000 "$(kb psycopg-list)"
finish
