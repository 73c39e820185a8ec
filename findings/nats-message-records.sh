#!/usr/bin/env bash
# Guess:  NATS' server sends a message of 1 KB to a subscriber as one TLS record, and 100 messages of 100 bytes that come at once, 12 KB with
#         their heads, as one or a few.
# So:     Each message of more than about 480 bytes is two records or more: the first has 512 bytes, the rest follows. The server collects
#         what it sends in buffers of 512, 4,096 and 65,536 bytes, of which the first is a small one, and over TLS each buffer is written by
#         itself, so it is a record. 100 small messages at once are some 24 records of 512 bytes. Small messages one by one are one each.
# Seen:   29 November 2026, NATS 2.12.0 built with Go 1.26.8, a subscriber with Python's ssl, TLS 1.3, each kind of message twice; 1,000 messages
#         of 1,000 bytes at once were 305 records of 512 bytes and 205 of 4,096.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go python3
certificate
mkdir program
printf 'module findings\n\ngo 1.26\n\nrequire github.com/nats-io/nats-server/v2 v2.12.0\n' >program/go.mod
printf 'package main\n\nimport _ "github.com/nats-io/nats-server/v2/server"\n\nfunc main() {}\n' >program/main.go
(cd program && GOFLAGS=-mod=mod GOTOOLCHAIN=local go build -p 2 -o ../nats-server github.com/nats-io/nats-server/v2) >build.log 2>&1 || missing "go build failed: $(tail -1 build.log)"
nats_port=$(free_port)
start nats ./nats-server -a 127.0.0.1 -p "$nats_port" --tls --tlscert tls/server.pem --tlskey tls/server.key
wait_port "$nats_port"
relay "$nats_port"
cat >client.py <<'PYTHON'
import socket, ssl, sys # a subscriber by the relay and a publisher without it; one message after the other, or all at once
context = ssl.create_default_context(cafile="tls/ca.pem")
def connect(port):
    s = socket.create_connection(("localhost", port))
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    hello = b""
    while not hello.endswith(b"\r\n"): hello += s.recv(1)
    while True:
        t = context.wrap_socket(s, server_hostname="localhost")
        return t, t.makefile("rb")
def ask(t, f, what):
    t.sendall(what + b"PING\r\n")
    while f.readline() != b"PONG\r\n": pass
size, count, at_once = map(int, sys.argv[3:])
start = b'CONNECT {"verbose":false,"tls_required":true}\r\n'
subscriber, publisher = connect(int(sys.argv[1])), connect(int(sys.argv[2]))
ask(*subscriber, start + b"SUB subject 1\r\n")
ask(*publisher, start)
message = b"PUB subject %d\r\n%s\r\n" % (size, b"x" * size)
def receive(n):
    for _ in range(n):
        line = subscriber[1].readline()
        assert line.startswith(b"MSG"), line
        subscriber[1].read(size + 2)
if at_once:
    publisher[0].sendall(message * count)
    receive(count)
else:
    for _ in range(count):
        publisher[0].sendall(message)
        receive(1)
subscriber[0].close()
PYTHON
seen() { # SIZE COUNT AT_ONCE BEFORE AFTER: the lengths of the server's records, within an expression
  rm -f wire.jsonl
  timeout 60 python3 client.py "$relay_port" "$nats_port" "$1" "$2" "$3" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  # without the handshake's four, the ticket, the first PONG, and the alert at the end
  wire "$4 [size - 17 for side, kind, size in lines[0]['log'] if side == 'S' and kind == 23][6:-1]$5"
}
check "records for two messages of 100 bytes, one after the other" "[121, 121]" "$(seen 100 2 0 '' '')"
check "400 bytes" "[421, 421]" "$(seen 400 2 0 '' '')"
check "500 bytes" "[512, 9, 512, 9]" "$(seen 500 2 0 '' '')"
check "1,000 bytes" "[512, 510, 512, 510]" "$(seen 1000 2 0 '' '')"
check "4,000 bytes" "[512, 3510, 512, 3510]" "$(seen 4000 2 0 '' '')"
check_between "number of records for 100 messages of 100 bytes at once" 10 60 "$(seen 100 100 1 'len(' ')')"
finish
