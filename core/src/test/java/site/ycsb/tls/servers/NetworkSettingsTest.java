package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.property.UsageException;

class NetworkSettingsTest {

  private static Map<String, String> properties(String... namesAndValues) {
    Map<String, String> properties = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "500us, 500000", "1.5ms, 1500000", "20ms, 20000000", "1s, 1000000000"})
  void timesHaveUnits(String value, long nanos) {
    assertThat(NetworkSettings.parse(properties("network.rtt", value)).orElseThrow().rtt())
        .isEqualTo(Duration.ofNanos(nanos));
  }

  @ParameterizedTest
  @CsvSource({"8kbit/s, 1000", "100Mbit/s, 12500000", "1gbit/s, 125000000"})
  void bandwidthIsInBits(String value, long bytes) {
    assertThat(
            NetworkSettings.parse(properties("network.bandwidth", value))
                .orElseThrow()
                .bytesPerSecond())
        .isEqualTo(bytes);
  }

  @Test
  void withoutThemThereIsNoRelay() {
    assertThat(NetworkSettings.parse(properties("network.proxy", "localhost:1080"))).isEmpty();
    assertThat(NetworkRelay.isWanted(properties("network.jitter", "1ms"))).isTrue();
  }

  /** Of a run's Java, too: another one may lack what is pinned. */
  @Test
  void loadsHaveTheRunsConnectionsButNotItsNetworkAndItsErrors() {
    assertThat(Servers.NOT_FOR_LOADING)
        .contains("network.rtt", "network.jitter", "network.bandwidth")
        .contains("target", "errors.max", "client.profile", "tls.resumption", "tls.renegotiate")
        .doesNotContain("network.proxy", "client.java", "tls.cipher", "recordcount");
  }

  @ParameterizedTest
  @CsvSource({
    "network.rtt, 20, with its unit",
    "network.rtt, 20 ms, with its unit",
    "network.rtt, -1ms, with its unit",
    "network.rtt, 61s, at most 60s",
    "network.jitter, 1h, with its unit",
    "network.bandwidth, 100, bits per second",
    "network.bandwidth, 20MB/s, bits per second",
    "network.bandwidth, 0Mbit/s, bits per second"
  })
  void misspelledValuesAreRefused(String name, String value, String says) {
    assertThatThrownBy(() -> NetworkSettings.parse(properties(name, value)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(name + "=" + value + ":")
        .hasMessageContaining(says);
  }

  @Test
  void aProxyBesideThemIsRefused() {
    assertThatThrownBy(
            () ->
                NetworkSettings.parse(
                    properties("network.rtt", "1ms", "network.proxy", "localhost:1080")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("give the one or the other");
  }
}
