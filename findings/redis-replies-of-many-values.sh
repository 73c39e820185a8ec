#!/usr/bin/env bash
# Guess:  A reply of 1 MB over TLS is 62 records of 16 KB, whatever it consists of.
# So:     From Redis only if it is one value. Replies of many values (MGET, LRANGE, HGETALL, a pipeline) are gathered in blocks of 20 KB,
#         and each block is written by itself: one record of 16,384 bytes and one of 4,080, again and again. So half as many records
#         again, each of which both ends encrypt, check and read by a call of their own or two. memcached fills its records in either case.
#         The blocks are 16 KB and a header in Redis' source; the allocator (jemalloc) gives it 20 KB, and Redis uses what it gets.
# Seen:   29 November 2026, Redis 7.0.15 and memcached 1.6.18 of Debian 12, TLS 1.3: 1 MB of Redis: GET 62 records, MGET of 100 values of
#         10 KB, LRANGE of 50 values of 20 KB and a pipeline of 100 GETs 95 or 96, of which 45 have 4,080 bytes; memcached 62 for 100 values.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
redis_server
redis-cli -p "$plain_port" info memory | grep -q 'mem_allocator:jemalloc' || missing "this Redis has not been built with jemalloc, whose sizes are shown here"
cat >ask.py <<'PYTHON'
import socket, ssl, sys, time
what, port = sys.argv[1], int(sys.argv[2])
s = socket.create_connection(("127.0.0.1", port))
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
s = ssl.create_default_context(cafile="tls/ca.pem").wrap_socket(s, server_hostname="localhost")
def command(*words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)
def read(size):
    while size > 0: size -= len(s.recv(65536))
keys = [b"v%02d" % i for i in range(100)]
value = b"x" * 10000
if what == "fill":
    for key in keys: s.sendall(command(b"SET", key, value)); read(5)
    s.sendall(command(b"SET", b"large", value * 100)); read(5)
    s.sendall(command(b"RPUSH", b"list", *[value * 2] * 50)); read(5)
elif what == "fill memcached":
    for key in keys: s.sendall(b"set %s 0 0 10000\r\n%s\r\n" % (key, value)); read(8)
elif what == "GET": s.sendall(command(b"GET", b"large")); read(10 + 1000000 + 2)
elif what == "MGET": s.sendall(command(b"MGET", *keys)); read(6 + 100 * 10010)
elif what == "LRANGE": s.sendall(command(b"LRANGE", b"list", b"0", b"-1")); read(5 + 50 * 20010)
elif what == "pipeline": s.sendall(b"".join(command(b"GET", key) for key in keys)); read(100 * 10010)
elif what == "get": s.sendall(b"get " + b" ".join(keys) + b"\r\n"); read(100 * (18 + 10002) + 5)
s.close()
PYTHON
python3 ask.py fill "$redis_port" || missing "could not fill Redis"
records() { # WHAT: records of the server with more than 1,000 bytes after the handshake; how many of them have about 4 KB
  rm -f wire.jsonl
  python3 ask.py "$1" "$relay_port" || missing "$1 failed"
  # the first six are of the handshake: four messages and two tickets
  wire '(lambda sizes: "%d %d" % (len(sizes), sum(4000 < n < 4200 for n in sizes)))([n for s, k, n in lines[0]["log"] if s == "S" and k == 23][6:])'
}
show() { # WHAT RECORDS_LEAST MOST OF_4_KB_LEAST MOST
  local all short
  read -r all short <<<"$(records "$1")"
  check_between "$1: records" "$2" "$3" "$all"
  check_between "  of about 4 KB" "$4" "$5" "$short"
}
relay "$redis_port"
show GET 62 65 0 0
show MGET 90 100 40 50
show LRANGE 90 100 40 50
show pipeline 90 100 40 50
kill "$relay_pid"
if command -v memcached >/dev/null; then
  memcached_port=$(free_port)
  start memcached memcached -u nobody -l 127.0.0.1 -p "$memcached_port" -Z -o ssl_chain_cert=tls/server.pem,ssl_key=tls/server.key
  wait_port "$memcached_port"
  python3 ask.py 'fill memcached' "$memcached_port" || missing "could not fill memcached"
  relay "$memcached_port"
  show get 62 65 0 0
else
  missing "needs memcached, which is not on PATH; install it"
fi
finish
