package site.ycsb.tls.workload;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.engine.TestRun;
import site.ycsb.tls.property.UsageException;

/** What is refused; what it does on a database is tested with the binding jdbc. */
class OltpReadOnlyWorkloadTest {
  private static TestRun run(String more) {
    return TestRun.of(more + "operationcount=1 workload=" + OltpReadOnlyWorkload.class.getName());
  }

  @Test
  void refusesClientsWithoutSqlBeforeLoadingToo() {
    assertThatThrownBy(run("")::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("use the binding jdbc");
    assertThatThrownBy(run("")::load)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("use the binding jdbc");
  }

  @ParameterizedTest
  @CsvSource({
    "oltp.rangesize, 1001, there are 1000 rows",
    "oltp.rangesize, 0, from 1 to",
    "oltp.pointselects, -1, from 0 to",
    "oltp.simpleranges, many, whole number"
  })
  void refusesWhatMakesNoTransaction(String name, String value, String expected) {
    assertThatThrownBy(run(name + "=" + value + " ")::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(expected);
  }

  @Test
  void refusesATransactionWithoutQueries() {
    TestRun none =
        run(
            "oltp.pointselects=0 oltp.simpleranges=0 oltp.sumranges=0 oltp.orderranges=0"
                + " oltp.distinctranges=0 ");
    assertThatThrownBy(none::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nothing to ask");
  }
}
