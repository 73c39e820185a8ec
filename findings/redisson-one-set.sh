#!/usr/bin/env bash
# Guess:  A SET by a new client of Redisson is one TLS connection, or a few that are made from one SSL context: the trust
#         store is read once, and all but the first are resumed.
# So:     25 connections before the SET (24 of its pool's `connectionMinimumIdleSize` and one for subscriptions), each with
#         an SSL context of its own: the trust store is opened, and so its password hashed, 25 times
#         over, and no handshake is resumed. With connectionMinimumIdleSize at 1 it is 2 of each.
# Seen:   29 November 2026, Redisson 4.0.0, OpenJDK 17.0.15, a server with OpenSSL, which gives tickets to all.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac strace
certificate
redis_protocol_server
relay "$redis_port"
jars jars org.redisson:redisson:4.0.0 org.slf4j:slf4j-nop:2.0.17
cat >Set.java <<'JAVA'
import java.io.File; import org.redisson.Redisson; import org.redisson.config.Config;
class Set {
  public static void main(String[] arguments) throws Exception {
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> { e.printStackTrace(); System.exit(1); }); // Netty's threads go on
    Config config = new Config();
    var server = config.useSingleServer().setAddress("rediss://localhost:" + arguments[0]);
    if (arguments[1].equals("least")) server.setConnectionMinimumIdleSize(1);
    config.setSslTruststore(new File("tls/trust.p12").toURI().toURL()).setSslTruststorePassword("changeit");
    var client = Redisson.create(config);
    client.getBucket("key").set("value");
    Thread.sleep(1000);
    client.shutdown();
    System.exit(0);
  }
}
JAVA
javac -cp 'jars/*' -proc:none -nowarn -d classes Set.java 2>javac.log || { cat javac.log >&2; exit 2; }
for way in default:25 least:2; do
  rm -f wire.jsonl
  strace -f -qq -e trace=open,openat -o opened java -cp 'classes:jars/*' Set "$relay_port" "${way%:*}" >run.log 2>&1 || missing "Set: $(grep -m1 Exception run.log)"
  check "${way%:*}: connections, resumed, trust store opened" "${way#*:} 0 ${way#*:}" \
    "$(wire '*(sum(bool(c["hello"]) for c in lines), sum(bool(c["resumed"]) for c in lines))') $(grep -c 'tls/trust.p12' opened)"
done
finish
