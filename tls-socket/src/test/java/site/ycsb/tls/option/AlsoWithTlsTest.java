package site.ycsb.tls.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.UsageException;

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

  @ParameterizedTest
  @ValueSource(strings = {"-D=x", "a=1,-D=2", "=x", "x"})
  void whatHasNoNameIsRefused(String also) {
    assertThatThrownBy(() -> AlsoWithTls.of(Map.of("tls.cipher", "AES128-SHA", "tls.also", also)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is no NAME=VALUE");
  }

  @Test
  void runsWithoutTlsHaveNeither() {
    Map<String, String> plain = Map.of("tls.also", GIVEN.get("tls.also"));
    assertThat(AlsoWithTls.of(plain)).isEmpty();
    assertThat(AlsoWithTls.systemProperties(plain)).isEmpty();
  }
}
