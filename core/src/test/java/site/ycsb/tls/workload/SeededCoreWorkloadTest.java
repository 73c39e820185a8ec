package site.ycsb.tls.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.measurements.Measurements;
import site.ycsb.tls.engine.TestRun;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.workloads.CoreWorkload;

/** Which operations go to which records. */
class SeededCoreWorkloadTest {
  private static final String HALF_INSERTS =
      "readproportion=0.5 updateproportion=0 insertproportion=0.5 ";

  private static Map<String, List<String>> asked(Map<String, String> more) throws Exception {
    Map<String, String> given = new HashMap<>();
    given.put("operationcount", "600");
    given.put("threadcount", "3");
    given.put("scanproportion", "0.1");
    given.put("readmodifywriteproportion", "0.1");
    given.putAll(more);
    TestRun run = new TestRun(given);
    assertThat(run.transactions().outcome()).isEqualTo(Outcome.COMPLETE);
    return run.journal().asked();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "latest", "sequential", "hotspot", "exponential"})
  void sameSeedAsksForTheSameRecordsWhateverTheWarmUp(String distribution) throws Exception {
    Map<String, List<String>> first =
        asked(Map.of("seed", "7", "requestdistribution", distribution));
    Map<String, List<String>> second =
        asked(Map.of("seed", "7", "requestdistribution", distribution));
    Map<String, List<String>> warmed =
        asked(Map.of("seed", "7", "requestdistribution", distribution, "warmup.operations", "100"));

    assertThat(first).hasSize(3);
    assertThat(second).isEqualTo(first);
    first.forEach(
        (thread, operations) ->
            assertThat(warmed.get(thread)).endsWith(operations.toArray(String[]::new)));
    assertThat(Set.copyOf(first.values())).hasSize(3);
  }

  /** One that it does not read would be in the results, and have no effect. */
  @Test
  void upstreamReadsWhatIsDeclaredAsItsOwn() throws Exception {
    Measurements.setProperties(new Properties()); // It makes them before it reads anything.
    Set<String> read = new HashSet<>();
    for (String distribution : List.of("hotspot", "exponential")) {
      Properties asked =
          new Properties() {
            @Override
            public String getProperty(String name) {
              read.add(name);
              return super.getProperty(name);
            }
          };
      asked.setProperty("requestdistribution", distribution);
      asked.setProperty("recordcount", "10");
      new CoreWorkload().init(asked);
    }

    assertThat(read).containsAll(WorkloadProperties.CORE.stream().map(Property::name).toList());
  }

  @Test
  void otherSeedAsksForOthers() throws Exception {
    assertThat(asked(Map.of("seed", "8"))).isNotEqualTo(asked(Map.of("seed", "7")));
  }

  @Test
  void operationsKeepTheirProportions() throws Exception {
    TestRun run =
        TestRun.of(
            "readproportion=0.5 updateproportion=0.3 scanproportion=0.2 seed=1"
                + " operationcount=20000");

    RunResult result = run.transactions();

    assertThat(result.operations().get("READ").count()).isBetween(9_800L, 10_200L);
    assertThat(result.operations().get("UPDATE").count()).isBetween(5_800L, 6_200L);
    assertThat(result.operations().get("SCAN").count()).isBetween(3_800L, 4_200L);
  }

  @Test
  void recordNumbersBeyondTwoToTheThirtyOneAreReached() throws Exception {
    TestRun run =
        TestRun.of(
            "recordcount=9000000000 operationcount=1000 requestdistribution=zipfian"
                + " insertorder=ordered");

    run.transactions();

    List<Long> keys =
        run.journal().asked().values().iterator().next().stream()
            .map(line -> Long.valueOf(line.substring(line.indexOf("user") + 4)))
            .toList();
    assertThat(keys).allMatch(key -> key >= 0 && key < 9_000_000_000L);
    assertThat(keys).anyMatch(key -> key > Integer.MAX_VALUE);
  }

  @Test
  void insertedRecordsAreNewAndReadOnlyWhenTheyExist() throws Exception {
    TestRun run =
        TestRun.of(
            HALF_INSERTS
                + "recordcount=100 operationcount=2000 threadcount=4"
                + " requestdistribution=latest insertorder=ordered");

    RunResult result = run.transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    Set<Long> inserted = new HashSet<>();
    long inserts = 0;
    long newestRead = 0;
    for (List<String> lines : run.journal().asked().values()) {
      for (String line : lines) {
        long key = Long.parseLong(line.substring(line.indexOf("user") + 4));
        if (line.startsWith("INSERT")) {
          inserted.add(key);
          inserts++;
        } else {
          newestRead = Math.max(newestRead, key);
        }
      }
    }
    assertThat(inserted).hasSize((int) inserts).allMatch(key -> key >= 100);
    assertThat(newestRead).isBetween(100L, 100 + inserts);
  }

  /** It drew for ever a record that exists, while none did; or counted from the wrong one. */
  @ParameterizedTest
  @ValueSource(strings = {"zipfian", "latest", "exponential"})
  void newRecordsFollowThoseThatWereLoadedWhenOnlyInsertcountIsGiven(String distribution)
      throws Exception {
    TestRun run =
        TestRun.of(
            HALF_INSERTS
                + "recordcount=0 insertstart=500 insertcount=100 operationcount=2000"
                + " insertorder=ordered requestdistribution="
                + distribution);

    RunResult result = run.transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    Set<Long> there = LongStream.range(500, 600).boxed().collect(Collectors.toSet());
    for (String line : run.journal().asked().values().iterator().next()) {
      long key = Long.parseLong(line.substring(line.indexOf("user") + 4));
      assertThat(there.contains(key)).as(line).isEqualTo(line.startsWith("READ"));
      there.add(key);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "requestdistribution,zipf,one of uniform",
    "readproportion,-1,a number of at least 0",
    "readproportion,many,a number of at least 0",
    "fieldcount,0,a whole number from 1",
    "dataintegrity,perhaps,one of true",
    "fieldlengthdistribution,gauss,one of constant",
    "scanlengthdistribution,latest,one of uniform",
    "recordcount,0,recordcount=N",
    "workload,org.example.Missing,unknown workload 'org.example.Missing'",
    "workload,java.lang.String,does not extend site.ycsb.Workload",
    "workload,site.ycsb.tls.workload.SeededCoreWorkload,has no public constructor",
  })
  void refusesWhatUpstreamWouldDieOf(String property, String value, String expected) {
    TestRun run = new TestRun(Map.of("operationcount", "10", property, value));

    assertThatThrownBy(run::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(expected);
  }

  /** Upstream's parser takes "true " for false: one field would be read, and nothing verified. */
  @ParameterizedTest
  @CsvSource({
    "readallfields,'true ',true",
    "readallfields,'',",
    "writeallfields,TRUE,true",
    "insertorder,Hashed,hashed",
    "insertorder,' ',",
    "table,' mine ',mine",
    "fieldcount,' 7',7"
  })
  void upstreamGetsValuesAsTheyAreUnderstood(String property, String given, String expected) {
    Properties properties = new Properties();
    properties.setProperty(property, given);
    properties.setProperty("others", " x ");

    CoreSettings.writeAsUnderstood(properties);

    assertThat(properties.getProperty(property)).isEqualTo(expected);
    assertThat(properties.getProperty("others")).isEqualTo(" x ");
  }

  @Test
  void valuesAreVerifiedAlthoughThePropertyEndsInABlank() throws Exception {
    Map<String, String> given =
        new HashMap<>(TestRun.properties("recordcount=50 operationcount=200 fieldlength=40"));
    given.put("dataintegrity", "true ");
    TestRun load = new TestRun(given);
    load.load();

    RunResult result = new TestRun(given, load.journal()).transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.operations().get("VERIFY").returns()).containsOnlyKeys("OK");
  }

  @ParameterizedTest
  @ValueSource(classes = {CoreWorkload.class, Theirs.class})
  void keysAreHashedInWhateverCaseItIsAskedFor(Class<?> workload) throws Exception {
    TestRun load = TestRun.of("recordcount=20 insertorder=HASHED workload=" + workload.getName());

    load.load();

    assertThat(load.journal().records().keySet())
        .hasSize(20)
        .allMatch(key -> Long.parseLong(key.substring("user".length())) > 1_000);
  }

  /** A third party's workload on upstream's. */
  public static final class Theirs extends CoreWorkload {}

  @Test
  void dataIntegrityNeedsConstantLengths() {
    TestRun run =
        TestRun.of("operationcount=10 dataintegrity=true fieldlengthdistribution=uniform");

    assertThatThrownBy(run::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("fieldlengthdistribution=constant");
  }
}
