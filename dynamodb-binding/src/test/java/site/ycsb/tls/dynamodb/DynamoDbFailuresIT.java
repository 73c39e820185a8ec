package site.ycsb.tls.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.socket.TransportListener;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Refusal;

/** What happens when something is wrong. */
@Timeout(120)
class DynamoDbFailuresIT {
  /** Long before the SDK's own 30 s, with room for a busy machine. */
  private static final Refusal REFUSAL = new Refusal(Duration.ofSeconds(28));

  private static ListenerTestbed testbed;

  @BeforeAll
  static void start() throws Exception {
    testbed = Testbeds.start();
  }

  @AfterAll
  static void stop() {
    testbed.close();
  }

  @ParameterizedTest
  @CsvSource({
    "tls.cipher, TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256",
    "tls.cipher, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLSv1.2",
    "tls.keysize, 4096, RSA-4096",
  })
  void refusesAServerThatDoesNotMatchThePin(String property, String value, String says) {
    REFUSAL.assertOf(() -> testbed.open(Testbeds.TLS_1_3, property + "=" + value), says);
  }

  @Test
  void saysThatAPlainServerDoesNotSpeakTls() {
    REFUSAL.assertOf(() -> testbed.open("plain", "tls.cipher=" + Testbeds.TLS_1_3), "TLS");
  }

  @Test
  void saysThatATlsServerWasSpokenToWithoutTls() {
    String endpoint = testbed.server().clientProperties(Testbeds.TLS_1_3).get("dynamodb.endpoint");
    REFUSAL.assertOf(() -> testbed.open("plain", "dynamodb.endpoint=" + endpoint), "TLS");
  }

  @Test
  void saysThatNothingListensThere() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String address = "127.0.0.1:" + port;
    REFUSAL.assertOf(() -> testbed.open("plain", "dynamodb.endpoint=" + address), address);
  }

  @ParameterizedTest
  @CsvSource({"plain, does not answer", Testbeds.TLS_1_3 + ", says nothing"})
  void saysThatAServerKeepsSilent(String listener, String says) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = "dynamodb.endpoint=127.0.0.1:" + silent.getLocalPort();
      REFUSAL.assertOf(() -> testbed.open(listener, endpoint), says);
    }
  }

  @Test
  void saysThatAServerIsNotADynamoDb() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.start();
    try {
      String endpoint = "dynamodb.endpoint=127.0.0.1:" + other.getAddress().getPort();
      REFUSAL.assertOf(() -> testbed.open("plain", endpoint), "404");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void operationsFailSoonWhenTheServerIsKilled() throws Exception {
    try (ListenerTestbed mortal = Testbeds.start();
        OpenDatabase session = mortal.open(Testbeds.TLS_1_3);
        OpenDatabase shared = mortal.open("plain", "dynamodb.shared=true")) {
      DB db = session.pool().newClient();
      DB ofAll = shared.pool().newClient();
      db.init();
      ofAll.init();
      assertThat(read(db)).isEqualTo(Status.NOT_FOUND);
      assertThat(read(ofAll)).isEqualTo(Status.NOT_FOUND);

      mortal.kill();

      Instant start = Instant.now();
      DB churn = session.pool().newChurnClient(ChurnScope.CONNECTION, new TransportListener() {});
      churn.init();
      for (DB client : new DB[] {db, ofAll, db, churn}) {
        Status status = read(client);
        assertThat(status.getName()).isEqualTo("ERROR");
        assertThat(status.getDescription()).isNotBlank().doesNotContain("\n");
      }
      assertThat(Duration.between(start, Instant.now())).isLessThan(REFUSAL.soon());
      db.cleanup();
      ofAll.cleanup();
      churn.cleanup();
    }
  }

  /** DynamoDB Local refuses nobody; this server answers as Amazon's does. */
  @Test
  void throttlingHasAStatusOfItsOwnAndIsNotRetried() throws Exception {
    Throttling service = new Throttling();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", service::answer);
    server.start();
    try (OpenDatabase session =
        testbed.open("plain", "dynamodb.endpoint=127.0.0.1:" + server.getAddress().getPort())) {
      DB db = session.pool().newClient();
      db.init();
      for (int i = 1; i <= 3; i++) {
        Status status = read(db);
        assertThat(status.getName()).isEqualTo("THROTTLED");
        assertThat(status.isOk()).isFalse();
        assertThat(status.getDescription())
            .isEqualTo("ProvisionedThroughputExceededException: slower, please");
        assertThat(service.refused).hasValue(1 + i); // the first opened the connection
      }
      db.cleanup();
    } finally {
      server.stop(0);
    }
  }

  private static final class Throttling {
    private final AtomicInteger refused = new AtomicInteger();

    void answer(HttpExchange exchange) throws IOException {
      boolean describe =
          exchange.getRequestHeaders().getFirst("X-Amz-Target").endsWith(".DescribeTable");
      if (!describe) {
        refused.incrementAndGet();
      }
      byte[] body =
          (describe
                  ? "{\"Table\":{\"TableName\":\"usertable\",\"TableStatus\":\"ACTIVE\","
                      + "\"BillingModeSummary\":{\"BillingMode\":\"PAY_PER_REQUEST\"},"
                      + "\"KeySchema\":[{\"AttributeName\":\"ycsb_key\",\"KeyType\":\"HASH\"}]}}"
                  : "{\"__type\":\"com.amazonaws.dynamodb.v20120810"
                      + "#ProvisionedThroughputExceededException\","
                      + "\"message\":\"slower, please\"}")
              .getBytes(UTF_8);
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      exchange.sendResponseHeaders(describe ? 200 : 400, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }
  }

  private static Status read(DB db) {
    return db.read("usertable", "a", null, new HashMap<>());
  }
}
