#!/usr/bin/env bash
# Guess:  A TLS connection takes some 20 KB of the server, whatever it carries, and a server that releases OpenSSL's buffers or
#         not makes no great difference; what Redis needs, its used_memory shows.
# So:     memcached needs 14 KB more for a TLS connection, and stays there. Redis needs 20 to 25 KB more, and 37 to 40 KB more
#         from its first large reply on, until it is closed; used_memory shows nothing of it, so maxmemory does not bound it.
# Seen:   28 November 2026, memcached 1.6.18 and Redis 7.0.15 of Debian 12, OpenSSL 3.0, 1,000 connections, resident KB of the
#         process for each connection, TLS less plain: memcached 13.9, and 13.9 after a reply of 100 KB; Redis 20.0 to 25.5,
#         and 37.1 to 40.2 (three runs; plain varies with what its allocator gives back).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
debian memcached redis-server
certificate
chmod -R a+rX "$W"
[ "$(ulimit -n)" = unlimited ] || [ "$(ulimit -n)" -ge 1500 ] || ulimit -n 1500 || missing "needs 1,500 open files"
cat >keep.py <<'PYTHON'
import socket, ssl, sys, time
kind, port, tls, pid = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "tls", sys.argv[4]
context = ssl.create_default_context(cafile="tls/ca.pem")
def connect():
    s = socket.create_connection(("127.0.0.1", port))
    return context.wrap_socket(s, server_hostname="localhost") if tls else s
def ask(s, request, end):
    s.sendall(request)
    answer = b""
    while not answer.endswith(end): answer += s.recv(65536)
    return answer
def get(s, key):
    ask(s, b"get " + key + b"\r\n", b"x\r\nEND\r\n" if kind == "memcached" else b"x\r\n")
def memory():
    time.sleep(12 if kind == "redis" else 1) # Redis shrinks its own buffers of idle clients after 5 s, jemalloc gives back after 10
    resident = int(next(line for line in open("/proc/%s/status" % pid) if line.startswith("VmRSS")).split()[1])
    if kind == "memcached": return resident, 0
    info = ask(first, b"*2\r\n$4\r\nINFO\r\n$6\r\nmemory\r\n", b"lazyfreed_objects:0\r\n\r\n")
    return resident, int(info.split(b"used_memory:")[1].split()[0]) // 1024
first = connect()
for key, size in ((b"big", 100_000), (b"small", 10)):
    if kind == "memcached": ask(first, b"set %s 0 0 %d\r\n" % (key, size) + b"x" * size + b"\r\n", b"STORED\r\n")
    else: ask(first, b"*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%d\r\n" % (len(key), key, size) + b"x" * size + b"\r\n", b"OK\r\n")
before_all = [connect() for _ in range(10)]
for s in before_all: get(s, b"small"); get(s, b"big")
before = memory()
kept = [connect() for _ in range(1000)]
figures = []
for key in (b"small", b"big"):
    for s in kept: get(s, key)
    figures += ["%.1f" % ((a - b) / len(kept)) for a, b in zip(memory(), before)]
print(*figures)
PYTHON
difference() { awk "BEGIN { printf \"%.1f\", $2 - $1 }"; }
for kind in memcached redis; do
  for way in plain tls; do
    port=$(free_port)
    case $kind-$way in
      memcached-plain) start server as_user memcached -c 2000 -l 127.0.0.1 -p "$port" ;;
      memcached-tls) start server as_user memcached -c 2000 -l 127.0.0.1 -p "$port" -Z -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key" ;;
      redis-plain) start server redis-server --port "$port" --bind 127.0.0.1 --save '' --dir "$W" ;;
      redis-tls) start server redis-server --port 0 --tls-port "$port" --bind 127.0.0.1 --tls-cert-file "$W/tls/server.pem" --tls-key-file "$W/tls/server.key" \
        --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W" ;;
    esac
    wait_port "$port"
    figures=$(python3 keep.py $kind "$port" $way "$last" 2>keep.log) || missing "$kind, $way: $(tail -1 keep.log)"
    kill "$last"
    echo "  $kind, $way, KB for each connection after a small reply and a large one (resident, used_memory): $figures"
    read -r "${way}_small" "${way}_used_small" "${way}_large" "${way}_used_large" <<<"$figures"
  done
  case $kind in
    memcached) most_small=19 least_growth=-3 most_growth=5 ;;
    redis) most_small=36 least_growth=5 most_growth=28 ;;
  esac
  # shellcheck disable=SC2154 # set by read
  small=$(difference "$plain_small" "$tls_small")
  large=$(difference "$plain_large" "$tls_large")
  check_between "$kind: KB more with TLS, short messages" 8 $most_small "$small"
  check_between "$kind: KB more than that, since a reply of 100 KB" $least_growth $most_growth "$(difference "$small" "$large")"
done
check_between "redis: KB of that in used_memory" -2 3 "$(difference "$plain_used_large" "$tls_used_large")"
finish
