#!/usr/bin/env bash
# Guess:  A client that is given a CA file (ssl_ca_certs=...) reads this one file, and what a connection costs is its
#         handshake.
# So:     redis-py makes an SSLContext for each connection and loads the system's whole list of CAs into it, too, although
#         a file is given. That is most of the cost of a connection: 8 times the client's CPU of one whose context is shared.
# Seen:   27 November 2026, redis 8.1.0, Python 3.11.7 with OpenSSL 3.0.19, 144 CAs in the system's list: 27 ms of CPU per
#         connection with a ping, 3.2 ms with one shared context; for 10 connections the list is opened at least 10 times.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 strace
certificate
redis_protocol_server
python_with py redis==8.1.0
cat >connect.py <<'PYTHON'
import ssl, sys, time, redis
count, shared = int(sys.argv[2]), sys.argv[3] == "shared"
if shared:
    context = ssl.create_default_context(cafile="tls/ca.pem")
    ssl.create_default_context = lambda *ignored, **too: context
def connect():
    client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]), ssl=True, ssl_ca_certs=None if shared else "tls/ca.pem")
    client.ping()
    client.close()
connect()
begin = time.process_time()
for _ in range(count): connect()
print((time.process_time() - begin) / count * 1000)
PYTHON
list=$(py/bin/python -c 'import ssl; print(ssl.get_default_verify_paths().cafile or "")')
[ -n "$list" ] && [ "$(grep -c BEGIN "$list")" -ge 50 ] || missing "needs a system whose OpenSSL finds a list of CAs (Debian: package ca-certificates)"
strace -f -qq -e trace=open,openat -o opened py/bin/python connect.py "$redis_port" 9 own >/dev/null || missing "strace cannot trace here"
check "10 connections, opened: the given CA file" 10 "$(grep -c 'tls/ca.pem' opened)"
check_between "10 connections, opened: the system's list" 10 40 "$(grep -cE "\"($list|$(readlink -f "$list")|.*/cert\.pem)\"" opened)"
own=$(py/bin/python connect.py "$redis_port" 50 own)
shared=$(py/bin/python connect.py "$redis_port" 50 shared)
echo "  ms of CPU per connection: $own, with one shared context $shared"
check_between "times as much" 3 30 "$(awk "BEGIN { print $own / $shared }")"
finish
