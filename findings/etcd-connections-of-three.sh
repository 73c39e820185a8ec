#!/usr/bin/env bash
# Guess:  Three members of an etcd cluster hold three TLS connections to each other, or six, one for each direction, as Redis' cluster does.
# So:     They hold 20: streams of two kinds in each direction, connections for requests and for probing. While nobody asks anything, some 55
#         messages go over them in a second, ten of Redis' cluster's; and each member has one more connection to itself, to its own port for clients.
#         With etcdctl and three endpoints each call is three TLS handshakes, of which one is used.
# Seen:   30 November 2026, etcd 3.4.23 and Redis 7.0.15 of Debian 12, three members each: connections 20 and 6; segments with data in a second
#         55 and 6; with each member's own 3; connections of one `etcdctl put` 3.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 ss strace
certificate
debian etcd-server etcd-client redis-server redis-tools libjemalloc2 liblzf1
cat >count.py <<'PYTHON'
import re, subprocess, sys # connections to these ports, and the segments with data that their ends have sent
ports = set(sys.argv[1:])
connections = segments = 0
for line in subprocess.run(["ss", "-tinH", "state", "established"], capture_output=True, text=True).stdout.splitlines():
    if not line[0].isspace():
        local, remote = (where.rsplit(":", 1)[1] for where in line.split()[2:4])
        ours = local in ports or remote in ports
        connections += remote in ports
    elif ours and (found := re.search(r"data_segs_out:(\d+)", line)): segments += int(found.group(1))
print(connections, segments)
PYTHON
idle() { # PORT...: sets connections and segments, the latter in a second of ten without any client
  local before after
  before=$(python3 count.py "$@")
  sleep 10
  after=$(python3 count.py "$@")
  connections=${after% *}
  segments=$(((${after#* } - ${before#* }) / 10))
}
for i in 0 1 2; do peer[i]=$(free_port) client[i]=$(free_port); done
for i in 0 1 2; do
  start "etcd$i" etcd --name "m$i" --data-dir "$W/etcd$i" --listen-peer-urls "https://127.0.0.1:${peer[i]}" --initial-advertise-peer-urls "https://127.0.0.1:${peer[i]}" \
    --listen-client-urls "https://127.0.0.1:${client[i]}" --advertise-client-urls "https://127.0.0.1:${client[i]}" \
    --initial-cluster "m0=https://127.0.0.1:${peer[0]},m1=https://127.0.0.1:${peer[1]},m2=https://127.0.0.1:${peer[2]}" \
    --cert-file tls/server.pem --key-file tls/server.key --peer-cert-file tls/server.pem --peer-key-file tls/server.key --peer-trusted-ca-file tls/ca.pem
done
for i in 0 1 2; do wait_port "${client[i]}"; done
sleep 10
idle "${peer[@]}"
check_between "etcd: TLS connections among three members" 16 24 "$connections"
check_between "messages in a second while nobody asks" 25 110 "$segments"
of_etcd=$segments
idle "${client[@]}"
check "connections of the members to their own ports for clients" 3 "$connections"
endpoints="https://127.0.0.1:${client[0]},https://127.0.0.1:${client[1]},https://127.0.0.1:${client[2]}"
ETCDCTL_API=3 strace -f -e trace=connect -o calls etcdctl --cacert tls/ca.pem --endpoints "$endpoints" put key value >put.log 2>&1 || missing "etcdctl failed: $(tail -1 put.log)"
check "connections of one etcdctl put" 3 "$(grep -cE "htons\((${client[0]}|${client[1]}|${client[2]})\)" calls)"
cluster_port() { # free, and so is the port of the cluster's bus, which is 10,000 above
  python3 -c 'import random, socket
while True:
    port = random.randrange(20000, 30000)
    try:
        for each in (port, port + 10000): socket.create_server(("127.0.0.1", each)).close()
    except OSError: continue
    print(port)
    break'
}
ports=() bus=()
for i in 0 1 2; do
  ports[i]=$(cluster_port) bus[i]=$((ports[i] + 10000))
  mkdir "redis$i.data"
  start "redis$i" redis-server --port 0 --tls-port "${ports[i]}" --bind 127.0.0.1 --dir "$W/redis$i.data" --save '' --cluster-enabled yes --tls-cluster yes --tls-replication yes \
    --tls-auth-clients no --tls-cert-file "$W/tls/server.pem" --tls-key-file "$W/tls/server.key" --tls-ca-cert-file "$W/tls/ca.pem"
done
for i in 0 1 2; do wait_port "${ports[i]}"; done
redis-cli --tls --cacert tls/ca.pem --cluster create "127.0.0.1:${ports[0]}" "127.0.0.1:${ports[1]}" "127.0.0.1:${ports[2]}" --cluster-yes >create.log 2>&1 || missing "no cluster: $(tail -1 create.log)"
sleep 5
idle "${bus[@]}"
check "Redis' cluster: TLS connections among three nodes" 6 "$connections"
check_between "messages in a second while nobody asks" 2 20 "$segments"
check_between "etcd's relative to them" 3 40 "$((of_etcd / segments))"
finish
