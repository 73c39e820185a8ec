package site.ycsb.tls.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.account.SocketConnection;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.testkit.Given;

/** Credentials that the SDK fetches over connections of its own. */
class CredentialsTest {
  private static final byte[] ROLE =
      "{\"AccessKeyId\":\"AKIDROLE\",\"SecretAccessKey\":\"s3cret\",\"Token\":\"t0ken\",\"Expiration\":\"2100-01-01T00:00:00Z\"}"
          .getBytes(UTF_8);

  @TempDir private Path directory;

  /** A run with TLS would fail: these bytes are in clear. */
  @Test
  void aContainersCredentialsAreFetchedOverAConnectionThatDoesNotCount() throws Exception {
    assertThat(SocketTable.problem()).isEmpty();
    List<SocketConnection> ended = new CopyOnWriteArrayList<>();
    HttpServer container =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    container.createContext(
        "/role",
        exchange -> {
          exchange.sendResponseHeaders(200, ROLE.length);
          exchange.getResponseBody().write(ROLE);
          exchange.close();
        });
    container.start();
    int port = container.getAddress().getPort();
    Map<String, String> chain =
        Map.of(
            "aws.configFile", directory.resolve("absent").toString(),
            "aws.sharedCredentialsFile", directory.resolve("absent").toString(),
            "aws.containerCredentialsFullUri", "http://127.0.0.1:" + port + "/role");
    SocketTable.setListener(ended::add);
    try {
      chain.forEach(System::setProperty);
      DynamoDbOptions options =
          DynamoDbOptions.parse(Given.properties("dynamodb.endpoint=host"), false);

      assertThat(options.credentials().resolveCredentials().accessKeyId())
          .as("with AWS_ACCESS_KEY_ID in the environment no container is asked")
          .isEqualTo("AKIDROLE");
      List<SocketConnection> open = SocketTable.open();
      assertThat(Stream.concat(open.stream(), ended.stream()))
          .filteredOn(
              connection ->
                  connection.remote() instanceof InetSocketAddress other && other.getPort() == port)
          .isNotEmpty()
          .allMatch(SocketConnection::isLeftAlone);
    } finally {
      chain.keySet().forEach(System::clearProperty);
      SocketTable.setListener(null);
      container.stop(0);
    }
  }
}
