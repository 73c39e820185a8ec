package site.ycsb.tls.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.tls.engine.TestRun;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

class OwnCountsTest {
  private static final String OCCUPANCY = "site.ycsb.workloads.ConstantOccupancyWorkload";

  @Test
  void workloadThatComputesItsCountsRunsWithThem() {
    // 1,000,000 bytes, 90 % occupied by records of 10 fields of 100 bytes.
    Map<String, String> own =
        Workloads.withOwnCounts(
            TestRun.properties("disksize=1000000 storageages=3 workload=" + OCCUPANCY));

    RunOptions run = RunOptions.parse(own, Phase.TRANSACTIONS);
    assertThat(run.recordcount()).isEqualTo(900);
    assertThat(run.operations()).isEqualTo(2700);
    assertThat(RunOptions.parse(own, Phase.LOAD).operations()).isEqualTo(900);
  }

  @Test
  void workloadsOwnCountsReplaceThoseThatAreGiven() {
    Map<String, String> own =
        Workloads.withOwnCounts(
            TestRun.properties(
                "disksize=1000000 recordcount=7 operationcount=7 workload=" + OCCUPANCY));

    assertThat(own).containsEntry("recordcount", "900").containsEntry("operationcount", "9000");
  }

  /** What only a load may ask for does not stand in the way of its counts. */
  @Test
  void aLoadThatRemovesRecordsHasItsCounts() {
    Map<String, String> own =
        Workloads.withOwnCounts(
            TestRun.properties(
                "disksize=1000000 storageages=3 load.clear=true workload=" + OCCUPANCY));

    assertThat(RunOptions.parse(own, Phase.LOAD).operations()).isEqualTo(900);
  }

  @Test
  void reasonWhyAWorkloadRefusesItsPropertiesIsSaid() {
    Map<String, String> given = TestRun.properties("disksize=10 workload=" + OCCUPANCY);

    assertThatThrownBy(() -> Workloads.withOwnCounts(given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(OCCUPANCY)
        .hasMessageContaining("disksize is too low");
  }

  @Test
  void reasonWhyAWorkloadCannotBeCreatedIsSaid() {
    Map<String, String> given = TestRun.properties("workload=" + Workload.class.getName());

    assertThatThrownBy(() -> Workloads.withOwnCounts(given))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("cannot be created: java.lang.InstantiationException");
  }

  @Test
  void ordinaryWorkloadsCountsAreThoseThatAreGiven() {
    Map<String, String> given = Map.of("workload", RunOptions.CORE_WORKLOAD, "recordcount", "5");

    assertThat(Workloads.withOwnCounts(given)).isEqualTo(given);
  }

  @Test
  void workloadThatChangesItsRecordsOnlyWhenItRunsIsRefused() {
    Properties given =
        TypedProperties.asProperties(
            TestRun.properties(
                "recordcount=5 operationcount=5 workload=" + Surprise.class.getName()));
    WorkloadSource source = Workloads.of(RunOptions.parse(given, Phase.TRANSACTIONS), given);

    assertThatThrownBy(() -> source.forThread(0, false))
        .isInstanceOf(WorkloadException.class)
        .hasMessageContaining("sets recordcount=6 itself, and 5 was given");
  }

  /** Has one record more than it was told. */
  public static final class Surprise extends Workload {
    @Override
    public void init(Properties properties) {
      properties.setProperty(
          "recordcount",
          Integer.toString(Integer.parseInt(properties.getProperty("recordcount")) + 1));
    }

    @Override
    public boolean doInsert(site.ycsb.DB db, Object state) {
      return true;
    }

    @Override
    public boolean doTransaction(site.ycsb.DB db, Object state) {
      return true;
    }
  }
}
