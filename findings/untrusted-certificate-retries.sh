#!/usr/bin/env bash
# Guess:  A driver that does not trust the server's certificate says so at once, after one TLS handshake: what was refused now will be
#         refused in a second, too.
# So:     Half of them treat it as a server that is away for a moment. MongoDB's drivers try for 30 s, twice a second: some 60 full
#         handshakes for one command. redis-py makes 11, go-redis 5. ioredis makes 21 in 75 s, and its error does not speak of the
#         certificate; node-redis' connect() neither returns nor fails. A pool of psycopg fails after 30 s with "couldn't get a
#         connection". So one wrong file, after a renewal say, is a load on the server by clients that none of them can use. asyncpg,
#         psycopg without a pool, node pg and mysql2 fail at once.
# Seen:   29 November 2026, PyMongo 4.20.1, mongodb (npm) 7.9.0, redis 8.1.0, redis (npm) 6.3.1, ioredis 6.0.0, go-redis 9.23.0, psycopg 3.3.9,
#         psycopg-pool 3.3.3, asyncpg 0.32.0, pg (npm) 8.16.3, all with their defaults. By hand: MongoDB's driver in Go (2.3.0) 61 in 30 s;
#         pgx, go-sql-driver, mysql-connector-python and mysql2 1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go python3
certificate
openssl req -x509 -newkey rsa:2048 -nodes -keyout tls/other.key -out tls/other.pem -days 30 -subj '/CN=Other CA' 2>/dev/null
python_with drivers redis==8.1.0 pymongo==4.20.1 'psycopg[binary]==3.3.9' psycopg-pool==3.3.3 asyncpg==0.32.0
node_with ioredis@6.0.0 redis@6.3.1 mongodb@7.9.0 pg@8.16.3
cat >server.py <<'PYTHON'
"""A line for each connection that begins a TLS handshake; with the argument `postgres` after PostgreSQL's request for it."""
import socket, ssl, sys, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0), backlog=128)
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        if sys.argv[1:]: s.recv(8); s.sendall(b"S")
        print("handshake", flush=True)
        context.wrap_socket(s, server_side=True).recv(1)
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >client.py <<'PYTHON'
import asyncio, os, sys
what, port = sys.argv[1:]
dsn = f"postgresql://test:secret@localhost:{port}/test?sslmode=verify-full&sslrootcert=tls/other.pem"
try:
    if what == "redis-py":
        import redis; redis.Redis("localhost", int(port), ssl=True, ssl_ca_certs="tls/other.pem").ping()
    elif what == "PyMongo":
        import pymongo; pymongo.MongoClient(f"mongodb://localhost:{port}/?tls=true&tlsCAFile=tls/other.pem").admin.command("ping")
    elif what == "psycopg":
        import psycopg; psycopg.connect(dsn)
    elif what == "asyncpg":
        import asyncpg; asyncio.run(asyncpg.connect(dsn))
    else:
        import logging, psycopg_pool
        logging.disable()
        psycopg_pool.ConnectionPool(dsn, open=True).getconn()
except Exception as e: print(str(e).replace("\n", " "), flush=True)
os._exit(0)
PYTHON
cat >client.js <<'JS'
const fs = require('fs')
const [what, port] = process.argv.slice(2)
const ca = fs.readFileSync('tls/other.pem')
const clients = {
  ioredis: () => { const r = new (require('ioredis'))({ port: +port, tls: { ca, servername: 'localhost' } }); r.on('error', () => {}); return r.ping() },
  'node-redis': () => { const r = require('redis').createClient({ socket: { port: +port, tls: true, ca } }); r.on('error', () => {}); return r.connect() },
  mongodb: () => new (require('mongodb').MongoClient)(`mongodb://localhost:${port}/?tls=true&tlsCAFile=tls/other.pem`).db('test').command({ ping: 1 }),
  pg: () => new (require('pg').Client)({ host: 'localhost', port: +port, user: 'test', password: 'secret', ssl: { ca } }).connect(),
}
clients[what]().catch((e) => console.log(e.message)).then(() => process.exit())
JS
go_redis_program client tls/other.pem <<'GO'
func main() {
	fmt.Println(redis.NewClient(&redis.Options{Addr: "localhost:" + os.Args[2], TLSConfig: &tls.Config{RootCAs: roots}}).Ping(context.Background()).Err())
}
GO
begin() { # NAME PROTOCOL COMMAND...: a server and its client
  local name=$1 protocol=$2
  shift 2
  start "$name.server" python3 server.py $protocol
  wait_for "$name.server.log" '^port '
  start "$name" "$@" "$name" "$(port_in "$name.server.log" port)"
}
begin ioredis '' node client.js
begin node-redis '' node client.js
node_redis=$last
begin mongodb '' node client.js
begin PyMongo '' drivers/bin/python client.py
begin psycopg_pool postgres drivers/bin/python client.py
begin redis-py '' drivers/bin/python client.py
begin go-redis '' ./client
begin psycopg postgres drivers/bin/python client.py
begin asyncpg postgres drivers/bin/python client.py
begin pg postgres node client.js
handshakes() { grep -c handshake "$1.server.log"; }
for i in $(seq 1500); do grep -q . ioredis.log && break; sleep 0.1; done
for client in psycopg asyncpg pg; do
  check "$client, handshakes" 1 "$(handshakes $client)"
  check "$client speaks of the certificate" 1 "$(grep -c certificate $client.log)"
done
check "redis-py" 11 "$(handshakes redis-py)"
check "go-redis" 5 "$(handshakes go-redis)"
check_between "PyMongo" 45 62 "$(handshakes PyMongo)"
check_between "mongodb (npm)" 45 62 "$(handshakes mongodb)"
check_between "a pool of psycopg with its defaults" 12 28 "$(handshakes psycopg_pool)"
check "it says" "couldn't get a connection after 30.00 sec" "$(tail -1 psycopg_pool.log)"
check "ioredis" 21 "$(handshakes ioredis)"
check "it speaks of the certificate" 0 "$(grep -c certificate ioredis.log)"
check "node-redis after 75 s: still trying" yes "$(kill -0 "$node_redis" && [ ! -s node-redis.log ] && [ "$(handshakes node-redis)" -gt 20 ] && echo yes)"
finish
