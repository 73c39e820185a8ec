package site.ycsb.tls.dynamodb;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The capacity of a table, units per second.
 *
 * @param reads 0: on demand
 * @param writes 0: on demand
 */
record Capacity(long reads, long writes) {
  static final Capacity ON_DEMAND = new Capacity(0, 0);

  private static final Pattern UNITS = Pattern.compile("([1-9]\\d{0,8})/([1-9]\\d{0,8})");

  /**
   * Reads {@code on-demand} or {@code READ/WRITE}.
   *
   * @throws IllegalArgumentException with what is expected
   */
  static Capacity parse(String given) {
    if (given.equals(ON_DEMAND.toString())) {
      return ON_DEMAND;
    }
    Matcher units = UNITS.matcher(given);
    if (!units.matches()) {
      throw new IllegalArgumentException(
          "expected " + ON_DEMAND + ", or READ/WRITE units per second as in 1000/500");
    }
    return new Capacity(Long.parseLong(units.group(1)), Long.parseLong(units.group(2)));
  }

  /** That of a table. */
  static Capacity of(TableDescription table) {
    return table.billingModeSummary() != null
            && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST
        ? ON_DEMAND
        : new Capacity(
            table.provisionedThroughput().readCapacityUnits(),
            table.provisionedThroughput().writeCapacityUnits());
  }

  /** Asks for it. */
  void in(CreateTableRequest.Builder request) {
    if (equals(ON_DEMAND)) {
      request.billingMode(BillingMode.PAY_PER_REQUEST);
    } else {
      request
          .billingMode(BillingMode.PROVISIONED)
          .provisionedThroughput(
              ProvisionedThroughput.builder()
                  .readCapacityUnits(reads)
                  .writeCapacityUnits(writes)
                  .build());
    }
  }

  /** For the results. A table that was on demand once tells the mode that it has, and its units. */
  String inWords() {
    return equals(ON_DEMAND) ? BillingMode.PAY_PER_REQUEST.toString() : this + " units";
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return reads == 0 ? "on-demand" : reads + "/" + writes;
  }
}
