package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.page.CsvTable;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.socket.count.TransportCounts;

class TrafficFiguresTest {
  /** Each run has a target of 100/s for 10 s. */
  private static final int OPERATIONS = 1_000;

  private static final String IN_PIECES = "the driver writes a request in pieces";

  @TempDir private Path directory;
  private final FabricatedRuns runs = new FabricatedRuns(0.5, 0.01);

  private List<Table> tables() throws Exception {
    ComparisonResult result =
        FabricatedComparison.of(
            directory,
            new RecordedRuns(runs),
            runs,
            Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048", "target", "100"),
            Schedule.quickWholeRuns(1).withBlocks(2));
    return new TrafficFigures(
            new PointFiles(result, result.plan().points().get(0), RunFiles.of(result, directory)))
        .tables();
  }

  /** What each run sends and receives. */
  private void exchange(int recordsOut, int recordsIn, long bytesOut) {
    runs.connectionsOf =
        request ->
            request.properties().containsKey("tls.cipher")
                ? new TransportCounts(
                    2, 0, 2, 0, 0, bytesOut, 1_000, bytesOut, 1_000, recordsOut, recordsIn)
                : new TransportCounts(2, 0, 0, 0, 0, bytesOut, 1_000, bytesOut, 1_000, 0, 0);
  }

  @Test
  void aRequestThatOneRecordWouldHoldIsNamed() throws Exception {
    exchange(2 * OPERATIONS, OPERATIONS, 1_300L * OPERATIONS);
    assertThat(tables().get(0).caption())
        .contains("sends 2.0 records of 1,300 bytes in all, and receives 1.0: " + IN_PIECES);
  }

  @Test
  void recordsThatPlainDoesNotHaveAreAnEmptyFieldOfTheCsv() throws Exception {
    exchange(2 * OPERATIONS, OPERATIONS, 1_300L * OPERATIONS);
    List<Table> tables = tables();
    assertThat(tables.get(0).rows().get(0).get(2)).isEqualTo(Table.Cell.none());
    assertThat(CsvTable.of(tables.get(0)).lines().toList().get(1))
        .startsWith("plain,")
        .doesNotContain(",-");
  }

  /** As in workloads/oltp_read_only, where each has 16. */
  @Test
  void anOperationOfSeveralRequestsIsNoRequestInPieces() throws Exception {
    exchange(16 * OPERATIONS, 16 * OPERATIONS, 1_300L * OPERATIONS);
    assertThat(tables().get(0).caption()).doesNotContain(IN_PIECES);
  }

  @ParameterizedTest
  @CsvSource({"1300,true", "40000,true", "300000,false"})
  void thePiecesOfEachOfSeveralRequestsAreSeenWhereARecordWouldHoldThem(long bytes, boolean named)
      throws Exception {
    exchange(32 * OPERATIONS, 16 * OPERATIONS, bytes * OPERATIONS);
    assertThat(tables().get(0).caption().contains(IN_PIECES)).isEqualTo(named);
  }

  /** As ZGC, generational or not, and Shenandoah have them: 5 of 1,000 operations. */
  @ParameterizedTest
  @ValueSource(strings = {"ZGC", "ZGC Minor", "ZGC Major", "Shenandoah"})
  void theCyclesOfACollectorAreCollectionsAndTheirPausesAreNot(String collector) throws Exception {
    runs.collections =
        Map.of(
            collector + " Cycles",
            new GarbageCollection(5, 40),
            collector + " Pauses",
            new GarbageCollection(15, 1));
    assertThat(tables().get(2).rows())
        .extracting(row -> row.get(2).value())
        .containsOnly(5e6 / OPERATIONS);
  }
}
