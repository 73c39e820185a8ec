#!/usr/bin/env bash
# Guess:  Cassandra's Python driver makes two connections to a node, and an INSERT of 10 KB is one TLS record that takes hardly longer
#         than one of 3 KB.
# So:     Unless protocol_version is set it tries the two protocol versions of DSE first, each with a TLS connection of its
#         own: four full handshakes instead of two. It cuts what it sends into pieces of 4,096 bytes, each a record, and does
#         not set TCP_NODELAY: Nagle's algorithm holds the last piece back until the server's delayed ACK, so that an INSERT of 10 KB
#         takes 45 ms more than one of 3 KB, with TLS as without. With sockopts=[(IPPROTO_TCP, TCP_NODELAY, 1)] it does not.
# Seen:   28 November 2026, cassandra-driver (PyPI) 3.30.1, Cassandra 5.0.9 with its BoringSSL, OpenJDK 17.0.15, medians of 60 INSERTs of 3 KB
#         and 10 KB: plain 7 and 51 ms, TLS 3 and 48, with TCP_NODELAY 3 and 3. By hand: the drivers of Node (4.10.0) and Go (gocql
#         1.7.0) send one record for each INSERT, at once; Node's makes two connections, gocql three.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java python3
certificate
java17=$(java_of 17 17.0.9.2) || exit 2
jars cassandra org.apache.cassandra:cassandra-all:5.0.9
python_with py cassandra-driver==3.30.1
mkdir -p data triggers
port=$(free_port) storage=$(free_port)
cat >cassandra.yaml <<YAML
cluster_name: test
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
num_tokens: 1
initial_token: '0'
auto_bootstrap: false
endpoint_snitch: SimpleSnitch
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters:
      - seeds: '127.0.0.1:$storage'
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
native_transport_port: $port
storage_port: $storage
commitlog_sync: periodic
commitlog_sync_period: 1000ms
auto_snapshot: false
client_encryption_options:
  enabled: true
  optional: true
  keystore: $W/tls/server.p12
  keystore_password: changeit
  store_type: PKCS12
YAML
opens=() # as Cassandra's own jvm17-server.options
for package in java.base/{jdk.internal.{misc,ref},java.lang.ref,sun.nio.ch} java.management.rmi/com.sun.jmx.remote.internal.rmi java.rmi/sun.rmi.{registry,server} java.sql/java.sql; do
  opens+=("--add-exports=$package=ALL-UNNAMED")
done
for package in java.base/{java.{io,lang,lang.module,lang.reflect,math,net,nio,util,util.concurrent,util.concurrent.atomic},jdk.internal.{loader,math,module,ref,reflect,util.jar},sun.nio.ch} \
  java.rmi/sun.rmi.transport.tcp jdk.management/com.sun.management.internal; do
  opens+=("--add-opens=$package=ALL-UNNAMED")
done
start cassandra "$java17" -Xmx700m -XX:+UseSerialGC "${opens[@]}" -Djdk.attach.allowAttachSelf=true "-Dcassandra.config=file://$W/cassandra.yaml" "-Dcassandra.storagedir=$W/data" \
  "-Dcassandra.triggers_dir=$W/triggers" -Dcassandra-foreground=yes -Dcassandra.skip_wait_for_gossip_to_settle=0 -cp 'cassandra/*' org.apache.cassandra.service.CassandraDaemon
wait_port "$port"
relay "$port"
cat >insert.py <<'PYTHON'
import socket, ssl, statistics, sys, time
from cassandra.cluster import Cluster
port, way, sockopts, version = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
context = ssl.create_default_context(cafile="tls/ca.pem")
context.check_hostname = False
options = {} if way == "plain" else dict(ssl_context=context)
if sockopts == "noDelay": options["sockopts"] = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
if version != "any": options["protocol_version"] = int(version)
cluster = Cluster(["127.0.0.1"], port=port, **options)
session = cluster.connect()
session.execute("CREATE KEYSPACE IF NOT EXISTS k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
session.execute("CREATE TABLE IF NOT EXISTS k.t (id int PRIMARY KEY, v blob)")
insert = session.prepare("INSERT INTO k.t (id, v) VALUES (?, ?)")
def median(size):
    times = []
    for i in range(60):
        start = time.perf_counter()
        session.execute(insert, (i, b"x" * size))
        times.append(time.perf_counter() - start)
    return round(1000 * statistics.median(times), 1)
if way != "start": print(*(median(size) for size in (3000, 10000, 100000)))
cluster.shutdown()
PYTHON
run() { # PORT WAY DEFAULT|noDelay VERSION: medians in ms of INSERTs of 3 KB, 10 KB and 100 KB
  py/bin/python insert.py "$@" 2>client.log || missing "the client failed: $(tail -1 client.log)"
}
for way in plain tls; do
  read -r small large _ < <(run "$port" $way default any)
  check_between "$way, INSERT of 10 KB, ms more than one of 3 KB" 30 90 "$(awk "BEGIN { print $large - $small }")"
  read -r small large _ < <(run "$port" $way noDelay any)
  check_between "$way with TCP_NODELAY" -20 20 "$(awk "BEGIN { print $large - $small }")"
done
for version in any:4 5:2; do
  rm -f wire.jsonl
  run "$relay_port" start default "${version%:*}"
  check "TLS connections at the start, protocol_version ${version%:*}" "${version#*:}" "$(wire 'sum(bool(c["hello"]) for c in lines)')"
  check "of them resumed" 0 "$(wire 'sum(bool(c["resumed"]) for c in lines)')"
done
rm -f wire.jsonl
run "$relay_port" tls default 5 >medians
check "records with a piece of 4,096 bytes for 60 INSERTs of 10 KB and of 100 KB" $((60 * (2 + 24))) "$(wire 'sum(kind == 23 and size == 4096 + 17 for c in lines for kind, size in client(c))')"
finish
