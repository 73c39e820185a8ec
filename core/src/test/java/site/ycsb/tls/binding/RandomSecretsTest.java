package site.ycsb.tls.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;

/** Whatever a secret consists of, nothing of it is in what is printed and stored. */
class RandomSecretsTest {
  private static final String ALPHANUMERIC =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final List<String> NAMES =
      List.of(
          "db.passwd",
          "tls.keystore.password",
          "TLS.KEY.PASSWORD",
          "aws.secretKey",
          "my.credentials",
          "session.token",
          "store.passphrase",
          "MYSQL_PWD");

  private final Secrets secrets = Secrets.named(List.of());

  /** A secret, and its parts, none of which may be seen. */
  private static final class Secret {
    private final SplittableRandom random;
    private final List<String> parts = new ArrayList<>();

    Secret(SplittableRandom random) {
      this.random = random;
    }

    private String part() {
      String part = "Q" + RandomCases.text(random, ALPHANUMERIC, 7, 7);
      parts.add(part);
      return part;
    }

    /** Parts with these characters before, between and behind them. */
    String with(String between, int size) {
      StringBuilder text = new StringBuilder(RandomCases.text(random, between, 0, 1));
      text.append(part());
      for (int i = random.nextInt(size); i > 0; i--) {
        text.append(RandomCases.text(random, between, 1, 2)).append(part());
      }
      return text.append(RandomCases.text(random, between, 0, 1)).toString();
    }

    /** A word of a shell: bare, in quotes of both kinds, and escaped, one after the other. */
    String word(int size) {
      StringBuilder word = new StringBuilder();
      for (int i = 1 + random.nextInt(size); i > 0; i--) {
        word.append(
            switch (random.nextInt(4)) {
              case 0 -> "'" + with(" ;&|\"\\,.=", size) + "'";
              case 1 -> '"' + with(" ;&|',.=", size) + '"';
              case 2 ->
                  '"' + part() + RandomCases.one(random, "\\\"", "\\\\", "\\$") + part() + '"';
              default -> part() + RandomCases.one(random, "\\ ", "\\;", "", ".", ",") + part();
            });
      }
      return word.toString();
    }
  }

  /** Masks in each way in which such a text may be printed. */
  private void assertHidden(Secret secret, String text, String... kept) {
    List<String> shown = new ArrayList<>();
    shown.add(secrets.mask(text));
    shown.add(secrets.mask("a.name", text));
    shown.addAll(secrets.mask(List.of(text, "a.name=" + text, "-Da.name=" + text)));
    shown.addAll(secrets.mask(Map.of("a.name", text)).values());
    for (String masked : shown) {
      for (String part : secret.parts) {
        assertThat(masked).as(text).doesNotContain(part);
      }
      assertThat(masked).as(text).contains(kept);
    }
    String once = secrets.mask(text);
    assertThat(secrets.mask(once)).isEqualTo(once);
  }

  @Test
  void valuesOfSecretProperties() {
    RandomCases.check(
        300,
        4,
        (random, size) -> {
          String name = RandomCases.one(random, NAMES);
          Secret secret = new Secret(random);
          String value = secret.with(" @:/?#&=;,'\"\\\n\t%$€", size);
          assertThat(secrets.mask(name, value)).isEqualTo(Secrets.MASK);
          assertThat(secrets.mask(Map.of(name, value)).values()).containsExactly(Secrets.MASK);
          for (String option : List.of("", "-p", "-D")) {
            assertThat(secrets.mask(List.of(option + name + "=" + value)))
                .containsExactly(option + name + "=" + Secrets.MASK);
          }
        });
  }

  @Test
  void passwordsOfUsersInUrls() {
    RandomCases.check(
        500,
        4,
        (random, size) -> {
          Secret secret = new Secret(random);
          String scheme =
              RandomCases.one(random, "mongodb", "mongodb+srv", "jdbc:mysql", "http", "redis");
          String host =
              RandomCases.one(random, "db.example", "db.example:27017", "[2001:db8::1]:5432");
          String hosts = random.nextBoolean() ? host : host + ",other.example:1";
          String path = RandomCases.one(random, "", "/", "/ycsb", "/ycsb?w=1&x=y");
          String user = "me:" + secret.with("@:/;,!$()*+._~%-=", size);
          String url = scheme + "://" + user + "@" + hosts + path;
          assertHidden(secret, url, scheme + "://" + Secrets.MASK + "@" + hosts);
          assertHidden(
              secret, "cannot reach " + url + " in 5 s", Secrets.MASK + "@" + hosts, " in 5 s");
        });
  }

  @Test
  void nothingElseOfAUrlIsTakenForAPassword() {
    RandomCases.check(
        300,
        4,
        (random, size) -> {
          String hosts =
              RandomCases.one(
                  random, "db", "db:27017", "db1:1,db2:27018", "[::1]", "[2001:db8::1]:5432");
          String url =
              RandomCases.one(random, "mongodb", "jdbc:postgresql")
                  + "://"
                  + hosts
                  + RandomCases.one(random, "", "/", "/db", "/db/a@b")
                  + RandomCases.one(random, "", "?x=user@REALM", "?a=b&c=d");
          assertThat(secrets.mask(url)).isEqualTo(url);
          assertThat(secrets.mask("some.url", url)).isEqualTo(url);
        });
  }

  @Test
  void passwordsInOptionsOfUrls() {
    RandomCases.check(
        300,
        4,
        (random, size) -> {
          Secret secret = new Secret(random);
          String option =
              RandomCases.one(
                  random,
                  "password=",
                  "trustStorePassword=",
                  "PWD=",
                  "authMechanismProperties=AWS_SESSION_TOKEN:",
                  "authMechanismProperties=X:1,AWS_SESSION_TOKEN%3A");
          String url = "jdbc:mariadb://host/db?user=me&" + option;
          assertHidden(
              secret,
              url + secret.with("@:/;,!$()*+._~%-=?#", size) + "&last=1",
              "user=me",
              option + Secrets.MASK,
              "&last=1");

          Secret spaced = new Secret(random);
          String named = "jdbc:mariadb://host/db?password=" + spaced.with(" ;,'\"", size);
          String masked = secrets.mask("db.url", named + "&last=1");
          spaced.parts.forEach(part -> assertThat(masked).doesNotContain(part));
          assertThat(masked).endsWith("password=" + Secrets.MASK + "&last=1");
        });
  }

  @Test
  void passwordsInArgumentsOfAJvm() {
    RandomCases.check(
        300,
        4,
        (random, size) -> {
          Secret secret = new Secret(random);
          String value =
              switch (random.nextInt(3)) {
                case 0 -> "'" + secret.with(" ;&|\"\\,.=", size) + "'";
                case 1 -> '"' + secret.with(" ;&|',.=", size) + '"';
                default -> secret.with(";&|,.=:/#", size);
              };
          String name = RandomCases.one(random, NAMES);
          assertHidden(
              secret,
              "-Xmx1g -D" + name + "=" + value + " -Dlast=1",
              "-Xmx1g -D" + name + "=" + Secrets.MASK + " -Dlast=1");
        });
  }

  @Test
  void passwordsThatCommandsGiveToPrograms() {
    RandomCases.check(
        1_000,
        3,
        (random, size) -> {
          Secret secret = new Secret(random);
          String command =
              RandomCases.one(
                  random,
                  "mysqladmin -p%s shutdown",
                  "mariadb-admin -u root --port=33 -p%s shutdown",
                  "sshpass -p %s ssh db restart",
                  "mongosh -u me -p %s --eval x",
                  "redis-cli -h db -a %s shutdown",
                  "nodetool -u me -pw %s drain",
                  "curl -s -u me:%s http://db/restart",
                  "clickhouse-client --password %s -q x",
                  "anything --my-token %s -v",
                  "keytool -storepass %s -list",
                  "anything --password=%s -v",
                  "MYSQL_PWD=%s mysqladmin shutdown",
                  "sudo REDISCLI_AUTH=%s redis-cli shutdown");
          String text = command.formatted(secret.word(size));
          String more = RandomCases.one(random, "", "sleep 5 && ", "cd '/a b'; ");
          String last = RandomCases.one(random, "", " && sleep 5");
          assertHidden(secret, more + text + last, Secrets.MASK);
        });
  }
}
