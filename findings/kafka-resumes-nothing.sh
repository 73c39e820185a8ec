#!/usr/bin/env bash
# Guess:  A broker and its clients in Java resume sessions, since both use one SSLContext: the broker gives a ticket, the client
#         brings it along.
# So:     Each network thread of the broker has an SSLContext of its own, with a key for tickets of its own, and new connections go
#         to the threads in turn. So a client's next connection meets a thread that cannot read the ticket of the last one:
#         with the default, three threads, it brings its ticket in vain, and each connection is a full handshake, longer by the
#         ticket. With num.network.threads=1 all are resumed.
# Seen:   28 November 2026, Kafka 4.1.1 on OpenJDK 17.0.15: of 7 connections of a producer that bring a ticket none is resumed,
#         the ClientHello is 1,558 bytes instead of 435; with one thread all 7. With OpenSSL's client, which keeps one ticket,
#         every third one. By hand the same on OpenJDK 25.0.3, and in TLS 1.2.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac openssl timeout
certificate
jars kafka org.apache.kafka:kafka_2.13:4.1.1 org.slf4j:slf4j-nop:1.7.36
cat >Client.java <<'JAVA'
import java.util.*;
import org.apache.kafka.clients.producer.*;
class Client {
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> p = new HashMap<>();
    String serializer = "org.apache.kafka.common.serialization.ByteArraySerializer";
    String[] pairs = {"bootstrap.servers", "127.0.0.1:" + arguments[0], "security.protocol", "SSL", "ssl.truststore.location", "tls/trust.p12",
      "ssl.truststore.password", "changeit", "key.serializer", serializer, "value.serializer", serializer, "enable.idempotence", "false",
      "enable.metrics.push", "false", "connections.max.idle.ms", "500"};
    for (int i = 0; i < pairs.length; i += 2) p.put(pairs[i], pairs[i + 1]);
    try (var producer = new KafkaProducer<byte[], byte[]>(p)) {
      for (int i = 0; i < 7; i++) { producer.send(new ProducerRecord<>("topic", new byte[10])).get(); Thread.sleep(1500); }
    }
  }
}
JAVA
javac -proc:none -cp 'kafka/*' -d classes Client.java || exit 2
broker() { # THREADS: on $port and, by way of a relay, $relay_port
  local controller_port
  port=$(free_port)
  controller_port=$(free_port)
  relay "$port"
  rm -rf data
  printf '%s\n' process.roles=broker,controller node.id=1 "controller.quorum.voters=1@127.0.0.1:$controller_port" \
    "listeners=SSL://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller_port" "advertised.listeners=SSL://127.0.0.1:$relay_port" \
    listener.security.protocol.map=SSL:SSL,CONTROLLER:PLAINTEXT controller.listener.names=CONTROLLER inter.broker.listener.name=SSL \
    "log.dirs=$W/data" "ssl.keystore.location=$W/tls/server.p12" ssl.keystore.password=changeit "ssl.truststore.location=$W/tls/trust.p12" \
    ssl.truststore.password=changeit "$1" >server.properties
  java -cp 'kafka/*' kafka.tools.StorageTool format -t abcdefghijklmnopqrstuv -c server.properties >format.log 2>&1 || missing "Kafka could not format its folder: $(tail -1 format.log)"
  start kafka java -Xmx400m -cp 'kafka/*' kafka.Kafka server.properties
  broker=$last
  wait_port "$port"
}
producer() { # connections that bring a ticket, and how many of them are resumed
  rm -f wire.jsonl
  java -cp 'classes:kafka/*' Client "$relay_port" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  wire '(lambda l: "%d %d %s" % (len(l), sum(c["resumed"] for c in l), max([c["hello"]["bytes"] for c in l] + [0])))([c for c in lines if c["hello"] and c["hello"]["psk"]])'
}
s_client() { { sleep 0.5; echo; } | timeout 20 openssl s_client -connect "127.0.0.1:$port" "$@" 2>/dev/null | grep -oE '^(New|Reused)'; }
broker num.network.threads=3
read -r offered resumed bytes < <(producer)
check_between "three threads, the default: connections that bring a ticket" 4 30 "$offered"
check_between "of them resumed" 0 1 "$resumed"
echo "  the ClientHello: $bytes bytes"
s_client -sess_out ticket >first
check "OpenSSL's client with one ticket, six times: resumed" 2 "$(for _ in 1 2 3 4 5 6; do s_client -sess_in ticket; done | grep -c Reused)"
kill "$broker" "$relay_pid"
wait "$broker" "$relay_pid" 2>/dev/null
broker num.network.threads=1
read -r offered resumed bytes < <(producer)
check_between "one thread: connections that bring a ticket" 4 30 "$offered"
check "of them resumed" "$offered" "$resumed"
finish
