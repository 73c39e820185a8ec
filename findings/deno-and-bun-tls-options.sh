#!/usr/bin/env bash
# Guess:  A driver of Node that runs in Deno or Bun gets the TLS that its options ask for, or an error.
# So:     Deno's node:tls (rustls) leaves out in silence what it does not have: `ciphers` in TLS 1.3 and 1.2, `ecdhCurve`, and `session`. So
#         nothing is resumed there, not by https.Agent, which in Node and Bun resumes four of five new connections, either.
#         Bun (BoringSSL) takes the session and the curve, but a `ciphers` of one TLS 1.3 suite not, as all with BoringSSL. Both send the
#         name of `host` as server_name, which Node does not with tls.connect (and so Node's Redis clients do not); and their first
#         ClientHello has 235 bytes in Deno, 1,469 in Bun and 344 in Node 20.
# Seen:   29 November 2026, Node 20.20.2, Deno 2.9.6, Bun 1.4.4, server with OpenSSL 3.0. `maxVersion` and `ALPNProtocols` are obeyed by all,
#         100 writes are two records and 1 MB is 62 in all.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
node_with bun@1.4.4 deno@2.9.6
export DENO_DIR=$W/deno DENO_NO_UPDATE_CHECK=1
case $(node --version) in v20.*) ;; *) missing "needs Node 20 on PATH; it is $(node --version)" ;; esac
echo_server
relay "$echo_port"
cat >client.cjs <<'JS'
const tls = require('tls'), fs = require('fs')
const [port, options] = [process.argv[2], JSON.parse(process.argv[3])]
const ca = fs.readFileSync('tls/ca.pem')
const connect = (more) => new Promise((done, failed) => { // ends with the last session that came
  let session
  const s = tls.connect({ host: 'localhost', port: +port, ca, ...more }, () => s.write('hello'))
  s.on('session', (x) => (session = x))
  s.on('data', () => setTimeout(() => s.end(), 200))
  s.on('close', () => done(session))
  s.on('error', failed)
})
;(async () => {
  if (options !== 'session') return connect(options)
  return connect({ session: await connect({}) })
})().then(() => process.exit(), (e) => { console.log(e.message); process.exit(1) })
JS
cat >agent.cjs <<'JS'
const https = require('https'), fs = require('fs')
const agent = new https.Agent({ ca: fs.readFileSync('tls/ca.pem'), keepAlive: true })
const request = () => new Promise((done, failed) => https.get({ host: 'localhost', port: process.argv[2], agent }, (r) => { r.resume(); r.on('end', done) }).on('error', failed))
;(async () => { for (let i = 0; i < 5; i++) { await request(); await new Promise((r) => setTimeout(r, 200)) } process.exit() })()
JS
cat >server.cjs <<'JS'
const https = require('https'), fs = require('fs')
const server = https.createServer({ key: fs.readFileSync('tls/server.key'), cert: fs.readFileSync('tls/server.pem') }, (request, response) => {
  response.setHeader('connection', 'close')
  response.end('answer')
})
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port))
JS
run() { # RUNTIME PROGRAM ARGUMENT...
  local program=$2 runtime=$1
  shift 2
  rm -f wire.jsonl
  case $runtime in
    Node) timeout 60 node "$program" "$@" ;;
    Deno) timeout 60 node_modules/.bin/deno run --allow-all "$program" "$@" ;;
    Bun) timeout 60 node_modules/.bin/bun "$program" "$@" ;;
  esac >client.log 2>&1 || missing "$runtime failed: $(tail -1 client.log)"
}
seen() { # RUNTIME OPTIONS EXPRESSION
  run "$1" client.cjs "$relay_port" "$2"
  wire "$3"
}
suite='lines[0]["server"]["suite"]'
aes256='TLS_AES_256_GCM_SHA384' chacha='TLS_CHACHA20_POLY1305_SHA256'
compare() { # WHAT OPTIONS EXPRESSION NODE DENO BUN
  check "$1, Node" "$4" "$(seen Node "$2" "$3")"
  check "$1, Deno" "$5" "$(seen Deno "$2" "$3")"
  check "$1, Bun" "$6" "$(seen Bun "$2" "$3")"
}
compare "ciphers: $chacha" "{\"ciphers\":\"$chacha\"}" "$suite" "$chacha" "$aes256" "$aes256"
compare "ciphers: ECDHE-RSA-AES128-GCM-SHA256 with maxVersion: TLSv1.2" '{"maxVersion":"TLSv1.2","ciphers":"ECDHE-RSA-AES128-GCM-SHA256"}' \
  'lines[0]["server"]["version"], lines[0]["server"]["suite"]' '1.2 0xc02f' '1.2 0xc030' '1.2 0xc02f'
compare "ecdhCurve: secp384r1" '{"ecdhCurve":"secp384r1"}' 'lines[0]["server"]["group"]' secp384r1 x25519 secp384r1
compare "session: that of a connection before" '"session"' 'lines[1]["resumed"]' True False True
compare "server_name, bytes of the ClientHello" '{}' 'lines[0]["hello"]["sni"], lines[0]["hello"]["bytes"]' 'None 344' 'localhost 235' 'localhost 1469'
kill "$relay_pid"
start server node server.cjs
wait_for server.log '^port '
relay "$(port_in server.log port)"
for runtime in 'Node 4' 'Deno 0' 'Bun 4'; do
  run "${runtime% *}" agent.cjs "$relay_port"
  check "https.Agent of ${runtime% *}, five new connections: resumed" "${runtime#* }" "$(wire 'sum(c["resumed"] for c in lines)')"
done
finish
