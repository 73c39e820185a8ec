package site.ycsb.tls.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.engine.Phase;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.measurement.RunResult.OperationResult;
import site.ycsb.tls.server.ServerHealth;
import site.ycsb.tls.socket.TlsEvidence;
import site.ycsb.tls.socket.TransportCounts;

/**
 * Runs without runs: a launcher that makes up results with a known overhead and seeded noise, and
 * the server that agrees with them. What it was asked for is recorded.
 */
public final class FabricatedRuns implements RunLauncher, ServerSide {
  /** All requests, in order. */
  public final List<RunRequest> requests = new ArrayList<>();

  /** Replaces the made-up outcome of a request where it returns one. */
  public Function<RunRequest, Optional<RunOutcome>> exception = request -> Optional.empty();

  /** What the server says that it saw of a run, by the client's claim. */
  public Function<String, String> witnessOf = claim -> claim;

  /** Share of the machine's CPU that others take in a run. */
  public Function<RunRequest, Double> foreign = request -> 0.02;

  /** What is known of the server. */
  public Map<String, String> server = Map.of("server", "fabricated");

  /** What befell the server since the start. */
  public final Map<String, Long> incidents = new HashMap<>();

  /** What TLS costs in a run, where that is not the same for all. */
  public Function<RunRequest, Optional<Double>> overheadOf = request -> Optional.empty();

  /** Whether the server has ended by itself; the next preparation starts another one. */
  public boolean ended;

  private int deaths;

  /** How long the server takes to be ready for a run, ms. */
  public long restartMillis;

  /** How long it says beforehand that it takes to be ready for another variant. */
  public Duration preparation = Duration.ZERO;

  private final double overhead;
  private final double noise;
  private final Random random = new Random(7);
  private final Map<String, Long> witness = new HashMap<>();

  /**
   * @param overhead what TLS costs in latency and CPU: 0.5 = half as much again
   * @param noise standard deviation of the logarithm of each figure
   */
  public FabricatedRuns(double overhead, double noise) {
    this.overhead = overhead;
    this.noise = noise;
    witness.put("plain", 0L);
  }

  /** The transactions that were asked for. */
  public List<RunRequest> runs() {
    return requests.stream().filter(r -> r.phase() == Phase.TRANSACTIONS).toList();
  }

  /** The loads that were asked for. */
  public List<RunRequest> loads() {
    return requests.stream().filter(r -> r.phase() == Phase.LOAD).toList();
  }

  @Override
  public Duration preparation() {
    return preparation;
  }

  @Override
  public RunOutcome launch(RunRequest request) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    requests.add(request);
    Optional<RunOutcome> other = exception.apply(request);
    if (other.isPresent()) {
      return other.get();
    }
    return new RunOutcome(0, Optional.of(result(request)), "");
  }

  @Override
  public Address prepare(Variant variant) throws InterruptedException {
    Thread.sleep(restartMillis);
    deaths += ended ? 1 : 0;
    ended = false;
    return new Address(Map.of("address", "127.0.0.1:4711"), List.of(42L), "store " + deaths);
  }

  @Override
  public ServerView witness(Variant variant) {
    return new ServerView(
        ended ? Map.of() : witness,
        new ServerHealth(
            ended ? List.of("the test server has ended: Killed") : List.of(), incidents));
  }

  /** A complete result with TLS where the request pins it. */
  public RunResult result(RunRequest request) {
    String suite = request.properties().get("tls.cipher");
    double factor = 1 + overheadOf.apply(request).orElse(suite == null ? 0 : overhead);
    witness.merge(witnessOf.apply(suite == null ? "plain" : "TLSv1.3 " + suite), 2L, Long::sum);
    double threads = Double.parseDouble(request.properties().getOrDefault("threadcount", "1"));
    double target = Double.parseDouble(request.properties().getOrDefault("target", "0"));
    double seconds = 10;
    double perSecond = target > 0 ? target : threads * 20_000 / factor * jitter();
    long operations = Math.round(perSecond * seconds);
    double mean = 50_000 * factor * jitter();
    Map<String, OperationResult> latencies = new LinkedHashMap<>();
    latencies.put("READ", operation(operations, mean));
    latencies.put("CLEANUP", operation(1, 1e6));
    TlsEvidence tls =
        suite == null
            ? null
            : new TlsEvidence(
                "TLSv1.3 " + suite,
                "TLSv1.3",
                suite,
                "x25519",
                "RSA-2048",
                "CN=localhost",
                "chain and host name",
                "SunJSSE 17",
                "off",
                false);
    List<Double> series = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      series.add(perSecond * jitter());
    }
    return new RunResult(
        RunResult.FORMAT,
        "0.1",
        "bin/ycsb run",
        request.phase().label(),
        request.binding(),
        "",
        "2026-11-20T10:00:00Z",
        RunResult.Outcome.COMPLETE,
        List.of(),
        request.properties(),
        1,
        (int) threads,
        target,
        0.1,
        2,
        seconds,
        operations,
        0,
        latencies,
        series,
        new RunResult.CpuUse(
            operations * 30e-6 * factor * jitter(),
            operations * 12e-6 * factor * jitter(),
            foreign.apply(request),
            2 * seconds),
        connections(suite),
        connections(suite),
        tls,
        server,
        new RunResult.Environment(
            "17.0.15", List.of(), "Linux 6.1 amd64", "a CPU", 2, 8L << 30, "host"),
        null,
        null,
        Map.of(),
        null,
        null,
        null);
  }

  private static TransportCounts connections(String suite) {
    return new TransportCounts(2, 0, suite == null ? 0 : 2, 0, 0, 1000, 1000, 900, 900, 0, 0);
  }

  private static OperationResult operation(long count, double meanNanos) {
    Map<String, Long> percentiles = new LinkedHashMap<>();
    percentiles.put("50", Math.round(meanNanos * 0.9));
    percentiles.put("95", Math.round(meanNanos * 1.5));
    percentiles.put("99", Math.round(meanNanos * 2.5));
    return new OperationResult(
        count,
        count * meanNanos,
        1,
        Math.round(meanNanos * 9),
        percentiles,
        Map.of("OK", count),
        "");
  }

  private double jitter() {
    return Math.exp(noise * random.nextGaussian());
  }
}
