package site.ycsb.tls.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "db1, db1, 0, db1",
    "db1:9042, db1, 9042, db1:9042",
    "10.0.0.7:65535, 10.0.0.7, 65535, 10.0.0.7:65535",
    "[2001:db8::1]:443, 2001:db8::1, 443, [2001:db8::1]:443",
    "[2001:db8::1], 2001:db8::1, 0, [2001:db8::1]",
    "2001:db8::1, 2001:db8::1, 0, [2001:db8::1]"
  })
  void readsHostAndPortAndWritesThemSo(String text, String host, int port, String written) {
    HostPort read = HostPort.parse(text);

    assertThat(read).isEqualTo(new HostPort(host, port)).hasToString(written);
    assertThat(read.unresolved(7).getPort()).isEqualTo(port == 0 ? 7 : port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "db1:", "db1:x", "db1:0", "db1:65536", "db1:-1", "[::1]:"})
  void refusesWhatIsNoHostOrNoPort(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostPort.parse(text))
        .withMessageContaining("HOST:PORT");
  }

  @ParameterizedTest
  @CsvSource({
    "::1:443, write [::1]:443",
    "2001:db8::1:9042, write [2001:db8::1]:9042",
    "[::1], such as localhost:1",
    "fe80::a, such as localhost:1",
    "db1, such as localhost:1"
  })
  void saysHowToWriteAnAddressThatHasNoPort(String text, String advice) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostPort.parseWithPort(text, "localhost:1"))
        .withMessageContaining(advice);
  }
}
