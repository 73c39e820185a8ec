#!/usr/bin/env bash
# Guess:  A TLS connection in Node takes some 20 KB more than a plain one, 40 KB once it has sent a large message, and
#         process.memoryUsage() shows them.
# So:     It keeps the room that its largest write has taken, encrypted, until it is closed: after one write of 1 MB more than
#         1 MB, however short all later ones are. Nothing of it is in heapUsed or external, only in the resident memory. A
#         plain connection keeps nothing. So a pool of 100 connections that have inserted one large document each holds 100 MB,
#         and a server with large replies as much for each client. Who writes in pieces and waits for 'drain' keeps a tenth.
# Seen:   28 November 2026, 100 connections, KB of resident memory for each before a write of 1 MB, after it and 20 short ones,
#         and when closed: Node 20.20.2 plain 8, 129, 130, TLS 81, 1,142, 130; Node 24.11.1 plain 35, 68, 68, TLS 104, 1,173,
#         201. As a server of replies of 1 MB (Node 20): plain 8 and 3, TLS 55 and 1,034; written in pieces of 64 KB 137.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3
certificate
cat >sink.py <<'PYTHON'
import socket, ssl, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
def serve(s, tls):
    try:
        if tls: s = context.wrap_socket(s, server_side=True)
        f = s.makefile("rb")
        while size := f.read(8):
            f.read(int(size))
            s.sendall(b"x")
    except OSError: pass
    s.close()
def accept(listener, tls):
    while True: threading.Thread(target=serve, args=(listener.accept()[0], tls), daemon=True).start()
ports = []
for tls in (False, True):
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    ports.append(listener.getsockname()[1])
    threading.Thread(target=accept, args=(listener, tls)).start()
print("plain", ports[0], flush=True)
print("tls", ports[1], flush=True)
PYTHON
cat >memory.js <<'JS'
const fs = require('fs'), [, , kind, port, count] = process.argv, connections = [];
const secureContext = require('tls').createSecureContext({ ca: fs.readFileSync('tls/ca.pem') });
const open = () => new Promise((done, failed) => {
  const s = kind === 'tls' ? require('tls').connect({ host: '127.0.0.1', port, servername: 'localhost', secureContext }, () => done(s))
    : require('net').connect(port, '127.0.0.1', () => done(s));
  s.on('error', failed);
});
const send = (s, size) => new Promise(done => {
  s.once('data', done);
  s.write(String(size).padStart(8, '0') + 'x'.repeat(size));
});
let before;
const memory = async () => {
  for (let i = 0; i < 4; i++) {
    gc();
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  const { rss, heapUsed, external } = process.memoryUsage(), now = [rss, heapUsed + external];
  before ??= now;
  return now.map((bytes, i) => Math.round((bytes - before[i]) / +count / 1000)).join(' ');
};
(async () => {
  for (let i = 0; i < 5; i++) { // what the first ones need
    const s = await open();
    await send(s, 1e6);
    s.destroy();
  }
  await memory();
  for (let i = 0; i < +count; i++) connections.push(await open());
  for (const s of connections) await send(s, 10);
  const seen = [await memory()];
  for (const s of connections) await send(s, 1e6);
  for (let i = 0; i < 20; i++) for (const s of connections) await send(s, 10);
  seen.push(await memory());
  for (const s of connections) s.destroy();
  seen.push(await memory());
  console.log(seen.join(' '));
  process.exit(0);
})().catch(e => {
  console.error(e.message);
  process.exit(1);
});
JS
start sink python3 sink.py
wait_for sink.log '^tls '
for kind in plain tls; do
  node --expose-gc memory.js $kind "$(port_in sink.log "$kind")" 100 >memory.$kind 2>memory.log || missing "$kind: $(tail -1 memory.log)"
  read -r small small_heap large large_heap closed _ <memory.$kind
  echo "  $kind: KB for each connection: $small; after 1 MB sent and 20 short messages $large (heapUsed and external: $((large_heap - small_heap)) more); closed $closed"
  if [ $kind = plain ]; then
    check_between "plain: KB more since 1 MB was sent" -100 400 $((large - small))
  else
    check_between "TLS: KB more since 1 MB was sent" 900 2500 $((large - small))
    check_between "TLS: KB of that in heapUsed and external" -30 30 $((large_heap - small_heap))
    check_between "TLS: KB of that given back when closed" 700 2500 $((large - closed))
  fi
done
finish
