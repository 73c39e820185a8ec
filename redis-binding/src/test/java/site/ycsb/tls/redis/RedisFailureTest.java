package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.verify.Diagnosis;

class RedisFailureTest {
  private static String reason(IOException cause) {
    return RedisFailure.reason(
        new JedisConnectionException(cause.getMessage(), cause),
        new RedisConnector(RedisOptions.parse(Given.properties()), new PlainTransport()));
  }

  @Test
  void aServerThatIsSilentAcceptsConnections() {
    assertThat(reason(new SocketTimeoutException("Read timed out")))
        .startsWith("localhost:6379 accepts connections but does not answer within 2000 ms");
  }

  @Test
  void anAddressThatDoesNotAnswerDoesNot() {
    IOException timedOut = new SocketTimeoutException("Connect timed out");

    assertThat(reason(Diagnosis.ofConnect(timedOut, "localhost", 6379)))
        .isEqualTo(
            "localhost:6379 does not answer (Connect timed out); check the address and the firewall");
  }
}
