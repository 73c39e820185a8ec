#!/usr/bin/env bash
# Guess:  `pgbench -C` makes a connection for each transaction, and its "latency average" is that of the transactions: the connection's time,
#         TLS handshake and all, is printed apart ("average connection time").
# So:     The connection's time is printed apart and is in the "latency average", too; unless -P (progress) or -L is given: then the
#         same words mean the latency without it, a twentieth of it in the same run. So TLS is in a figure or not according to an option
#         that only asks for lines to look at; the log of -l never has it. None of the connections is resumed.
#         ("tps" is with connections in all of them.)
# Seen:   29 November 2026, pgbench of Debian 12 (15.18, 15.20), PostgreSQL 18.1, each new connection held up by 100 ms, on a loaded
#         machine: -C 134 to 234 ms, -C -P 1 5 and 13 ms, -C -L 2 and 9 ms, with an "average connection time" of 124 to 345 ms each; the
#         mean of the log of -l 3 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
postgres_server 18.1.0
debian postgresql-client-15 libpq5 postgresql-15
bench=$(echo "$W"/root/usr/lib/postgresql/15/bin/pgbench)
"$bench" --version >version.log 2>&1 || missing "pgbench does not start: $(tail -1 version.log)"
echo "  $(cat version.log)"
relay "$postgres_port"
cat >late.py <<'PYTHON'
import socket, sys, threading, time
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def pump(source, target):
    try:
        while data := source.recv(65536): target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError: pass
while True:
    client, server = listener.accept()[0], socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    for s in (client, server): s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    def serve(client=client, server=server):
        time.sleep(0.1)  # before the first byte of the client is passed on
        pump(client, server)
    threading.Thread(target=serve, daemon=True).start()
    threading.Thread(target=pump, args=(server, client), daemon=True).start()
PYTHON
start late python3 late.py "$relay_port"
wait_for late.log '^port '
late_port=$(port_in late.log port)
echo 'SELECT 1;' >one.sql
export PGPASSWORD=secret PGSSLMODE=require HOME=$W
run() { # OPTION...: latency and connection time in ms, as printed
  rm -f wire.jsonl
  "$bench" -h localhost -p "$late_port" -U postgres -n -f one.sql -c 1 -t 15 "$@" postgres >bench.log 2>&1 || missing "pgbench failed: $(tail -1 bench.log)"
  latency=$(sed -nE 's/^latency average = ([0-9.]+) ms/\1/p' bench.log)
  connection=$(sed -nE 's/^(average|initial) connection time = ([0-9.]+) ms/\2/p' bench.log)
}
both() { # WHETHER THE LATENCY HAS THE CONNECTION
  echo "  latency average $latency ms, connection time $connection ms"
  check "  the latency has the connection's time" "$1" "$(python3 -c "print('yes' if $latency > $connection else 'no' if $latency < $connection / 2 else 'not clear')")"
}
run -C
echo "  -C"
both yes
check "  TLS handshakes: at least 15; resumed" "True 0" "$(wire 'sum(c["server"] is not None for c in lines) >= 15, sum(bool(c["resumed"]) for c in lines)' | tr -d '(,)')"
run -C -P 1
echo "  -C -P 1"
both no
run -C -L 10000
echo "  -C -L 10000"
both no
run -C -r
echo "  -C -r"
both yes
run -C -l
echo "  -C -l"
both yes
latency=$(awk '{ sum += $3 } END { print sum / NR / 1000 }' pgbench_log.*)
echo "  -C -l, mean of the log's latencies"
both no
finish
