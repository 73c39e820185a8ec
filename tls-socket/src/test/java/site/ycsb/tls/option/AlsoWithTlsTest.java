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
          "hosts=a:1,b:2,-Dalso.secure=true, port=3,-Dalso.x=1,2");

  @Test
  void propertiesOfTheClientAndOfItsJvmAreToldApart() {
    assertThat(AlsoWithTls.of(GIVEN)).isEqualTo(Map.of("hosts", "a:1,b:2", "port", "3"));
    AlsoWithTls.setSystemProperties(GIVEN);
    try {
      assertThat(System.getProperty("also.secure")).isEqualTo("true");
      assertThat(System.getProperty("also.x")).isEqualTo("1,2");
      assertThat(AlsoWithTls.jvmArguments(GIVEN)).as("others can see them").isEmpty();
    } finally {
      System.clearProperty("also.secure");
      System.clearProperty("also.x");
    }
  }

  /** Set later, such a property does nothing, and nothing says so. */
  @Test
  void whatAJvmReadsWhenItStartsIsAnArgumentOfANewOneAndRefusedInARunningOne() {
    Map<String, String> given =
        Map.of(
            "tls.cipher",
            "AES128-SHA",
            "tls.also",
            "a=1,-Djava.security.properties=fips,-Dalso.y=2");

    assertThat(AlsoWithTls.jvmArguments(given)).containsExactly("-Djava.security.properties=fips");
    assertThatThrownBy(() -> AlsoWithTls.setSystemProperties(given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.also: -Djava.security.properties=fips comes too late");
    assertThat(System.getProperty("java.security.properties")).isNull();
  }

  @Test
  void aJvmThatWasStartedWithItIsNotRefused() {
    String folder = System.getProperty("java.io.tmpdir");

    AlsoWithTls.setSystemProperties(
        Map.of("tls.cipher", "AES128-SHA", "tls.also", "-Djava.io.tmpdir=" + folder));

    assertThat(System.getProperty("java.io.tmpdir")).isEqualTo(folder);
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
    AlsoWithTls.setSystemProperties(plain);
    assertThat(System.getProperty("also.secure")).isNull();
  }
}
