package site.ycsb.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.pin.NamedGroup;

class GroupQuestionTest {
  /** As Java's own TLS: of the names of hosts, those with a dot. */
  @ParameterizedTest
  @CsvSource({
    "db.example.org, true",
    "localhost, false",
    "db.example.org., true",
    "not_a_name.example.org, false",
    "127.0.0.1, false",
    "2001:db8::1, false",
    "::ffff:192.0.2.1, false"
  })
  void namesTheServer(String host, boolean named) {
    ClientHello hello = ClientHello.parse(GroupQuestion.bytes(NamedGroup.X25519, host));

    assertThat(hello.extensions().contains(0)).isEqualTo(named);
    assertThat(hello.groups()).containsExactly(NamedGroup.X25519.code());
    assertThat(hello.versions()).containsExactly(0x0304);
    assertThat(hello.keyShares()).isEmpty();
  }
}
