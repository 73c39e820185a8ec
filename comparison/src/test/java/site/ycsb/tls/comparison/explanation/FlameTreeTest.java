package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.document.Chart.Frame;

class FlameTreeTest {
  @TempDir private Path directory;

  @Test
  void widthsAreTimesPerOperationAndNothingIsLostByFolding() throws Exception {
    Frame root = FlameTree.of(client());
    assertThat(root.first()).isCloseTo(20, within(1e-6));
    assertThat(root.second()).isCloseTo(24, within(1e-6));
    assertThat(root.width()).isGreaterThanOrEqualTo(root.second() - 1e-9);
  }

  @Test
  void methodsThatOnlyCallOneOtherAreOneBox() throws Exception {
    Frame root = FlameTree.of(client());
    assertThat(root.callees())
        .singleElement()
        .satisfies(
            frame -> {
              assertThat(frame.name()).isEqualTo("Driver.read");
              assertThat(frame.path()).isEqualTo("java.lang.Thread.run … com.example.Driver.read");
            });
  }

  @Test
  void whatOnlyTheVariantExecutesIsMoreByAllOfIt() throws Exception {
    Frame cipher =
        all(FlameTree.of(client()))
            .filter(frame -> frame.name().contains("GaloisCounterMode"))
            .findFirst()
            .orElseThrow();
    assertThat(cipher.first()).isZero();
    assertThat(cipher.change()).isEqualTo(1);
  }

  private Breakdown client() throws Exception {
    ComparisonResult first = FabricatedExplanation.in(directory, 4, 4);
    return Explanation.read(directory, first)
        .orElseThrow()
        .breakdown(first.plan().variants().get(0), Side.CLIENT)
        .orElseThrow();
  }

  private static Stream<Frame> all(Frame frame) {
    return Stream.concat(Stream.of(frame), frame.callees().stream().flatMap(FlameTreeTest::all));
  }
}
