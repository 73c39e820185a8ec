#!/usr/bin/env bash
# Guess:  TLS costs a Python client CPU: on asyncio, whose TLS is a layer in Python, about twice what it adds to a blocking
#         socket.
# So:     A small client on asyncio needs less CPU with TLS than without. Without TLS asyncio reads into a new object of 256 KB
#         each time. glibc maps and unmaps memory for that: three system calls and the faults of new pages for each reply. It
#         stops doing so once a block of that size was freed whole, which TLS does at its first read and any large program by
#         accident (`import redis.asyncio` is enough). After `bytearray(1000000)`, made and dropped, TLS costs what one
#         expects.
# Seen:   28 November 2026, Python 3.11.7, glibc 2.36, asyncpg 0.32.0, PostgreSQL 18.1, SELECT of 1 KB on a
#         kept connection, client's CPU, plain and TLS: 29 and 20 µs; after a freed block 14 and 20 µs. Calls of mmap, mremap
#         and munmap for each SELECT: 3, 0, 0, 0. Echoes with asyncio's own streams: 25 and 17 µs (3.12.1: 30 and 20), then 11
#         and 17.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need strace
certificate
python_with py asyncpg==0.32.0
postgres_server 18.1.0
cat >client.py <<'PYTHON'
import asyncio, asyncpg, ssl, sys, time
port, tls, freed, count = int(sys.argv[1]), sys.argv[2] == "tls", sys.argv[3] == "freed", int(sys.argv[4])
if freed: bytearray(1000000)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.load_verify_locations("tls/ca.pem")
async def main():
    c = await asyncpg.connect(host="127.0.0.1", port=port, user="postgres", password="secret", database="postgres", ssl=context if tls else False)
    statement = await c.prepare("SELECT repeat('x', 1000)")
    for _ in range(count // 4): await statement.fetchval()
    before = time.process_time()
    for _ in range(count): await statement.fetchval()
    print("%.1f" % ((time.process_time() - before) / max(count, 1) * 1e6))
    await c.close()
asyncio.run(main())
PYTHON
calls() { # WAY BLOCK: sets $seen, the calls of mmap, mremap and munmap for each of 2,500 SELECTs
  local count lines=
  for count in 0 2000; do
    strace -f -qq -e trace=mmap,mremap,munmap -e signal=none -o calls py/bin/python client.py "$postgres_port" "$1" "$2" $count >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
    lines="$lines $(wc -l <calls)"
  done
  seen=$(awk '{ printf "%.1f", ($2 - $1) / 2500 }' <<<"$lines")
}
calls plain kept
check_between "plain: calls of mmap, mremap and munmap for each SELECT" 2.5 3.5 "$seen"
calls tls kept
check_between "TLS" 0 0.2 "$seen"
calls plain freed
check_between "plain, after a freed block" 0 0.2 "$seen"
calls tls freed
check_between "TLS, after a freed block" 0 0.2 "$seen"
# the least of eight, in turns
for _ in 1 2 3 4 5 6 7 8; do
  for run in 'plain kept' 'tls kept' 'plain freed' 'tls freed'; do
    read -r way block <<<"$run"
    py/bin/python client.py "$postgres_port" "$way" "$block" 4000 >>"$way.$block" || exit 2
  done
done
least() { sort -g "$1" | head -1; }
plain=$(least plain.kept) tls=$(least tls.kept) plain_freed=$(least plain.freed) tls_freed=$(least tls.freed)
echo "  µs of CPU for a SELECT: plain $plain, TLS $tls; after a freed block: plain $plain_freed, TLS $tls_freed"
check_between "TLS over plain" 0.4 0.95 "$(awk "BEGIN { printf \"%.2f\", $tls / $plain }")"
check_between "TLS over plain, after a freed block" 1.05 3 "$(awk "BEGIN { printf \"%.2f\", $tls_freed / $plain_freed }")"
finish
