package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.testkit.Given;
import software.amazon.awssdk.core.util.VersionInfo;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class DynamoDbPoolTest {
  /** Users may bring another SDK with -cp. */
  @Test
  void theVersionOfTheSdkIsNotThatOfTheCompiler() throws Exception {
    try (InputStream code = DynamoDbPool.class.getResourceAsStream("DynamoDbPool.class")) {
      assertThat(new String(code.readAllBytes(), StandardCharsets.ISO_8859_1))
          .contains("SDK_VERSION")
          .doesNotContain(VersionInfo.SDK_VERSION);
    }
  }

  /** Other products have the same interface, and tell nothing else of themselves. */
  @ParameterizedTest
  @CsvSource({
    "dynamodb.eu-central-1.amazonaws.com, arn:aws:dynamodb:eu-central-1:1:table/t, DynamoDB",
    "dynamodb.eu-central-1.api.aws, arn:aws:dynamodb:eu-central-1:1:table/t, DynamoDB",
    "dynamodb.cn-north-1.amazonaws.com.cn, arn:aws-cn:dynamodb:cn-north-1:1:table/t, DynamoDB",
    "vpce-1.dynamodb.us-east-1.vpce.amazonaws.com, arn:aws:dynamodb:us-east-1:1:table/t, DynamoDB",
    "localhost:8000, arn:aws:dynamodb:ddblocal:000000000000:table/t, DynamoDB Local",
    "localhost:4566, arn:aws:dynamodb:us-east-1:000000000000:table/t, a server with the interface of DynamoDB",
    "amazonaws.com.example.org, arn:scylla:alternator:k:scylla:table/t, a server with the interface of DynamoDB",
  })
  void onlyAmazonsServersAreCalledDynamoDb(String endpoint, String arn, String server) {
    TableDescription table =
        TableDescription.builder()
            .tableName("t")
            .tableArn(arn)
            .billingModeSummary(summary -> summary.billingMode(BillingMode.PAY_PER_REQUEST))
            .build();
    DynamoDbOptions options =
        DynamoDbOptions.parse(Given.properties("dynamodb.endpoint=" + endpoint), false);

    assertThat(DynamoDbPool.describe(options, table)).containsEntry("server", server);
  }
}
