package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;

/** The nodes are those that are named, each with its port, in their order. */
class RandomHostsTest {
  @Test
  void eachNodeHasTheAddressThatIsGiven() {
    RandomCases.check(
        300,
        6,
        (random, size) -> {
          int port = RandomCases.one(random, 9042, 1, 65_535);
          List<String> hosts = new ArrayList<>();
          List<InetSocketAddress> expected = new ArrayList<>();
          boolean someWithout = false;
          for (int i = 0; i < size; i++) {
            String host =
                RandomCases.one(random, "a", "node-2.Example.org", "10.0.0.7", "2001:db8::7");
            int own = RandomCases.one(random, 0, 9043, 1 + random.nextInt(65_535));
            boolean ipv6 = host.contains(":");
            hosts.add(
                (ipv6 && (own > 0 || random.nextBoolean()) ? "[" + host + "]" : host)
                    + (own > 0 ? ":" + own : ""));
            expected.add(InetSocketAddress.createUnresolved(host, own > 0 ? own : port));
            someWithout |= own == 0;
          }
          Map<String, String> given = new TreeMap<>();
          given.put("hosts", String.join(RandomCases.one(random, ",", ", ", " , "), hosts));
          if (port != 9042 && someWithout) {
            given.put("port", Integer.toString(port));
          } else if (port != 9042) {
            return;
          }

          assertThat(CassandraOptions.parse(given, false).hosts()).isEqualTo(expected);
        });
  }
}
