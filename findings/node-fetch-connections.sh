#!/usr/bin/env bash
# Guess:  Requests that follow one another with fetch() use one connection, 20 at a time use 20, as with https.Agent.
# So:     Node's fetch makes twice as many. A request that comes right after the last answer, which was read to its end, does not get that
#         answer's connection but a new one, so that even one request at a time makes two TLS handshakes, the second resumed if the
#         first has brought a ticket; 20 at a time make 40 connections. With 50 ms between there is one. It is so without TLS, too.
#         https.Agent makes 1 and 20.
# Seen:   28 November 2026, Node 20.20.2 and 24.11.1, a server that answers after 2 ms: 1, 2, 2, 1, 40, 2; 1 and 20.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node
certificate
cat >server.js <<'JS'
const fs = require('fs');
let n = 0, resumed = 0;
const answer = (q, a) => { q.resume(); setTimeout(() => a.end('{}'), 2); };
const tls = require('https').createServer({ cert: fs.readFileSync('tls/server.pem'), key: fs.readFileSync('tls/server.key') }, answer);
const plain = require('http').createServer(answer);
tls.on('secureConnection', s => { n++; resumed += s.isSessionReused(); });
plain.on('connection', () => n++);
for (const s of [tls, plain]) { s.keepAliveTimeout = 60000; s.listen(0, '127.0.0.1', () => console.log((s === tls ? 'https ' : 'http ') + s.address().port)); }
process.on('SIGUSR2', () => { console.log('counts ' + n + ' ' + resumed); n = resumed = 0; });
JS
cat >get.js <<'JS'
const [, , url, how, n, rounds] = process.argv, h = require(url.split(':')[0]), agent = new h.Agent({ keepAlive: true });
const once = how !== 'agent' ? async () => (await fetch(url)).text() : () => new Promise((y, x) => h.get(url, { agent }, r => r.resume().on('end', y)).on('error', x));
const many = async () => {
  for (let i = 0; i < rounds; i++) {
    await once();
    if (how === 'pause') await new Promise(y => setTimeout(y, 50));
  }
};
Promise.all([...Array(+n)].map(many)).then(() => process.exit(0));
JS
start server node server.js
server=$last
wait_for server.log '^https '
wait_for server.log '^http '
export NODE_EXTRA_CA_CERTS=tls/ca.pem
run() { # SCHEME fetch|pause|agent AT_A_TIME EACH: connections
  local url="$1://127.0.0.1:$(port_in server.log "$1 ")/"
  shift
  node get.js "$url" "$@" 2>client.log || missing "$(tail -1 client.log)"
  kill -USR2 "$server"
  sleep 0.5
  grep ^counts server.log | tail -1 | cut -d' ' -f2
}
echo "  Node $(node -v)"
check "https, fetch, one request: connections" 1 "$(run https fetch 1 1)"
check "two, one after the other" 2 "$(run https fetch 1 2)"
check "50, one after the other" 2 "$(run https fetch 1 50)"
check "10, 50 ms apart" 1 "$(run https pause 1 10)"
check_between "20 at a time, 50 each" 30 40 "$(run https fetch 20 50)"
check "http, fetch, two, one after the other" 2 "$(run http fetch 1 2)"
check "https.Agent, 50, one after the other" 1 "$(run https agent 1 50)"
check "https.Agent, 20 at a time, 50 each" 20 "$(run https agent 20 50)"
finish
