#!/usr/bin/env bash
# Guess:  An idle TLS connection takes a client in Python 30 to 60 KB, on asyncio as on a blocking socket.
# So:     On asyncio it takes 290 KB, whether it is used or not. Since Python 3.11 each TLS connection has a buffer of 256 KB
#         of its own to read into, and filling it with zeros makes all of it resident. 1,000 connections are 290 MB, on the
#         server's side of a program with asyncio as well. With uvloop, which does not fill its buffer, it is 40 KB, on a
#         blocking socket 27 KB. Every driver on asyncio's streams or protocols has it: redis.asyncio, asyncpg, aiomysql.
# Seen:   29 November 2026, Python 3.11.7, 200 kept connections that have exchanged 5 bytes, KB of resident memory for each:
#         blocking 27 with TLS, 0 without; asyncio 295, 3; uvloop 0.23.0 43, 3. By hand, redis 8.1.0: 885, on asyncio 1,149;
#         its own SSLContext for each connection is the larger part of both (kept-connection-keeps-ca-list).
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
python_with py uvloop==0.23.0
py/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "needs Python 3.11 or newer"
cat >memory.py <<'PYTHON'
import asyncio, os, socket, ssl, sys
mode, port, tls, count = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "tls", int(sys.argv[4])
context = ssl.create_default_context(cafile="tls/ca.pem") if tls else None
name = "localhost" if tls else None
def resident(): return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
def blocking():
    s = socket.create_connection(("127.0.0.1", port))
    if tls: s = context.wrap_socket(s, server_hostname=name)
    s.sendall(b"hello"); s.recv(10)
    return s
async def streams():
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname=name)
    writer.write(b"hello"); await reader.read(10)
    return reader, writer
async def measure(connect):
    kept = [await connect() for _ in range(10)]
    before = resident()
    for _ in range(count): kept.append(await connect())
    print((resident() - before) / count, flush=True)
    os._exit(0)
async def one(): return blocking() if mode == "blocking" else await streams()
if mode == "uvloop":
    import uvloop
    uvloop.run(measure(one))
asyncio.run(measure(one))
PYTHON
cat >plain.py <<'PYTHON'
import socket, threading
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    while data := s.recv(100): s.sendall(data)
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start plain python3 plain.py
wait_for plain.log '^port '
plain_port=$(port_in plain.log port)
echo_server
kb() { # MODE PORT tls|plain COUNT
  py/bin/python memory.py "$@" 2>memory.log || missing "the client failed: $(tail -1 memory.log)"
}
echo "KB of resident memory for each idle connection"
check_between "without TLS, asyncio" 0 20 "$(kb asyncio "$plain_port" plain 200)"
check_between "TLS, blocking socket" 10 70 "$(kb blocking "$echo_port" tls 200)"
check_between "TLS, uvloop" 10 110 "$(kb uvloop "$echo_port" tls 200)"
check_between "TLS, asyncio" 260 400 "$(kb asyncio "$echo_port" tls 200)"
finish
