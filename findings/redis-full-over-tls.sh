#!/usr/bin/env bash
# Guess:  A server that has no room for more connections says so, with TLS as without.
# So:     Redis says "max number of clients reached" without TLS only. With TLS it closes the connection before the handshake, and not a word is
#         sent: redis-cli sees "SSL_connect failed", redis-py "EOF occurred in violation of protocol", ioredis "disconnected before secure TLS
#         connection": whoever reads that looks at certificates. redis-py tries eleven times. What tells it is the server: rejected_connections in
#         INFO. PostgreSQL says why with TLS, too, after a full handshake and before the password; MariaDB in clear, before the handshake.
# Seen:   30 November 2026, Redis 7.0.15, redis-cli, redis-py 8.1.0, ioredis 6.0.0; PostgreSQL 18.1 with psycopg 3.3.9, MariaDB 11.4.5 with PyMySQL by hand.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm
certificate
python_with py redis==8.1.0 psycopg==3.3.9 psycopg-binary==3.3.9
node_with ioredis@6.0.0
debian redis-server redis-tools libjemalloc2 liblzf1
redis_server --maxclients 3
relay "$plain_port"
plain_relay=$relay_port
relay "$redis_port"
tls_relay=$relay_port
cat >client.py <<'PYTHON'
import redis, socket, ssl, subprocess, sys
who, port, kept_port, way = sys.argv[1:]
context = ssl.create_default_context(cafile="tls/ca.pem")
kept = []
for _ in range(3): # fill the server
    s = socket.create_connection(("127.0.0.1", int(kept_port)))
    if way == "tls": s = context.wrap_socket(s, server_hostname="localhost")
    s.sendall(b"PING\r\n")
    assert s.recv(10) == b"+PONG\r\n"
    kept.append(s)
if who == "redis-py":
    try: redis.Redis(host="localhost", port=int(port), **({"ssl": True, "ssl_ca_certs": "tls/ca.pem"} if way == "tls" else {})).ping()
    except redis.ConnectionError as e: print(e)
elif who == "ioredis": print(subprocess.run(["node", "client.js", port, way], capture_output=True, text=True, timeout=60).stdout)
else:
    answer = subprocess.run(["redis-cli", "-h", "localhost", "-p", port, *(["--tls", "--cacert", "tls/ca.pem"] if way == "tls" else []), "PING"], capture_output=True, text=True, timeout=60)
    print(answer.stdout, answer.stderr)
PYTHON
cat >client.js <<'NODE'
const [port, way] = process.argv.slice(2)
const client = new (require('ioredis'))({ host: 'localhost', port: +port, family: 4, maxRetriesPerRequest: 1,
  ...(way === 'tls' ? { tls: { ca: require('fs').readFileSync('tls/ca.pem') } } : {}) })
client.on('error', e => console.log(e.message))
client.ping().catch(e => console.log(e.message)).then(() => process.exit())
NODE
told() { # WHO WAY: whether the client learns why
  local port=$tls_relay kept=$redis_port
  [ "$2" = tls ] || port=$plain_relay kept=$plain_port
  rm -f wire.jsonl
  timeout 90 py/bin/python client.py "$1" "$port" "$kept" "$2" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  sleep 1
  if grep -q 'max number of clients' client.log; then echo told; else echo "not told"; fi
}
for who in redis-cli redis-py; do check "$who without TLS" told "$(told $who plain)"; done
for who in redis-cli redis-py ioredis; do
  check "$who with TLS" "not told" "$(told $who tls)"
  echo "    $(grep -m1 . client.log)"
  [ $who != redis-py ] || check_between "its connections for one PING" 2 12 "$(wire 'len(lines)')"
  check "records of the server" 0 "$(wire 'sum(side == "S" for line in lines for side, kind, size in line["log"])')"
done
check_between "rejected_connections in INFO" 15 100 "$(redis-cli -p "$plain_port" info stats | tr -d '\r' | sed -n 's/^rejected_connections://p')"
postgres_server 18.1.0 -c max_connections=3 -c superuser_reserved_connections=0 -c reserved_connections=0
relay "$postgres_port"
rm -f wire.jsonl
cat >postgres.py <<'PYTHON'
import psycopg, sys
def connect(port): return psycopg.connect(f"host=localhost hostaddr=127.0.0.1 port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem")
kept = [connect(sys.argv[1]) for _ in range(3)]
try: connect(sys.argv[2])
except psycopg.OperationalError as e: print("told" if "too many clients" in str(e) else e)
PYTHON
check "PostgreSQL with TLS" told "$(py/bin/python postgres.py "$postgres_port" "$relay_port" 2>&1)"
check "after a full handshake" False "$(wire 'lines[0]["resumed"]')"
finish
