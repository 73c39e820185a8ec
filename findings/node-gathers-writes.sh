#!/usr/bin/env bash
# Guess:  A client that writes each command by itself (ioredis without enableAutoPipelining, 100 commands at once) makes
#         100 TLS records, and 100 times 22 bytes; only pipelining makes one.
# So:     Two records: the first command alone, the other 99 in the second. While one write is under way, Node keeps the
#         next ones and hands them over together, and TLS gets them as one piece. (JVM clients that flush each command make
#         a record each.)
# Seen:   27 November 2026, Node 20.20.2, ioredis 6.0.0: records of 100 SETs without pipelining 2, with a pipeline 1;
#         100 times socket.write() of node:tls 2.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node
certificate
redis_protocol_server
relay "$redis_port"
node_with ioredis@6.0.0
cat >write.js <<'JS'
const fs = require('fs'), ca = fs.readFileSync('tls/ca.pem'), [, , kind, port] = process.argv;
const pause = () => new Promise(resolve => setTimeout(resolve, 300));
const command = i => ['SET', 'key' + i, 'x'];
(async () => {
  if (kind === 'socket') {
    const s = require('tls').connect({ host: '127.0.0.1', port, ca });
    await new Promise(resolve => s.once('secureConnect', resolve));
    s.resume();
    await pause();
    for (let i = 0; i < 100; i++) s.write(`*1\r\n$4\r\nPING\r\n`);
    await pause();
    s.destroy();
    return;
  }
  const client = new (require('ioredis').Redis)({ host: '127.0.0.1', port: +port, tls: { ca }, lazyConnect: true });
  await client.connect();
  await pause();
  if (kind === 'pipeline') {
    const pipeline = client.pipeline();
    for (let i = 0; i < 100; i++) pipeline.call(...command(i));
    await pipeline.exec();
  } else await Promise.all([...Array(100).keys()].map(i => client.call(...command(i))));
  await pause();
  client.disconnect();
})();
JS
# records after the longest one of the login: those that hold 1,000 bytes or were written beside such a one
records() { # KIND FIRST_SIZE: records from the first that could be a command of the loop on
  rm -f wire.jsonl
  node write.js "$1" "$relay_port" || missing "write.js $1 failed"
  wire "next(len([r for r in records[at:] if r[1] > 19]) for c in lines for records in [client(c)] for at in [max(i for i, r in enumerate(records) if r[1] == max(s for k, s in records if k == 23)) - ${2}])"
}
check "100 socket.write() of node:tls" 2 "$(records socket 1)"
check "ioredis, 100 commands" 2 "$(records commands 1)"
check "ioredis, a pipeline of 100" 1 "$(records pipeline 0)"
finish
