#!/usr/bin/env bash
# Guess:  a TLS connection of Node that has been closed takes no memory any more, or what it took is seen by the garbage collector.
# So:     With the system's list of CAs as `ca:`, as many drivers are configured, each connection makes a context with 140
#         certificates, 0.7 MB outside of Node's heap, of which the collector is told next to nothing. It has no reason to
#         run, so a program that opens connections one after the other and closes each grows by 200 to 300 MB in 300 of them,
#         while `process.memoryUsage()` shows 1 MB more in heapUsed and nothing in external. One context for all
#         (`secureContext`) takes next to nothing, and a collection that is asked for
#         gives the memory back.
# Seen:   30 November 2026, Node 20.20.2, Debian 12 (140 CAs), MB more after 300 connections: 208 and 300 in resident memory, 1 in
#         heapUsed, 0 in external; 9 with one context, 16 with a CA file of one certificate, 24 with a collection after each twenty.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3
list=/etc/ssl/certs/ca-certificates.crt
[ -r "$list" ] || missing "needs $list (package ca-certificates)"
certificate
echo_server
cat "$list" tls/ca.pem >tls/list.pem
cat >client.js <<'JS'
const tls = require("tls"), [, , port, file, shared, collect] = process.argv;
const ca = require("fs").readFileSync(file), secureContext = shared === "shared" ? tls.createSecureContext({ ca }) : undefined;
const connection = () => new Promise((done, fail) => {
  const s = tls.connect({ host: "127.0.0.1", port, servername: "localhost", ca, secureContext }, () => s.end("hello"));
  s.resume().on("close", done).on("error", fail);
});
const mb = now => [now.rss, now.heapUsed, now.external + now.arrayBuffers].map(n => n / 1e6);
(async () => {
  for (let i = 0; i < 20; i++) await connection();
  const before = mb(process.memoryUsage());
  for (let i = 1; i <= 300; i++) {
    await connection();
    if (collect && i % 20 === 0) { gc(); await new Promise(done => setTimeout(done, 20)); }
  }
  console.log(...mb(process.memoryUsage()).map((n, i) => Math.round(n - before[i])));
})();
JS
grown() { node --expose-gc client.js "$echo_port" "$@" >grown.txt 2>&1 || missing "the client failed: $(tail -1 grown.txt)"; read -r rss heap external <grown.txt; }
grown tls/list.pem
check_between "300 closed connections with the system's list: MB of resident memory" 100 400 "$rss"
check_between "MB in heapUsed" -10 10 "$heap"
check_between "MB in external" -5 5 "$external"
grown tls/list.pem shared
check_between "the same with one context: MB of resident memory" -10 40 "$rss"
grown tls/ca.pem
check_between "with a CA file of one certificate: MB" -10 50 "$rss"
grown tls/list.pem own collect
check_between "with the list, and a collection after each twenty: MB" -10 60 "$rss"
finish
