package site.ycsb.tls.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
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
        "db.url | jdbc:oracle:thin:me/hunter2@//host:1521/x | jdbc:oracle:thin:***@//host:1521/x",
        "db.url | jdbc:oracle:oci:me/\"a@b\"@host:1521:x | jdbc:oracle:oci:***@host:1521:x",
        "db.url | jdbc:oracle:thin:@//host:1521/x | jdbc:oracle:thin:@//host:1521/x",
        "azure.url | AccountName=me;AccountKey=ab/c==;EndpointSuffix=x | AccountName=me;AccountKey=***",
        "azurecosmos.primaryKey | x | ***",
        "azure.key | x | ***",
        "rados.key | x | ***",
        "azure.keyspace | x | x",
        "dynamodb.primaryKey | id | id",
        "my.api-key | x | ***",
        "client.settings | {\"user\":\"me\", \"apiKey\": \"a\\\"b\"} | {\"user\":\"me\", \"apiKey\": \"***\"}",
        "note | set db.passwd=env:DB_PASSWORD; or not | set db.passwd=env:DB_PASSWORD; or not",
        "db.pin.length | 4 | 4",
        "session.token | x | ***",
        "cassandra.tokenaware | false | false",
      })
  void masksWhatIsSecretAndNothingElse(String name, String value, String masked) {
    assertThat(secrets.mask(name, value)).isEqualTo(masked);
  }

  /** As a stack trace, or what a program prints in one line. */
  @Test
  void masksLongTextsInTime() {
    String word = "x".repeat(200_000);
    String words = "mysql" + " word".repeat(100_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          assertThat(secrets.mask(word)).isEqualTo(word);
          assertThat(secrets.mask(words)).isEqualTo(words);
          assertThat(secrets.mask("password=\"" + word + "\" word")).isEqualTo("password=*** word");
        });
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

  /** Such as that of {@code --server-restart}: as a word after it, or with it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      quoteCharacter = '`',
      value = {
        "mysqladmin -phunter2 shutdown && sleep 5 % mysqladmin -p*** shutdown && sleep 5",
        "mysqladmin --port=33 -uroot -phunter2 shutdown % mysqladmin --port=33 -uroot -p*** shutdown",
        "mariadb-admin -p'hunter 2' shutdown; sleep 5 % mariadb-admin -p*** shutdown; sleep 5",
        "mysql -e 'a; b' -p\"hunter 2\" % mysql -e 'a; b' -p***",
        "ssh db \"mysqladmin -p\\\"hunter 2\\\" shutdown\" % ssh db \"mysqladmin -p*** shutdown\"",
        "sshpass -p hunter2 ssh db mysqladmin -phunter2 x % sshpass -p *** ssh db mysqladmin -p*** x",
        "mongosh -u me -p hunter2 --eval x % mongosh -u me -p *** --eval x",
        "mongosh --password hunter2 --eval x % mongosh --password *** --eval x",
        "clickhouse-client --password hunter2 -q x % clickhouse-client --password *** -q x",
        "influx ping --token hunter2 % influx ping --token ***",
        "keytool -storepass 'hunter 2' -list % keytool -storepass *** -list",
        "mysqladmin --password hunter2 -phunter2 x % mysqladmin --password *** -p*** x",
        "mysqladmin -u root --password -h db % mysqladmin -u root --password -h db",
        "redis-cli -p 6379 -a hunter2 shutdown % redis-cli -p 6379 -a *** shutdown",
        "nodetool -p 7199 -u me -pw hunter2 drain % nodetool -p 7199 -u me -pw *** drain",
        "curl -s -u me:hunter2 http://db/restart % curl -s -u *** http://db/restart",
        "curl -H 'Authorization: Bearer hunter2' http://db/ % curl -H 'Authorization: Bearer ***' http://db/",
        "ssh a \"curl -H \\\"X-Api-Key: hunter2\\\" db\" % ssh a \"curl -H \\\"X-Api-Key: ***\\\" db\"",
        "curl -H 'Accept: text/html' http://db/ % curl -H 'Accept: text/html' http://db/",
        "sqlplus -S me/hunter2@db @stop.sql % sqlplus -S me/*** @stop.sql",
        "sudo REDISCLI_AUTH=hunter2 redis-cli shutdown % sudo REDISCLI_AUTH=*** redis-cli shutdown",
        "A=1 MYSQL_PWD='hunter 2' mysqladmin shutdown % A=1 MYSQL_PWD=*** mysqladmin shutdown",
        "sudo --askpass mysqladmin -phunter2 stop % sudo --askpass *** -p*** stop",
        "redis-cli --pass -hunter2 shutdown % redis-cli --pass *** shutdown",
        "nodetool --password -hunter2 drain % nodetool --password *** drain",
        "mkdir -p data && service mysql restart % mkdir -p data && service mysql restart",
        "docker run -p 3306:3306 mysql % docker run -p 3306:3306 mysql",
        "bin/ycsb compare mongodb -p a=b -pc=d % bin/ycsb compare mongodb -p a=b -pc=d",
      })
  void masksPasswordsThatACommandGivesToPrograms(String command, String masked) {
    assertThat(secrets.mask(command)).isEqualTo(masked);
    assertThat(secrets.mask(List.of("--server-restart", command, "--server-restart=" + command)))
        .noneMatch(word -> word.contains("hunter"))
        .endsWith("--server-restart=" + masked);
  }

  /** As in {@code JAVA_OPTS}, which xargs takes apart. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      quoteCharacter = '`',
      value = {
        "-Xmx1g -Dx.password=hunter&hunter -ea % -Xmx1g -Dx.password=*** -ea",
        "-Xmx1g -Dx.password=hunter\\ hunter -ea % -Xmx1g -Dx.password=*** -ea",
        "-Xmx1g -Dx.password=a' hunter&'b -ea % -Xmx1g -Dx.password=*** -ea",
        "'-Dx.password=hunter 2' -ea '-Db=1 2' % '-Dx.password=***' -ea '-Db=1 2'",
        "-ea \"-Dx.password=a' hunter\" \"-Db=1 2\" % -ea \"-Dx.password=***\" \"-Db=1 2\"",
      })
  void masksPasswordsOfAJvm(String arguments, String masked) {
    assertThat(secrets.mask(arguments)).isEqualTo(masked);
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
