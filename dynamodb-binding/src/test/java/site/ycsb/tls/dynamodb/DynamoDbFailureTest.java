package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class DynamoDbFailureTest {
  private static String reason(String timeout) {
    return DynamoDbFailure.reason(
        SdkClientException.create(
            "Unable to execute HTTP request", new SocketTimeoutException(timeout)));
  }

  @Test
  void onlyAServerThatIsConnectedToAcceptsConnections() {
    assertThat(reason("Read timed out"))
        .isEqualTo("the server accepts connections but does not answer; is it a DynamoDB?");
    assertThat(reason("Connect timed out")).isEqualTo("Connect timed out");
  }
}
