package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.testkit.Given;

class CassandraOptionsTest {
  @Test
  void defaultsAreUpstreams() {
    CassandraOptions options = parse(false, "hosts=a");

    assertThat(options.hosts()).containsExactly(InetSocketAddress.createUnresolved("a", 9042));
    assertThat(options.keyspace()).isEqualTo("ycsb");
    assertThat(options.readLevel()).isEqualTo(ConsistencyLevel.QUORUM);
    assertThat(options.writeLevel()).isEqualTo(ConsistencyLevel.QUORUM);
    assertThat(options.requestTimeout()).isEqualTo(Duration.ofSeconds(12));
    assertThat(options.credentials()).isEmpty();
    assertThat(options.table()).isEmpty();
  }

  @Test
  void readsUpstreamsNames() {
    CassandraOptions options =
        parse(
            false,
            "hosts=a, b:7",
            "port=9999",
            "cassandra.keyspace=bench",
            "cassandra.readconsistencylevel=one",
            "cassandra.writeconsistencylevel=LOCAL_QUORUM",
            "cassandra.coreconnections=3",
            "cassandra.maxconnections=3",
            "cassandra.connecttimeoutmillis=1500",
            "cassandra.readtimeoutmillis=2500",
            "cassandra.username=me",
            "cassandra.password=s3cret",
            "cassandra.tracing=true");

    assertThat(options.hosts())
        .containsExactly(
            InetSocketAddress.createUnresolved("a", 9999),
            InetSocketAddress.createUnresolved("b", 7));
    assertThat(options.keyspace()).isEqualTo("bench");
    assertThat(options.readLevel()).isEqualTo(ConsistencyLevel.ONE);
    assertThat(options.writeLevel()).isEqualTo(ConsistencyLevel.LOCAL_QUORUM);
    assertThat(options.connections()).isEqualTo(3);
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofMillis(1500));
    assertThat(options.requestTimeout()).isEqualTo(Duration.ofMillis(2500));
    assertThat(options.tracing()).isTrue();
    assertThat(options.toString()).contains("me").doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({"::1,::1,9042", "[::1]:77,::1,77", "a.b:77,a.b,77"})
  void readsAddresses(String given, String host, int port) {
    assertThat(parse(false, "hosts=" + given).hosts())
        .containsExactly(InetSocketAddress.createUnresolved(host, port));
  }

  @Test
  void namesTheServerWhereThereIsAHostOrAPort() {
    CassandraBinding binding = new CassandraBinding();

    assertThat(binding.namesServer(Given.properties("hosts=a"))).isTrue();
    assertThat(binding.namesServer(Given.properties("port=9142"))).isTrue();
    assertThat(binding.namesServer(Given.properties("hosts= "))).isFalse();
    assertThat(parse(false, "port=9142").hosts())
        .containsExactly(InetSocketAddress.createUnresolved("localhost", 9142));
  }

  @Test
  void refusesAPortThatNoNodeHas() {
    refused(() -> parse(false, "hosts=a:7, b:8", "port=9142"))
        .hasMessage(
            "port=9142 has no effect: each of the hosts has a port of its own; leave it out, or those");
  }

  @Test
  void createsTheTableOfTheWorkload() {
    CassandraOptions options =
        parse(
            false,
            "hosts=a",
            "cassandra.createtable=true",
            "cassandra.replicationfactor=3",
            "table=t",
            "fieldcount=2",
            "fieldnameprefix=f");

    assertThat(options.table())
        .contains(new CassandraOptions.NewTable("t", java.util.List.of("f0", "f1")));
    assertThat(options.replicationFactor()).contains(3);
  }

  /** Nodes that are asked for the same table at the same time may make two of it. */
  @Test
  void ofAFleetTheFirstAgentCreatesTheTable() {
    assertThat(parse(false, "hosts=a").createsTable()).isTrue();
    assertThat(parse(false, "hosts=a", "fleet.member=1/12").createsTable()).isTrue();
    assertThat(parse(false, "hosts=a", "fleet.member=2/12").createsTable()).isFalse();
    assertThat(parse(false, "hosts=a", "fleet.member=12/12").createsTable()).isFalse();
  }

  @Test
  void neverTakesUpstreamsSwitchForTls() {
    refused(() -> parse(false, "hosts=a", "cassandra.useSSL=true"))
        .hasMessageContaining("tls.cipher");
    refused(() -> parse(true, "hosts=a", "cassandra.useSSL=false"))
        .hasMessageContaining("remove one");
    assertThat(parse(true, "hosts=a", "cassandra.useSSL=true").hosts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hosts=a:b",
        "hosts=a:0",
        "port=0",
        "cassandra.readconsistencylevel=SERIAL",
        "cassandra.writeconsistencylevel=some",
        "cassandra.coreconnections=0",
        "cassandra.maxconnections=2",
        "cassandra.createtable=yes",
        "cassandra.username=me",
        "cassandra.password=s3cret",
        "cassandra.readtimeoutmillis=-1"
      })
  void refusesWhatItCannotUnderstand(String property) {
    String name = property.substring(0, property.indexOf('='));
    refused(() -> parse(false, property))
        .hasMessageContaining(name)
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void discoveredNodesHaveThePortOfTheHosts() {
    assertThat(parse(false, "hosts=a,b", "port=9142").port()).hasValue(9142);
    assertThat(parse(false, "hosts=a:9142").port()).hasValue(9142);
    assertThat(parse(false, "hosts=a:9042,a:9043").port()).isEmpty();
  }

  private static CassandraOptions parse(boolean pinned, String... properties) {
    return CassandraOptions.parse(Given.properties(properties), pinned);
  }
}
