#!/usr/bin/env bash
# Guess:  To trust one CA more, one gives `ca: [...tls.rootCertificates, own]`; that costs something once, when the program starts.
# So:     Each connection that is given it parses all 140 certificates anew, as ioredis, node pg and mysql2 pass their `tls` or `ssl`
#         on: 10 to 30 ms of CPU, forty to sixty times a context with one's own CA alone, and five to fourteen times a whole
#         connection. With nothing given, Node uses its list without parsing it again. A context made once (`secureContext`)
#         costs nothing more.
# Seen:   28 November 2026, µs of CPU for tls.createSecureContext with one CA, with nothing, with all and one more: Node 20.20.2
#         439, 179, 26,273; Node 24.11.1 300, 235, 11,550. A new connection with all, relative to one with one CA: 14 and 5 times.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node npm
certificate
npm install --prefix "$W/new" --no-audit --no-fund --silent node@24.11.1 >npm.log 2>&1 || missing "npm could not install node@24.11.1: $(tail -1 npm.log)"
echo_server
cat >contexts.js <<'JS'
const tls = require('tls'), own = require('fs').readFileSync('tls/ca.pem'), all = [...tls.rootCertificates, own], port = +process.argv[2];
const used = start => { const { user, system } = process.cpuUsage(start); return user + system; };
const least = (count, f) => {
  f();
  return Math.min(...Array.from({ length: 5 }, () => { const start = process.cpuUsage(); for (let i = 0; i < count; i++) f(); return used(start) / count; }));
};
const connect = options => new Promise((done, failed) => {
  const s = tls.connect({ host: '127.0.0.1', port, servername: 'localhost', ...options }, () => s.end(done)).on('error', failed).resume();
});
const connections = async options => {
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < 20; i++) await connect(options);
    least = Math.min(least, used(start) / 20);
  }
  return least;
};
(async () => {
  const figures = [least(50, () => tls.createSecureContext({ ca: own })), least(50, () => tls.createSecureContext()), least(5, () => tls.createSecureContext({ ca: all })),
    await connections({ ca: own }), await connections({ ca: all }), await connections({ secureContext: tls.createSecureContext({ ca: all }) })];
  console.log(...figures.map(Math.round), process.version, tls.rootCertificates.length);
  process.exit();
})();
JS
for node in node "$W/new/node_modules/node/bin/node"; do
  figures=$("$node" contexts.js "$echo_port" 2>node.log) || missing "Node failed: $(tail -1 node.log)"
  read -r own none all connection_own connection_all connection_shared version count <<<"$figures"
  echo "  Node $version, $count certificates, µs for a context with one CA, none, all and one: $own, $none, $all; for a connection with one, all, all in a context made once: $connection_own, $connection_all, $connection_shared"
  check_between "a context with all over one with one CA" 15 150 "$((all / own))"
  check_between "a context with none over one with one CA, per cent" 10 150 "$((none * 100 / own))"
  check_between "a connection with all over one with one CA, tenths" 25 300 "$((connection_all * 10 / connection_own))"
  check_between "a connection with all in a context made once over one with one CA, tenths" 3 15 "$((connection_shared * 10 / connection_own))"
done
finish
