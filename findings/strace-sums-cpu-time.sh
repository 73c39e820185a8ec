#!/usr/bin/env bash
# Guess:  `strace -c` shows in which system calls a client spends its time: those that wait for the server come first.
# So:     Its "seconds" are CPU time in the kernel. Twenty answers that come after 50 ms each, 1 s of waiting, are 0 to 0.2 ms in
#         its table; `-w` sums what one would expect. So the column says neither how long a server was waited for
#         nor, as each call is stopped twice for the trace, what a call costs without strace; it does count calls.
# Seen:   30 November 2026, strace 6.1, Linux 6.18: 0.00000 to 0.00015 s for 20 calls of recvfrom; with -w 1.08 s.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need strace python3
cat >server.py <<'PYTHON'
import socket, time
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
while True:
    s = listener.accept()[0]
    while s.recv(1):
        time.sleep(0.05)
        s.send(b"x")
PYTHON
start server python3 server.py
wait_for server.log '^port '
cat >client.py <<'PYTHON'
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
for _ in range(20):
    s.send(b"x")
    s.recv(1)
PYTHON
table() { # OPTION...: seconds and calls of recvfrom
  strace -f -o table.txt "$@" python3 client.py "$(port_in server.log port)" || missing "strace failed; is ptrace allowed here?"
  awk '$NF == "recvfrom" { print $2, $4 }' table.txt
}
read -r seconds calls < <(table -c)
check "strace -c: calls of recvfrom" 20 "$calls"
check_between "their seconds" 0 0.3 "$seconds"
read -r seconds calls < <(table -c -w)
check_between "strace -c -w: their seconds" 1 10 "$seconds"
finish
