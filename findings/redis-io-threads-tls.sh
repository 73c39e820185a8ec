#!/usr/bin/env bash
# Guess:  What redis.conf says of io-threads: "currently does not work when SSL is enabled". So a TLS server encrypts in one
#         thread whatever is set, and what TLS costs it is the same with them.
# So:     The threads write, and so encrypt, the replies of TLS connections just as those of plain ones; handshakes are in the
#         main thread. And all threads wait for each other by spinning: the server's CPU is ten times as much and more, so
#         that what TLS adds, a multiple without them, is lost in it.
# Seen:   28 November 2026, Redis 7.0.15 of Debian 12, 16 connections: of 4,800 replies the two threads wrote 3,000 in plain
#         and 2,962 in TLS. CPU of the server for 32,000 replies of 10 KB, plain and TLS: 100 and 560 ms without io-threads;
#         11 and 8 s with three, on two loaded processors, fewer than redis.conf recommends.
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
cat >load.py <<'PYTHON'
import os, socket, ssl, sys
port, tls, pid = int(sys.argv[1]), sys.argv[2] == "tls", sys.argv[3]
context = ssl.create_default_context(cafile="tls/ca.pem")
def connect():
    s = socket.create_connection(("127.0.0.1", port))
    return context.wrap_socket(s, server_hostname="localhost") if tls else s
def cpu():
    fields = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")
first = connect()
first.sendall(b"*3\r\n$3\r\nSET\r\n$3\r\nbig\r\n$10000\r\n" + b"x" * 10000 + b"\r\n")
first.recv(100)
kept = [connect() for _ in range(16)]
def rounds(count):
    for _ in range(count):
        for s in kept: s.sendall(b"GET big\r\n" * 4)
        for s in kept:
            left = 4 * (10000 + len(b"$10000\r\n\r\n"))
            while left: left -= len(s.recv(min(left, 65536)))
rounds(10)
before = cpu()
rounds(500)
print(cpu() - before)
PYTHON
for threads in 1 3; do
  for way in plain tls; do
    port=$(free_port)
    # shellcheck disable=SC2046,SC2086 # several options
    start server redis-server --bind 127.0.0.1 --save '' --dir "$W" --io-threads $threads $([ $way = tls ] && echo $tls || echo --port) "$port"
    wait_port "$port"
    read -r "${way}_$threads" < <(python3 load.py "$port" $way "$last" 2>load.log) || missing "$way: $(tail -1 load.log)"
    kill "$last"
    wait "$last" 2>/dev/null
  done
done
# shellcheck disable=SC2154 # set by read
echo "  ms of CPU: io-threads 1: plain $plain_1, TLS $tls_1; io-threads 3: plain $plain_3, TLS $tls_3"
check_between "io-threads 3 over 1, TLS: times the CPU" 2.5 1000 "$(awk "BEGIN { print $tls_3 / $tls_1 }")"
check_between "TLS over plain, io-threads 1" 1.5 20 "$(awk "BEGIN { print $tls_1 / $plain_1 }")"
echo "  TLS over plain, io-threads 3: $(awk "BEGIN { print $tls_3 / $plain_3 }")"
check_between "the latter over the former" 0.05 0.7 "$(awk "BEGIN { print $tls_3 / $plain_3 / ($tls_1 / $plain_1) }")"
finish
