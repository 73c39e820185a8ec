package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.servers.UnusedBinding;

/** No operation that was counted as done is lost in a run that is complete. */
class AllowedErrorsTest {
  private static final Property<Integer> BATCH =
      Property.of("shop.batch", ValueType.integer(1, 1000), "1", "inserts that are sent together");

  /** A database whose inserts are sent in batches. */
  private record Shop() implements UnusedBinding {
    @Override
    public Optional<Property<Integer>> writeGroup(Map<String, String> properties, boolean inserts) {
      return Optional.of(BATCH)
          .filter(size -> inserts && new TypedProperties(properties).get(size) > 1);
    }
  }

  private static void require(Phase phase, String... namesAndValues) {
    Map<String, String> properties = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    AllowedErrors.require(new Shop(), properties, phase);
  }

  @ParameterizedTest
  @CsvSource({
    "LOAD, 0, errors.max",
    "LOAD, 0, core_workload_insertion_retry_limit",
    "TRANSACTIONS, 0.1, errors.max"
  })
  void refusesToGoOnAfterABatchThatFailed(Phase phase, String inserts, String allowed) {
    assertThatThrownBy(
            () -> require(phase, "shop.batch", "100", "insertproportion", inserts, allowed, "7"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "shop.batch=100 with "
                + allowed
                + "=7: a write that fails takes up to 99 earlier ones with it, which were counted as done; leave one of the two out");
  }

  @ParameterizedTest
  @CsvSource({
    // Nothing is inserted, as by workloads whose batches are for their load.
    "TRANSACTIONS, 0, 100, errors.max",
    // Only a load repeats inserts.
    "TRANSACTIONS, 0.1, 100, core_workload_insertion_retry_limit",
    "LOAD, 0, 1, errors.max",
    "LOAD, 0, 1, core_workload_insertion_retry_limit"
  })
  void allowsErrorsThatLoseNothing(Phase phase, String inserts, String batch, String allowed) {
    assertThatCode(
            () -> require(phase, "shop.batch", batch, "insertproportion", inserts, allowed, "7"))
        .doesNotThrowAnyException();
  }

  /** Its proportions do not say what it does. */
  @Test
  void aWorkloadOfAThirdPartyMayInsert() {
    String[] given = {
      "workload", "com.acme.Orders", "shop.batch", "100", "insertproportion", "0", "errors.max", "7"
    };
    assertThatThrownBy(() -> require(Phase.TRANSACTIONS, given))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("shop.batch=100 with errors.max=7");
  }

  /** They have no proportions, and the usual ones have writes. */
  @ParameterizedTest
  @ValueSource(strings = {RunOptions.OLTP_WORKLOAD, RunOptions.CHURN_WORKLOAD})
  void workloadsThatOnlyReadLoseNothing(String workload) {
    String[] given = {
      "workload", workload, "shop.batch", "100", "insertproportion", "1", "errors.max", "7"
    };
    assertThatCode(() -> require(Phase.TRANSACTIONS, given)).doesNotThrowAnyException();
    assertThatThrownBy(() -> require(Phase.LOAD, given)).isInstanceOf(UsageException.class);
  }

  @Test
  void theLoadThatPrecedesARunMayNotLoseRecords() {
    assertThat(RunProperties.in(Scope.TRANSACTIONS)).contains("errors.max");
  }

  @Test
  void batchesWithoutAllowedErrorsPass() {
    assertThatCode(() -> require(Phase.LOAD, "shop.batch", "100", "errors.max", "0"))
        .doesNotThrowAnyException();
  }
}
