package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.testkit.Given;

/** What the binding finds out before it opens a database. */
@Timeout(120)
class MongoDbFailuresIT {
  @ParameterizedTest
  @ValueSource(strings = {"mongodb://a,b/", "mongodb://a/?replicaSet=r"})
  void doesNotDoWithoutAMonitorWhereThereAreSeveralServers(String url) {
    assertThat(connector(url).obstacleToUnmonitored())
        .hasValueSatisfying(reason -> assertThat(reason).contains("more than one server"));
  }

  @Test
  void doesNotDoWithoutAMonitorWhereTheServerTakesNoPart() throws Exception {
    try (PlainMongod mongod = new PlainMongod()) {
      assertThat(connector("mongodb://127.0.0.1:" + mongod.port()).obstacleToUnmonitored())
          .hasValueSatisfying(reason -> assertThat(reason).contains("LOAD_BALANCED"));
    }
  }

  @Test
  void replicaSetOfAnotherNameIsSaidToBeTheReason() throws Exception {
    try (PlainMongod mongod = new PlainMongod()) {
      String url = "mongodb://127.0.0.1:" + mongod.port() + "/?replicaSet=rs0";
      assertThatThrownBy(() -> connector(url).ask(new Document("hello", 1)))
          .isInstanceOf(DatabaseException.class)
          .hasMessage(
              "127.0.0.1:%d answers and is a member of no replica set, but mongodb.url says replicaSet=rs0; correct that, or leave it out"
                  .formatted(mongod.port()));
    }
  }

  @Test
  void nameThatIsNotInTheDnsIsSaidToBeTheReason() {
    assertThatThrownBy(
            () ->
                connector("mongodb+srv://cluster0.ycsb.invalid/ycsb?tls=false")
                    .ask(new Document("hello", 1)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("cluster0.ycsb.invalid")
        .hasMessageContaining("DNS");
  }

  @Test
  void credentialsThatAreMissingAreNotSaidToBeRefused() throws Exception {
    try (PlainMongod mongod = new PlainMongod()) {
      String url =
          "mongodb://127.0.0.1:"
              + mongod.port()
              + "/?authMechanism=MONGODB-AWS&authSource=$external";
      assertThatThrownBy(() -> connector(url).ask(new Document("hello", 1)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("this client cannot authenticate with MONGODB-AWS")
          .hasMessageNotContaining("refused");
    }
  }

  private static MongoDbConnector connector(String url) {
    return new MongoDbConnector(
        MongoDbOptions.parse(Given.properties("mongodb.url=" + url), false), new PlainTransport());
  }

  @Test
  void namesTheServerOnlyWhereThereIsAUrl() {
    assertThat(new MongoDbBinding().namesServer(new Properties())).isFalse();
    assertThat(new MongoDbBinding().namesServer(Given.properties("mongodb.url=mongodb://a")))
        .isTrue();
  }
}
