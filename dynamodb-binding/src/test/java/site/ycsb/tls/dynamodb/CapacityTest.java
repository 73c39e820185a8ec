package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class CapacityTest {
  private static TableDescription table(long reads, long writes) {
    return TableDescription.builder()
        .provisionedThroughput(t -> t.readCapacityUnits(reads).writeCapacityUnits(writes))
        .build();
  }

  private static TableDescription telling(BillingMode mode, TableDescription table) {
    return table.toBuilder().billingModeSummary(s -> s.billingMode(mode)).build();
  }

  /** Without its units, a table of ten times as many would be the same in the results. */
  @Test
  void aTableThatWasOnDemandOnceHasItsUnits() {
    TableDescription table = table(1000, 500);
    TableDescription onDemandOnce = telling(BillingMode.PROVISIONED, table);

    assertThat(Capacity.of(table).inWords()).isEqualTo("1000/500 units");
    assertThat(Capacity.of(onDemandOnce).inWords()).isEqualTo("1000/500 units");
  }

  @Test
  void aTableOnDemandHasNone() {
    TableDescription onDemand = telling(BillingMode.PAY_PER_REQUEST, table(0, 0));

    assertThat(Capacity.of(onDemand).inWords()).isEqualTo("PAY_PER_REQUEST");
  }
}
