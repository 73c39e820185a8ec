#!/usr/bin/env bash
# Guess:  An exchange of 1 KB over a kept TLS connection costs a client the same CPU time, or some tens of percent more, if there is one in 20 ms
#         instead of one after the other.
# So:     Several times as much, with TLS and without. The likely reason (not taken apart) is that the code and data of the library, of
#         the language and of the kernel are no longer in the processor's caches. What a closed loop says of the CPU time of a request is what
#         a busy service pays; one with 50 requests a second pays a multiple of it, and so does its TLS.
# Seen:   30 November 2026, Python 3.11, OpenSSL 3.0, two processors shared with others, twice: plain 8.3 us and 76 to 82, TLS 14 to 15 and
#         155, so 5.4 to 6.7 us and 73 to 78 for what TLS adds; a client in Java 17, warm, in a trial without this script: 12 to 14 us
#         one after the other, 95 to 104 with 20 ms between, the sleep's own CPU time taken off in both.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
echo_server
cat >plain.py <<'PYTHON'
import socket, threading
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while data := s.recv(65536): s.sendall(data)
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start plain python3 plain.py
wait_for plain.log '^port '
cat >client.py <<'PYTHON'
import socket, ssl, statistics, sys, time
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
if sys.argv[2] == "tls":
    s = ssl.create_default_context(cafile="tls/ca.pem").wrap_socket(s, server_hostname="localhost")
message = b"x" * 1000


def exchange():
    begin = time.thread_time()
    s.sendall(message)
    got = 0
    while got < 1000:
        got += len(s.recv(1000 - got))
    return (time.thread_time() - begin) * 1e6


def paced():
    us = exchange()
    time.sleep(0.02)
    return us


for _ in range(1000):
    exchange()
print("%.1f %.1f" % (statistics.median(exchange() for _ in range(5000)), statistics.median(paced() for _ in range(200))))
PYTHON
for of in "plain $(port_in plain.log port)" "tls $echo_port"; do
  set -- $of
  read -r loop paced < <(python3 client.py "$2" "$1")
  echo "  $1: $loop us of CPU time for an exchange after the other, $paced with 20 ms between"
  check_between "$1, times" 2 40 "$(awk "BEGIN { printf \"%.1f\", $paced / $loop }")"
  [ "$1" = plain ] && plain_loop=$loop plain_paced=$paced
done
check_between "what TLS adds, times" 1.5 60 "$(awk "BEGIN { printf \"%.1f\", ($paced - $plain_paced) / ($loop - $plain_loop) }")"
finish
