#!/usr/bin/env bash
# Guess:  A SET is one TLS record up to 16 KB, and a pipeline of 100 SETs of 1 KB is seven full ones: a client library hands
#         over a command, or a pipeline, as a whole.
# So:     redis-py cuts what it sends into pieces of about 6,000 bytes and sends each by itself, blocking and asyncio alike. A
#         value above that goes apart from its command: a SET of it is three records, the last one of two bytes, and a
#         pipeline of 100 of them 201. A pipeline of small commands is records of 6 KB. ioredis sends one record for the one
#         and full ones for the other.
# Seen:   28 November 2026, redis 8.1.0, Python 3.11.7, ioredis 6.0.0, Node 20.20.2.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node
certificate
python_with py redis==8.1.0
node_with ioredis@6.0.0
redis_protocol_server
relay "$redis_port"
cat >set.py <<'PYTHON'
import asyncio, redis, redis.asyncio, sys
way, port, count, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
at = dict(host="localhost", port=port, ssl=True, ssl_ca_certs="tls/ca.pem")
def pipeline(c):
    p = c.pipeline(transaction=False)
    for i in range(count): p.set("key", "x" * size)
    return p.execute()
def blocking():
    with redis.Redis(**at) as c:
        c.ping()
        if count == 1: c.set("key", "x" * size)
        if count > 1: pipeline(c)
async def with_asyncio():
    async with redis.asyncio.Redis(**at) as c:
        await c.ping()
        if count == 1: await c.set("key", "x" * size)
        if count > 1: await pipeline(c)
blocking() if way == "blocking" else asyncio.run(with_asyncio())
PYTHON
cat >set.js <<'JS'
const [, , port, count, size] = process.argv, ca = require('fs').readFileSync('tls/ca.pem');
(async () => {
  const c = new (require('ioredis').Redis)({ host: 'localhost', port: +port, tls: { ca }, lazyConnect: true });
  await c.connect();
  await c.ping();
  if (+count === 1) await c.set('key', 'x'.repeat(+size));
  if (+count > 1) {
    const p = c.pipeline();
    for (let i = 0; i < +count; i++) p.set('key', 'x'.repeat(+size));
    await p.exec();
  }
  c.disconnect();
})();
JS
data() { # COUNT SIZE: the client's records of a connection with COUNT SETs of values of that size; the client is "${way[@]}"
  rm -f wire.jsonl
  "${way[@]}" "$relay_port" "$1" "$2" >client.log 2>&1 || missing "${way[*]}: $(tail -1 client.log)"
  wire 'sum(kind == 23 for kind, size in client(lines[0]))'
}
records() { echo $(($(data "$1" "$2") - none)); }
for kind in blocking asyncio; do
  way=(py/bin/python set.py $kind)
  none=$(data 0 0)
  check "redis-py, $kind, SET of 5,900 bytes" 1 "$(records 1 5900)"
  check "SET of 6,100 bytes" 3 "$(records 1 6100)"
  check "pipeline of 100 SETs of 1,000 bytes" 17 "$(records 100 1000)"
  check "pipeline of 100 SETs of 6,100 bytes" 201 "$(records 100 6100)"
done
way=(node set.js)
none=$(data 0 0)
check "ioredis, SET of 6,100 bytes" 1 "$(records 1 6100)"
check "pipeline of 100 SETs of 1,000 bytes" 7 "$(records 100 1000)"
finish
