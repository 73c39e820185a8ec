#!/usr/bin/env bash
# Guess:  What redis.conf says of io-threads: "currently does not work when SSL is enabled". So a TLS server encrypts in one
#         thread whatever is set.
# So:     The threads write, and so encrypt, the replies of TLS connections just as those of plain ones; handshakes and
#         reads are in the main thread. Who compares TLS with and without io-threads compares two things, and a server's CPU
#         that is read from its main thread only is too little.
# Seen:   28 November 2026, Redis 7.0.15 of Debian 12, io-threads 3, 16 connections: of 4,800 replies the two threads wrote
#         3,000 in plain and 2,962 in TLS.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need strace python3
debian redis-server
certificate
conf=$(tr -d '#\n' <"$W/root/etc/redis/redis.conf" | tr -s ' ')
check "redis.conf says that it does not work with TLS" 1 "$(grep -c 'this feature currently does not work when SSL is enabled' <<<"$conf")"
cat >ping.py <<'PYTHON'
import socket, ssl, sys
port, tls = int(sys.argv[1]), sys.argv[2] == "tls"
context = ssl.create_default_context(cafile="tls/ca.pem")
def connect():
    s = socket.create_connection(("127.0.0.1", port))
    return context.wrap_socket(s, server_hostname="localhost") if tls else s
kept = [connect() for _ in range(16)]
print("connected", flush=True)
sys.stdin.readline()
for _ in range(300):
    for s in kept: s.sendall(b"PING\r\n")
    for s in kept: s.recv(100)
PYTHON
tls="--port 0 --tls-cert-file $W/tls/server.pem --tls-key-file $W/tls/server.key --tls-ca-cert-file $W/tls/ca.pem --tls-auth-clients no --tls-port"
for way in plain tls; do
  port=$(free_port)
  # shellcheck disable=SC2046,SC2086 # several options
  start server redis-server --bind 127.0.0.1 --save '' --dir "$W" --io-threads 3 $([ $way = tls ] && echo $tls || echo --port) "$port"
  server=$last
  wait_port "$port"
  coproc client { python3 ping.py "$port" $way; }
  read -r _ <&"${client[0]}" || missing "the client could not connect: $(tail -1 server.log)"
  start trace strace -f -qq -e trace=write -e signal=none -o "writes.$way" -p "$server"
  sleep 1
  echo >&"${client[1]}"
  wait "$client_PID"
  threads=$(grep -l io_thd "/proc/$server/task"/*/comm | cut -d/ -f5)
  kill "$server"
  wait "$server" 2>/dev/null
  # in TLS: records of application data
  answers=$(grep -cE '"\+PONG|"\\27\\3\\3' "writes.$way")
  by_threads=$(grep -E '"\+PONG|"\\27\\3\\3' "writes.$way" | grep -cwFf <(echo "$threads"))
  echo "  $way: $answers replies, $by_threads of them written by the two threads"
  check_between "$way: share of replies that the threads write" 0.3 0.9 "$(awk "BEGIN { print $answers ? $by_threads / $answers : 0 }")"
done
finish
