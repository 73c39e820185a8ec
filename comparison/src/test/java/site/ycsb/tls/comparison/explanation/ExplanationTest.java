package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.page.HtmlPage;
import site.ycsb.tls.document.page.TextPage;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

class ExplanationTest {
  @TempDir private Path directory;

  @Test
  void takesTheDifferenceApartByWhatWasExecuted() throws Exception {
    Breakdown client = read(4, 4).breakdown(tls(), Side.CLIENT).orElseThrow();

    assertThat(client.rows())
        .extracting(Breakdown.Row::category)
        .containsExactly(CostCategory.CIPHER, CostCategory.SYSTEM_CALLS, CostCategory.DRIVER);
    // With what profiling costs: 2 %.
    assertThat(client.rows().get(0).amount().baseline()).isZero();
    assertThat(client.rows().get(0).amount().variant()).isCloseTo(2 * 1.02, within(0.01));
    assertThat(client.rows().get(1).amount().difference().estimate())
        .isCloseTo(2 * 1.02, within(0.01));
    assertThat(client.rows().get(2).amount().difference().estimate()).isCloseTo(0, within(0.01));
    assertThat(
            client.rows().stream().mapToDouble(row -> row.amount().difference().estimate()).sum())
        .isCloseTo(client.sum().difference().estimate(), within(1e-9));
    assertThat(client.agrees()).contains(true);
  }

  @Test
  void aRowOfFewSamplesHasAWiderIntervalThanItsSizeSays() throws Exception {
    Breakdown client = read(4, 4).breakdown(tls(), Side.CLIENT).orElseThrow();
    Interval cipher = client.rows().get(0).amount().difference();
    Interval sum = client.sum().difference();
    assertThat(cipher.halfWidth() / cipher.estimate())
        .isGreaterThan(1.96 / Math.sqrt(3 * 200.0))
        .isLessThan(1);
    assertThat(sum.halfWidth()).isPositive();
  }

  @Test
  void compilersAreLeftOutAndCounted() throws Exception {
    Breakdown client = read(4, 4).breakdown(tls(), Side.CLIENT).orElseThrow();
    assertThat(client.variantProfile().compilers()).isEqualTo(3 * 77);
    assertThat(client.variantProfile().stacks().samples().keySet())
        .noneMatch(stack -> stack.contains("C2Compiler"));
  }

  @Test
  void rowsThatDoNotAddUpToTheComparisonAreSaidNotTo() throws Exception {
    Explanation explanation = read(1, 9);
    assertThat(explanation.breakdown(tls(), Side.CLIENT).orElseThrow().agrees()).contains(false);
    assertThat(text(explanation)).contains("they do not agree");
    assertThat(text(read(4, 4))).doesNotContain("they do not agree");
  }

  @Test
  void whatProfilingCostsIsMeasured() throws Exception {
    Explanation.ProfilingCost cost = read(4, 4).costs().get(1);
    assertThat(cost.variant().name()).isEqualTo("tls");
    assertThat(cost.clientCpu().orElseThrow().estimate()).isCloseTo(0.02, within(1e-6));
    assertThat(cost.throughput().orElseThrow().estimate()).isNegative();
  }

  @Test
  void aServerIsProfiledWithEitherClient() throws Exception {
    Breakdown server = read(4, 4).breakdown(tls(), Side.SERVER).orElseThrow();
    assertThat(server.variantProfile().stacks().count()).isEqualTo(3 * 2 * 1400);
    assertThat(server.sum().difference().estimate()).isCloseTo(4, within(1e-9));
  }

  @Test
  void withoutFilesOfTheServerItsSideIsMissingAndSaidToBe() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.endsWith("server.collapsed")).toList()) {
        Files.delete(file);
      }
    }
    Explanation explanation = Explanation.read(directory, first).orElseThrow();
    assertThat(explanation.breakdown(tls(), Side.SERVER)).isEmpty();
    assertThat(text(explanation)).contains("The server's CPU time is not taken apart");
  }

  @Test
  void theSentenceNamesTheLargestRows() throws Exception {
    assertThat(text(read(4, 4)))
        .containsPattern("Of \\+4\\.08 us for each operation on the client, \\+2\\.04 are ")
        .contains("cipher and hash", "system calls and network stack", "the comparison");
  }

  @Test
  void thePageHasTablesAndAFlameGraphForBothScreens() throws Exception {
    String html =
        HtmlPage.of(
            new Document(
                "title",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                ExplanationPage.sections(read(4, 4)),
                List.of()));
    assertThat(html)
        .contains("Where the CPU time goes: tls", "figure id=\"flames-client-tls\"")
        .contains("more in tls", "less than in plain", "class=\"change4\"")
        .contains("Driver.read");
  }

  @Test
  void withoutAnExplanationThereIsNone() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory.resolve("other"), 4, 4);
    assertThat(Explanation.read(directory, first)).isEmpty();
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    Path file = directory.resolve("explain/runs/all/block-01/tls-profiled/client.collapsed");
    Files.writeString(file, "no number of samples\n");
    assertThatThrownBy(() -> Explanation.read(directory, first))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("client.collapsed is damaged");
  }

  private Explanation read(double found, double explained) throws IOException {
    Path folder = directory.resolve(found + "-" + explained);
    ComparisonResult first = FabricatedExplanation.in(folder, found, explained);
    return Explanation.read(folder, first).orElseThrow();
  }

  private static Variant tls() {
    return FabricatedExplanation.plan().variants().get(0);
  }

  private static String text(Explanation explanation) {
    return TextPage.of(
            new Document(
                "title",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                ExplanationPage.brief(explanation),
                List.of()))
        .replaceAll("\\s+", " ");
  }
}
