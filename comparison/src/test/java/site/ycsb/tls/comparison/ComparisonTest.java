package site.ycsb.tls.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.page.FabricatedComparison;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.servers.Variant;

class ComparisonTest {
  private static final Map<String, String> TLS = Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384");

  @TempDir private Path folder;
  private final StringWriter messages = new StringWriter();

  private Comparison comparison() {
    return Comparison.of("basic")
        .workloadIsGiven(true)
        .directory(folder.resolve("results"))
        .messages(new PrintWriter(messages, true));
  }

  @Test
  void propertiesOverrideFilesAndLaterFilesEarlierOnes() throws Exception {
    Path first = Files.writeString(folder.resolve("first"), "recordcount=1\nfieldcount=1\ntable=a");
    Path second = Files.writeString(folder.resolve("second"), "recordcount=2\nfieldcount=2");
    ComparisonPlan plan =
        comparison()
            .property("recordcount", "3")
            .workload(first)
            .workload(second)
            .variant("tls", TLS)
            .setup()
            .turns()
            .plan();
    assertThat(plan.base())
        .containsEntry("recordcount", "3")
        .containsEntry("fieldcount", "2")
        .containsEntry("table", "a");
    assertThat(plan.columns()).extracting(Variant::name).containsExactly("plain", "tls");
    assertThat(plan.variants().get(0).properties()).isEqualTo(TLS);
  }

  @Test
  void sweepsAndHasAnotherBaseline() throws Exception {
    ComparisonPlan plan =
        comparison()
            .variant("one", TLS)
            .variant("two", Map.of("fieldcount", "2"))
            .baseline("one")
            .vary("threadcount", "1", "4")
            .schedule(Schedule.quick(7))
            .setup()
            .turns()
            .plan();
    assertThat(plan.baseline().name()).isEqualTo("one");
    assertThat(plan.points())
        .extracting(Point::label)
        .containsExactly("threadcount=1", "threadcount=4");
    assertThat(plan.schedule().seed()).isEqualTo(7);
    assertThat(plan.schedule().quick()).isTrue();
  }

  /** Of two values of a property, one would be dropped. */
  @Test
  void refusesWhatItWouldDrop() {
    refused(
            () ->
                comparison()
                    .variant("tls", TLS)
                    .property("threadcount", "4")
                    .vary("threadcount", "1", "2")
                    .setup())
        .hasMessageStartingWith("threadcount is given both with --vary and with -p");
    refused(() -> comparison().property("seed", "1"))
        .hasMessageStartingWith("-p seed: a comparison sets it");
  }

  /** As the command does; in a file nobody misses it. */
  @Test
  void refusesWhatNoneOfItsRunsWouldRead() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "churn.operations=5");
    comparison().workload(file).variant("tls", TLS).setup();

    refused(() -> comparison().variant("tls", TLS).property("churn.operations", "5").setup())
        .hasMessageStartingWith("-p churn.operations: the workload ");
    refused(() -> comparison().variant("tls", TLS).property("testbed.heap", "1g").setup())
        .hasMessageStartingWith("testbed.heap: a setting of test servers");
  }

  @Test
  void refusesToBeCalledAFleet() throws Exception {
    refused(() -> comparison().property("fleet.agents", "8"))
        .hasMessageStartingWith("fleet.agents: a fleet sets it");
    Path file = Files.writeString(folder.resolve("file"), "fleet.agents=8");
    refused(() -> comparison().workload(file))
        .hasMessageStartingWith("fleet.agents: a fleet sets it");
    refused(() -> comparison().variant("eight", Map.of("fleet.agents", "8")))
        .hasMessageStartingWith("variants.eight.fleet.agents: a fleet sets it");
    refused(() -> comparison().variant("tls", TLS).vary("fleet.agents", "1", "8").setup())
        .hasMessageStartingWith("fleet.agents: a fleet sets it");
  }

  @Test
  void valuesOfASweepMayHaveCommas() throws Exception {
    ComparisonPlan plan =
        comparison().variant("tls", TLS).vary("their.hosts", "a,b", "c").setup().turns().plan();
    assertThat(plan.points())
        .extracting(Point::values)
        .containsExactly(Map.of("their.hosts", "a,b"), Map.of("their.hosts", "c"));
  }

  @Test
  void withoutAWorkloadReadsAreMeasuredAndItIsSaid() throws Exception {
    Files.createDirectories(folder.resolve("workloads"));
    Files.writeString(folder.resolve("workloads/workloadc"), "readproportion=1");
    String home = System.getProperty("ycsb.home");
    System.setProperty("ycsb.home", folder.toString());
    try {
      ComparisonPlan plan =
          comparison().workloadIsGiven(false).variant("tls", TLS).setup().turns().plan();
      assertThat(plan.base()).containsEntry("readproportion", "1");
    } finally {
      if (home == null) {
        System.clearProperty("ycsb.home");
      } else {
        System.setProperty("ycsb.home", home);
      }
    }
    assertThat(messages.toString())
        .isEqualTo("No workload given; using workloads/workloadc, reads only.\n");
  }

  @Test
  void whatMakesNoComparisonIsRefused() {
    refused(() -> Comparison.of("mongo").variant("tls", TLS).run())
        .hasMessageStartingWith("unknown binding 'mongo': expected one of ");
    refused(() -> comparison().workload(folder.resolve("none"))).hasMessageContaining("none");
    refused(() -> comparison().variant("tls", TLS).baseline("fast").run())
        .hasMessageContaining("fast");
    refused(() -> comparison().variant("tls", TLS).property("threadcount", "many").run())
        .hasMessageContaining("many");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void valuesMayComeFromTheEnvironment() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "table=env:PATH");
    Comparison comparison = comparison().workload(file).variant("tls", TLS);

    assertThat(comparison.setup().turns().plan().base())
        .containsEntry("table", System.getenv("PATH"));
    refused(() -> comparison.property("table", "env:NO_SUCH_VARIABLE").setup())
        .hasMessageContaining("there is no environment variable 'NO_SUCH_VARIABLE'");
  }

  @Test
  void aVariantThatWouldNotBeMeasuredIsRefused() {
    refused(() -> comparison().variant("as-is", Map.of()))
        .hasMessageStartingWith(
            "variant 'as-is' with []: expected a name without a dot, and at least one property");
    refused(() -> comparison().variant("TLS 1.3", TLS))
        .hasMessageStartingWith(
            "variant 'TLS 1.3' with [tls.cipher]: expected a name without a dot");
    String dotted = "variants.jdk.new.client.java";
    refused(() -> comparison().property(dotted, "25").setup())
        .hasMessageStartingWith(dotted + ": the name of a variant has no dot");
  }

  @Test
  void aCostIsAskedForByTheNameOfItsVariant() throws Exception {
    ComparisonResult result = FabricatedComparison.of(folder, Schedule.wholeRuns(1));
    Variant variant = result.plan().variants().get(0);
    assertThat(result.overhead(variant.name(), Metric.SERVER_CPU))
        .isEqualTo(
            result
                .cell(result.plan().points().get(0), variant, Metric.SERVER_CPU)
                .map(Cell::overhead))
        .isPresent();
    assertThatThrownBy(() -> result.overhead("fast", Metric.SERVER_CPU))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fast")
        .hasMessageContaining(variant.name());
  }
}
