package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.failed;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
      failed(() -> connector(url).ask(new Document("hello", 1)))
          .hasMessage(
              "127.0.0.1:%d answers and is a member of no replica set, but mongodb.url says replicaSet=rs0; correct that, or leave it out"
                  .formatted(mongod.port()));
    }
  }

  /** The end of a run asks for its CPU time, and must come. */
  @Test
  @Tag("full")
  void aServerThatHangsIsNotAwaitedForEver() throws Exception {
    try (PlainMongod mongod = new PlainMongod();
        MongoClient client = connector("mongodb://127.0.0.1:" + mongod.port()).uncounted()) {
      mongod.hang();
      assertThat(
              CompletableFuture.supplyAsync(
                  () -> client.getDatabase("admin").runCommand(new Document("serverStatus", 1))))
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(MongoSocketReadTimeoutException.class);
    }
  }

  @Test
  void nameThatIsNotInTheDnsIsSaidToBeTheReason() {
    failed(
            () ->
                connector("mongodb+srv://cluster0.ycsb.invalid/ycsb?tls=false")
                    .ask(new Document("hello", 1)))
        .hasMessageContaining("cluster0.ycsb.invalid")
        .hasMessageContaining("DNS");
  }

  @Test
  void credentialsThatAreMissingAreNotSaidToBeRefused() {
    MongoCredential none = MongoCredential.createAwsCredential(null, null);
    MongoException missing =
        new MongoSecurityException(
            none,
            "Exception authenticating " + none,
            new MongoClientException("no credentials for AWS were found"));

    assertThat(MongoDbFailure.reason(null, missing))
        .isEqualTo(
            "this client cannot authenticate with MONGODB-AWS: no credentials for AWS were found; set what that mechanism needs, or correct mongodb.url");
  }

  @Test
  void serverThatDoesNotKnowTheMechanismIsNotSaidToRefuseAPassword() {
    MongoCredential credential = MongoCredential.createAwsCredential("id", "key".toCharArray());
    MongoException refused =
        new MongoSecurityException(
            credential,
            "Exception authenticating " + credential,
            new MongoCommandException(
                BsonDocument.parse(
                    "{ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: 'no such command'}"),
                new ServerAddress("db", 1)));

    assertThat(MongoDbFailure.reason(null, refused))
        .isEqualTo("the server said CommandNotFound to MONGODB-AWS: no such command");
  }

  private static MongoDbConnector connector(String url) {
    return new MongoDbConnector(
        MongoDbOptions.parse(Given.properties("mongodb.url=" + url), false), new PlainTransport());
  }

  @Test
  void namesTheServerOnlyWhereThereIsAUrl() {
    assertThat(new MongoDbBinding().namesServer(new TreeMap<>())).isFalse();
    assertThat(new MongoDbBinding().namesServer(Given.properties("mongodb.url=mongodb://a")))
        .isTrue();
  }
}
