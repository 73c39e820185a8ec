package site.ycsb.tls.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.ValueType;

class SecretsTest {
  private final Secrets secrets =
      Secrets.of(
          List.of(
              Property.optional("db.pin", ValueType.password(), "", "a number"),
              Property.optional("db.host", ValueType.text(), "", "a host")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.pin | 1234 | ***",
        "db.host | localhost | localhost",
        "tls.keystore.password | changeit | ***",
        "DB.PASSWD | x | ***",
        "aws.secretkey | x | ***",
        "mongodb.url | mongodb://me:pass@a,b/db?w=1 | mongodb://***@a,b/db?w=1",
        "mongodb.url | mongodb://me:p@ss@host/db | mongodb://***@host/db",
        "mongodb.url | mongodb+srv://me@host/ | mongodb+srv://***@host/",
        "mongodb.url | mongodb://host/a?x=user@b | mongodb://host/a?x=user@b",
        "jdbc.url | jdbc:mariadb://host/db?user=me&password=pass&x=1 | jdbc:mariadb://host/db?user=me&password=***&x=1",
        "jdbc.url | jdbc:mariadb://host/db?password=a;b,c&x=1 | jdbc:mariadb://host/db?password=***&x=1",
        "jdbc.url | jdbc:mariadb://host/db?password=a b&x=1 | jdbc:mariadb://host/db?password=***&x=1",
        "mongodb.url | mongodb://a/?authMechanismProperties=X:1,AWS_SESSION_TOKEN:tok,Y:2&w=1 | mongodb://a/?authMechanismProperties=X:1,AWS_SESSION_TOKEN:***&w=1",
        "mongodb.url | mongodb://a/?authMechanismProperties=AWS_SESSION_TOKEN%3Atok | mongodb://a/?authMechanismProperties=AWS_SESSION_TOKEN%3A***",
        "db.pin.length | 4 | 4",
        "session.token | x | ***",
        "cassandra.tokenaware | false | false",
      })
  void masksWhatIsSecretAndNothingElse(String name, String value, String masked) {
    assertThat(secrets.mask(name, value)).isEqualTo(masked);
  }

  @Test
  void masksCommandLines() {
    assertThat(
            secrets.mask(
                List.of(
                    "run",
                    "mongodb",
                    "-p",
                    "db.pin=1",
                    "-Dtls.key.password=x",
                    "a.tokenaware=false")))
        .containsExactly(
            "run", "mongodb", "-p", "db.pin=***", "-Dtls.key.password=***", "a.tokenaware=false");
  }

  @Test
  void masksPropertiesThatAreWrittenTogetherWithTheirOption() {
    assertThat(secrets.mask(List.of("-pdb.pin=1", "-pdb.host=h")))
        .containsExactly("-pdb.pin=***", "-pdb.host=h");
  }

  @Test
  void keepsTheNameOfAnEnvironmentVariableSoThatTheCommandCanBeRepeated() {
    assertThat(secrets.mask(List.of("db.pin=env:DB_PIN", "db.pin=env:DB_PIN x")))
        .containsExactly("db.pin=env:DB_PIN", "db.pin=***");
  }

  @Test
  void masksAllProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put("b.password", "x");
    properties.put("a", "1");

    assertThat(secrets.mask(properties))
        .containsExactly(java.util.Map.entry("a", "1"), java.util.Map.entry("b.password", "***"));
  }

  @Test
  void masksUrlsInMessages() {
    assertThat(secrets.mask("cannot reach mongodb://me:pass@host:1/: refused"))
        .isEqualTo("cannot reach mongodb://***@host:1/: refused");
    assertThat(secrets.mask("the token: refused at jdbc:x://host/?password=a;b,c by the server"))
        .isEqualTo("the token: refused at jdbc:x://host/?password=*** by the server");
  }
}
