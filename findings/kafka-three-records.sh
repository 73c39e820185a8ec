#!/usr/bin/env bash
# Guess:  What a client of Kafka sends at once is as few TLS records as hold it: a produce request of 1 KB one, or two for head
#         and data; a fetch of 1 MB 62.
# So:     Each buffer of a request is a record: a produce request of any size has one for its head, those of the data, and one more
#         that holds three bytes (the empty lists of tagged fields at the end). So a message of 1 KB takes three records and
#         three writes, where without TLS it is one. A fetch has the same three;
#         and of its data the broker reads 32 KB at a time from the file, which Java's TLS 1.3, with 16,367 bytes in a record, cuts
#         into two full records and one of 34 bytes: half as many records again as 1 MB needs.
# Seen:   28 November 2026, Kafka 4.1.1, broker and clients on OpenJDK 17.0.15: records of a produce request 3, of its answer 1,
#         of the answer to a fetch 3; with 1 MB 64 and 94, of which 30 hold 34 bytes.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars kafka org.apache.kafka:kafka_2.13:4.1.1 org.slf4j:slf4j-nop:1.7.36
broker_port=$(free_port)
controller_port=$(free_port)
relay "$broker_port"
cat >server.properties <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$controller_port
listeners=SSL://127.0.0.1:$broker_port,CONTROLLER://127.0.0.1:$controller_port
advertised.listeners=SSL://127.0.0.1:$relay_port
listener.security.protocol.map=SSL:SSL,CONTROLLER:PLAINTEXT
controller.listener.names=CONTROLLER
inter.broker.listener.name=SSL
log.dirs=$W/data
ssl.keystore.location=$W/tls/server.p12
ssl.keystore.password=changeit
ssl.truststore.location=$W/tls/trust.p12
ssl.truststore.password=changeit
ssl.endpoint.identification.algorithm=
message.max.bytes=3000000
offsets.topic.replication.factor=1
PROPERTIES
cat >Client.java <<'JAVA'
import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.TopicPartition;
class Client {
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> p = new HashMap<>();
    String serializer = "org.apache.kafka.common.serialization.ByteArray";
    String[] pairs = {"bootstrap.servers", "127.0.0.1:" + arguments[0], "security.protocol", "SSL", "ssl.truststore.location", "tls/trust.p12",
      "ssl.truststore.password", "changeit", "ssl.endpoint.identification.algorithm", "", "key.serializer", serializer + "Serializer",
      "value.serializer", serializer + "Serializer", "key.deserializer", serializer + "Deserializer", "value.deserializer", serializer + "Deserializer",
      "max.request.size", "3000000", "max.partition.fetch.bytes", "3000000", "enable.idempotence", "false", "acks", "1", "enable.metrics.push", "false"};
    for (int i = 0; i < pairs.length; i += 2) p.put(pairs[i], pairs[i + 1]);
    int size = Integer.parseInt(arguments[2]);
    String topic = "t" + size;
    switch (arguments[1]) {
      case "create" -> {
        try (Admin a = Admin.create(p)) { a.createTopics(List.of(new NewTopic("t1000", 1, (short) 1), new NewTopic("t1000000", 1, (short) 1))).all().get(); }
      }
      case "produce" -> {
        try (var producer = new KafkaProducer<byte[], byte[]>(p)) {
          for (int i = 0; i < 2; i++) { producer.send(new ProducerRecord<>(topic, new byte[size])).get(); Thread.sleep(300); }
        }
      }
      default -> {
        try (var consumer = new KafkaConsumer<byte[], byte[]>(p)) {
          var partition = new TopicPartition(topic, 0);
          consumer.assign(List.of(partition));
          consumer.seek(partition, 1); // the second of the two
          while (consumer.poll(Duration.ofSeconds(5)).isEmpty()) {}
        }
      }
    }
  }
}
JAVA
javac -proc:none -cp 'kafka/*' -d classes Client.java || exit 2
java -cp 'kafka/*' kafka.tools.StorageTool format -t abcdefghijklmnopqrstuv -c server.properties >format.log 2>&1 || missing "Kafka could not format its folder: $(tail -1 format.log)"
start kafka java -Xmx400m -cp 'kafka/*' kafka.Kafka server.properties
wait_port "$broker_port"
client() {
  rm -f wire.jsonl
  java -cp 'classes:kafka/*' Client "$relay_port" "$@" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
}
# the content of a record is 33 bytes less: type, tag and padding
last() { # SIDE SIZE: the last records in one go of that side that hold more than SIZE, in the connection with the most bytes
  wire "(lambda l: [(s, n - 33) for s, k, n in l if k == 23])(max((c['log'] for c in lines), key=lambda l: sum(n for s, k, n in l if k == 23)))" >log
  python3 - "$1" "$2" <<'PYTHON'
import ast, sys
runs, side, size = [], sys.argv[1], int(sys.argv[2])
for s, n in ast.literal_eval(open("log").read()):
    if runs and runs[-1][0] == s: runs[-1][1].append(n)
    else: runs.append([s, [n]])
print(*next(r for s, r in reversed(runs) if s == side and sum(r) > size))
PYTHON
}
client create 0
for size in 1000 1000000; do
  client produce $size
  last C $size >produce.$size
  client fetch $size
  last S $size >fetch.$size
done
echo "  bytes in the records of a produce request, and of a fetch's answer: $(cat produce.1000); $(cat fetch.1000)"
check "produce, 1 KB: records" 3 "$(wc -w <produce.1000)"
check "bytes in the last" 3 "$(awk '{ print $NF }' produce.1000)"
check "fetch, 1 KB: records" 3 "$(wc -w <fetch.1000)"
check "produce, 1 MB: records" 64 "$(wc -w <produce.1000000)"
check_between "fetch, 1 MB: records" 90 100 "$(wc -w <fetch.1000000)"
check_between "of them with 34 bytes" 28 31 "$(tr ' ' '\n' <fetch.1000000 | grep -cx 34)"
finish
