#!/usr/bin/env bash
# Guess:  Scalene, which splits the time of Python code, native code and the system, calls the decryption of TLS native.
# So:     It calls it Python. It knows native code by the signal of its timer coming late, since Python handles signals
#         only between its own instructions; a call that decrypts a record of 16 KB is far shorter than the 10 ms between
#         two signals. So a client that does nothing but read records over TLS is nine tenths "Python" (the time in which
#         it waits or is in the kernel aside), though Python itself uses a small part of it, as the same loop shows that
#         reads memory. Whoever looks there for what TLS costs finds nothing.
# Seen:   30 November 2026, Scalene 2.4.0, Python 3.11, OpenSSL 3.0.22, on a loaded machine: Python 87 and 91 percent,
#         native the rest; Python's own part of a read is 2 percent of its user time.
. "${BASH_SOURCE[0]%/*}/lib.sh"
python_with python scalene==2.4.0
certificate
cat >server.py <<'PYTHON'
import socket, ssl, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        t = context.wrap_socket(s, server_side=True)
        while True: t.sendall(bytes(1 << 20))
    except OSError: pass
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start server python3 server.py
wait_for server.log '^port '
port=$(port_in server.log port)
# 100,000 records of 16 KB, and a loop of as many calls that only copy 16 KB: user time of each
cat >client.py <<'PYTHON'
import io, os, socket, ssl, sys
def read(recv_into, count):
    buffer = bytearray(16384)
    for _ in range(count): recv_into(buffer)
context = ssl.create_default_context(cafile="tls/ca.pem")
s = context.wrap_socket(socket.create_connection(("127.0.0.1", int(os.environ["PORT"]))), server_hostname="localhost")
class Memory:
    def recv_into(self, buffer, nbytes=None, flags=0):
        if buffer and nbytes is None: nbytes = len(buffer)
        return self.read(nbytes, buffer)
    def read(self, size, buffer): return len(buffer)
before = os.times().user
read(Memory().recv_into, 100_000)
python = os.times().user - before
read(s.recv_into, 100_000)
print(round(100 * python / (os.times().user - before - python)))
PYTHON
export PORT=$port
own=$(python/bin/python client.py) || missing "the client failed"
python/bin/scalene run --cpu-only -o profile.json client.py >scalene.log 2>&1 || missing "Scalene failed: $(tail -1 scalene.log)"
cat >share.py <<'PYTHON'
import json
line = max((line for file in json.load(open("profile.json"))["files"].values() for line in file["lines"]), key=lambda l: l["n_cpu_percent_python"])
python, native = line["n_cpu_percent_python"], line["n_cpu_percent_c"]
print(round(100 * python / (python + native)), line["line"].strip().split(":")[0].split(" ")[0])
PYTHON
read -r share word < <(python/bin/python share.py)
check "the line with most of it" for "$word"
check_between "what Python's own part of a read costs, percent of the user time of the reads" 1 35 "$own"
check_between "what Scalene calls Python, percent of Python and native" 70 100 "$share"
finish
