package site.ycsb.tls.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb model} and {@code predict} as their users start them. */
@Tag("full")
@Tag("odd")
class CostModelIT {
  private static final long PATIENCE_SECONDS = 1800;

  @TempDir private Path directory;

  @Test
  void aModelIsMeasuredFittedCheckedAndAsked() throws Exception {
    Ycsb measured = model().assertSucceeded();

    assertThat(measured.out())
        .contains("per full handshake", "per resumed handshake", "Predicted and measured")
        .contains("(one block)")
        .doesNotContain("+-0.00 ");
    JsonNode model = new ObjectMapper().readTree(directory.resolve("m/model.json").toFile());
    assertThat(model.path("baseline").path("client").path("terms"))
        .extracting(JsonNode::asText)
        .containsExactly(
            "OPERATION", "KILOBYTE", "KILOBYTE_BEYOND_16", "KILOBYTE_BEYOND_32", "CONNECTION");
    JsonNode tls = model.path("variants").get(0);
    for (String side : new String[] {"client", "server"}) {
      assertThat(tls.path(side).path("terms"))
          .as(side)
          .extracting(JsonNode::asText)
          .containsExactly(
              "OPERATION",
              "KILOBYTE",
              "KILOBYTE_BEYOND_16",
              "KILOBYTE_BEYOND_32",
              "FULL_HANDSHAKE",
              "RESUMED_HANDSHAKE");
    }
    // What the transport counted, not what was asked for.
    assertThat(model.path("leastKilobytes").asDouble()).isBetween(0.2, 1.0);
    assertThat(model.path("mostKilobytes").asDouble()).isBetween(100.0, 110.0);
    assertThat(model.path("checks")).hasSize(6);
    assertThat(directory.resolve("m/report.html")).content().contains("data-calculator");
    assertThat(directory.resolve("m/churn/report.html")).exists();

    // Cold code in one block may fail its own checks: then the answer is that.
    Ycsb predicted =
        Ycsb.run(directory, "predict", "m", "--operations", "1000/s", "--connections", "5/s");
    if (predicted.exitCode() == 0) {
      assertThat(predicted.out()).contains("1,000 operations/s of 1.00 KB, 5.00 new connections/s");
    } else {
      predicted.assertRefused(1, "No prediction for TLS_AES_128_GCM_SHA256");
    }
    assertThat(model().err()).contains("is complete: nothing is left to run");
  }

  private Ycsb model() throws Exception {
    Process process =
        Ycsb.start(
            directory,
            words(
                """
                model mongodb -p tls.cipher=TLS_AES_128_GCM_SHA256 --quick --blocks 1
                --warmup 0.2 --seconds 0.4 --seed 3 --out m
                """));
    return Ycsb.ended(directory, process, PATIENCE_SECONDS);
  }
}
