#!/usr/bin/env bash
# Guess:  A client library either resumes TLS sessions or does not; how its trust store is named makes no difference.
# So:     Jedis with ssl=true and the JVM's trust store resumes every connection but the first. The same Jedis with its
#         SslOptions (trust store named there) makes an SSLContext for each connection: reads and decrypts the file each
#         time, and never resumes. Lettuce has only this way. OpenSSL's server offers tickets to all.
# Seen:   27 November 2026, Jedis 7.1.0, Lettuce 7.1.0, OpenJDK 17.0.15, 10 connections: trust store opened 1, 10, 10
#         times; resumed 9, 0, 0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac strace
certificate
redis_protocol_server
relay "$redis_port"
jars redis redis.clients:jedis:7.1.0 io.lettuce:lettuce-core:7.1.0.RELEASE org.slf4j:slf4j-nop:1.7.36
cat >Connect.java <<'JAVA'
import java.io.File;
import io.lettuce.core.*; import redis.clients.jedis.*;
class Connect {
  public static void main(String[] arguments) throws Exception {
    File store = new File("tls/trust.p12");
    int port = Integer.parseInt(arguments[1]);
    HostAndPort server = new HostAndPort("localhost", port);
    switch (arguments[0]) {
      case "jedis" -> {
        System.setProperty("javax.net.ssl.trustStore", store.getPath());
        System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
        for (int i = 0; i < 10; i++) try (Jedis jedis = new Jedis(server, DefaultJedisClientConfig.builder().ssl(true).build())) { jedis.ping(); }
      }
      case "options" -> {
        var options = redis.clients.jedis.SslOptions.builder().truststore(store, "changeit".toCharArray()).build();
        for (int i = 0; i < 10; i++) try (Jedis jedis = new Jedis(server, DefaultJedisClientConfig.builder().sslOptions(options).build())) { jedis.ping(); }
      }
      default -> {
        RedisClient client = RedisClient.create(RedisURI.builder().withHost("localhost").withPort(port).withSsl(true).build());
        client.setOptions(ClientOptions.builder().sslOptions(io.lettuce.core.SslOptions.builder().jdkSslProvider().truststore(store, "changeit").build()).build());
        for (int i = 0; i < 10; i++) try (var connection = client.connect()) { connection.sync().ping(); }
        client.shutdown();
      }
    }
  }
}
JAVA
javac -cp 'redis/*' -proc:none -d classes Connect.java || exit 2
for way in jedis:1:9 options:10:0 lettuce:10:0; do
  IFS=: read -r name opened resumed <<<"$way"
  rm -f wire.jsonl
  strace -f -qq -e trace=open,openat -o opened java -cp 'classes:redis/*' Connect "$name" "$relay_port" >run.log 2>&1 || missing "Connect $name: $(tail -1 run.log)"
  check "$name: trust store opened, connections, resumed" "$opened 10 $resumed" \
    "$(grep -c 'tls/trust.p12' opened) $(wire 'len(lines), sum(c["resumed"] for c in lines)' | tr -d '(),')"
done
finish
