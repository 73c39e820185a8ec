package site.ycsb.tls.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import site.ycsb.tls.compare.FabricatedRuns;
import site.ycsb.tls.compare.RunLauncher;
import site.ycsb.tls.compare.RunOutcome;
import site.ycsb.tls.compare.RunRequest;
import site.ycsb.tls.engine.Phase;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.Recorder;
import site.ycsb.tls.measurement.ReportOptions;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.measurement.RunResult.OperationResult;
import site.ycsb.tls.measurement.RunResultFile;

/**
 * Fabricated runs with files of their own, written by the real writers from recorded latencies. A
 * property {@code churn} makes them cycles of connections.
 */
final class RecordedRuns implements RunLauncher {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 10;
  private static final int SAMPLES = 300;

  private final FabricatedRuns fabricated;
  private final SplittableRandom random = new SplittableRandom(3);

  RecordedRuns(FabricatedRuns fabricated) {
    this.fabricated = fabricated;
  }

  @Override
  public RunOutcome launch(RunRequest request) throws IOException, InterruptedException {
    RunOutcome outcome = fabricated.launch(request);
    if (request.phase() == Phase.LOAD) {
      return outcome;
    }
    RunResult made = outcome.result().orElseThrow();
    boolean churn = request.properties().containsKey("churn");
    boolean tls = made.tls() != null;
    double mean = made.operations().get("READ").meanNanos();
    Map<String, Double> means =
        !churn
            ? Map.of("READ", mean)
            : tls
                ? Map.of("CYCLE", 20 * mean, "TCP-CONNECT", mean, "TLS-HANDSHAKE", 12 * mean)
                : Map.of("CYCLE", 5 * mean, "TCP-CONNECT", mean, "DB-SETUP", 2 * mean);
    ObjectNode tree = JSON.valueToTree(made);
    tree.set("operations", JSON.valueToTree(record(request, means)));
    if (churn) {
      long cycles = (long) SECONDS * SAMPLES;
      tree.set(
          "churn",
          JSON.valueToTree(new RunResult.Churn("client", cycles, 1, cycles, tls ? cycles : 0, 0)));
    }
    RunResult result = JSON.treeToValue(tree, RunResult.class);
    RunResultFile.write(result, request.directory().resolve(RunResultFile.NAME));
    return new RunOutcome(0, Optional.of(result), "");
  }

  private Map<String, OperationResult> record(RunRequest request, Map<String, Double> means)
      throws IOException {
    OperationNames names = new OperationNames();
    Recorder recorder = new Recorder();
    try (RunRecords records =
        new RunRecords(
            names,
            List.of(recorder),
            ReportOptions.defaults(),
            Optional.of(request.directory()),
            1_795_000_000_000L)) {
      for (int second = 0; second < SECONDS; second++) {
        for (int sample = 0; sample < SAMPLES; sample++) {
          // Exponential tails, as latencies have.
          double factor = 0.5 - 0.5 * Math.log(1 - random.nextDouble());
          means.forEach(
              (name, nanos) -> recorder.record(names.id(name), Math.round(nanos * factor)));
        }
        records.collectRest(second, second + 1);
      }
      return records.operations(List.of());
    }
  }
}
