package site.ycsb.tls.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AlsoWithTlsTest {
  private static final Map<String, String> GIVEN =
      Map.of(
          "tls.cipher",
          "TLS_AES_128_GCM_SHA256",
          "tls.also",
          "hosts=a:1,b:2,-Dzookeeper.client.secure=true, port=3,-Dx=1,2");

  @Test
  void propertiesOfTheClientAndOfItsJvmAreToldApart() {
    assertThat(AlsoWithTls.of(GIVEN)).isEqualTo(Map.of("hosts", "a:1,b:2", "port", "3"));
    assertThat(AlsoWithTls.systemProperties(GIVEN))
        .isEqualTo(Map.of("zookeeper.client.secure", "true", "x", "1,2"));
  }

  @Test
  void runsWithoutTlsHaveNeither() {
    Map<String, String> plain = Map.of("tls.also", GIVEN.get("tls.also"));
    assertThat(AlsoWithTls.of(plain)).isEmpty();
    assertThat(AlsoWithTls.systemProperties(plain)).isEmpty();
  }
}
