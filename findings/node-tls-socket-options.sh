#!/usr/bin/env bash
# Guess:  `noDelay: true, keepAlive: true` do the same given to net.connect and to tls.connect, whose manual says that it takes the
#         options of socket.connect(), too; and a driver's socket options do not depend on TLS.
# So:     tls.connect drops both in silence: Nagle's algorithm stays on, and no keep-alive is sent. node-redis hands its options to
#         tls.connect, its defaults as well as what is set, so with `tls: true` its connections have neither. https.Agent loses
#         noDelay, which http.Agent has by default. A second write before the first is acknowledged then waits for the other side's
#         delayed ACK, 40 ms. Whoever calls setNoDelay() and setKeepAlive() on the socket has both: ioredis, MongoDB's driver, fetch.
# Seen:   28 November 2026, Node 20.20.2 and 24.11.1, redis (npm) 6.3.1, ioredis 6.0.0, mongodb (npm) 7.8.0: two short writes and the
#         answer to both 0.1 ms with net.connect, 44 ms with tls.connect, 0.1 to 0.3 ms with tls.connect and setNoDelay(true).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node strace python3
certificate
node_with redis@6.3.1 ioredis@6.0.0 mongodb@7.8.0
cat >server.py <<'PYTHON'
import socket, ssl, sys, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def answer(data):
    if data.startswith(b"GET"): return b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    return b"2" * data.count(b"b") if data.strip(b"ab") == b"" else b"+OK\r\n" * data.count(b"*")
def serve(s):
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        if sys.argv[1] == "tls": s = context.wrap_socket(s, server_side=True)
        while data := s.recv(65536): s.sendall(answer(data))
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >connect.js <<'JS'
const [, , name, way, port] = process.argv, tls = way === 'tls', ca = require('fs').readFileSync('tls/ca.pem');
const at = { host: 'localhost', port: +port, family: 4 }, options = { ...at, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5000 };
const { Socket } = require('net'), connect = Socket.prototype.connect;
Socket.prototype.connect = function (...all) { // the process ends a while after its first connection
  this.once('connect', () => setTimeout(() => process.exit(0), 700));
  return connect.apply(this, all);
};
setTimeout(() => process.exit(1), 30000);
process.on('uncaughtException', console.log);
const redis = o => require('redis').createClient({ RESP: 2, socket: tls ? { ...o, tls, ca } : o }).on('error', console.log).connect().catch(console.log);
({
  connect: () => tls ? require('tls').connect({ ...options, ca }) : require('net').connect(options),
  redis: () => redis(at),
  'redis-set': () => redis(options),
  ioredis: () => new (require('ioredis').Redis)({ ...at, ...(tls ? { tls: { ca } } : {}), keepAlive: 5000 }).on('error', console.log),
  mongodb: () => new (require('mongodb').MongoClient)(`mongodb://localhost:${port}/`, tls ? { tls, ca } : {}).connect().catch(console.log),
  http: () => {
    const h = require(tls ? 'https' : 'http');
    h.get({ ...at, path: '/', ca, agent: new h.Agent({ keepAlive: true }) }, r => r.resume());
  },
  fetch: () => fetch(`http${tls ? 's' : ''}://localhost:${port}/`).catch(console.log),
})[name]();
JS
cat >exchange.js <<'JS'
// The median time in ms of 40 exchanges: a short message in two writes, and the answer to both.
const [, , way, port] = process.argv, tls = way !== 'plain', ca = require('fs').readFileSync('tls/ca.pem');
const options = { host: 'localhost', port: +port, family: 4, noDelay: true }, times = [];
const s = tls ? require('tls').connect({ ...options, ca }) : require('net').connect(options);
if (way === 'set') s.setNoDelay(true);
let start;
const ask = () => {
  start = performance.now();
  s.write('a');
  setImmediate(() => s.write('b'));
};
s.on('data', () => {
  times.push(performance.now() - start);
  if (times.length < 40) return ask();
  console.log(times.sort((a, b) => a - b)[20].toFixed(1));
  s.destroy();
});
s.once(tls ? 'secureConnect' : 'connect', ask);
JS
for way in plain tls; do
  start "$way" python3 server.py "$way"
  wait_for "$way.log" '^port '
done
export NODE_EXTRA_CA_CERTS=tls/ca.pem
seen() { # NAME WAY: which of the two the socket has
  local port
  port=$(port_in "$2.log" port)
  strace -f -qq -e trace=setsockopt,connect -e signal=none -o trace node connect.js "$1" "$2" "$port" >client.log 2>&1
  grep -q "htons($port)" trace || missing "$1 did not connect: $(tail -1 client.log)"
  echo "$(grep -q 'TCP_NODELAY, \[1\]' trace && echo noDelay || echo -) $(grep -q 'SO_KEEPALIVE, \[1\]' trace && echo keepAlive || echo -)"
}
echo "  Node $(node -v)"
for line in 'connect:- -' 'redis:- -' 'redis-set:- -' 'http:- keepAlive' 'ioredis:noDelay keepAlive' 'mongodb:noDelay keepAlive' 'fetch:noDelay keepAlive'; do
  name=${line%%:*}
  check "$name, plain" "noDelay keepAlive" "$(seen "$name" plain)"
  check "$name, TLS" "${line#*:}" "$(seen "$name" tls)"
done
check_between "two writes and an answer with net.connect({noDelay: true}), ms" 0 15 "$(node exchange.js plain "$(port_in plain.log port)")"
check_between "with tls.connect({noDelay: true})" 30 80 "$(node exchange.js tls "$(port_in tls.log port)")"
check_between "with tls.connect() and setNoDelay(true)" 0 15 "$(node exchange.js set "$(port_in tls.log port)")"
finish
