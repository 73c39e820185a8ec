package site.ycsb.tls.workload;

import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Workload;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.socket.count.TransportListener;

/** A separate {@link ConnectionChurnWorkload} for each thread, and their common counts. */
final class ChurnSource extends CoreSource {
  final ChurnScope scope;
  final long reads;

  /** Of the run; known when it begins. */
  DatabasePool pool;

  private final Totals totals = new Totals();

  /** Also counted by drivers' threads. */
  static final class Totals {
    final LongAdder cycles = new LongAdder();
    final LongAdder connections = new LongAdder();
    final LongAdder fullHandshakes = new LongAdder();
    final LongAdder resumedHandshakes = new LongAdder();
  }

  ChurnSource(RunOptions options, Properties properties) {
    super(options, properties);
    TypedProperties read = new TypedProperties(properties);
    if (read.get(TlsProperties.RENEGOTIATE).isPresent()) {
      throw new UsageException(
          "tls.renegotiate: connections of the connection-churn workload end with their cycle;"
              + " leave it out");
    }
    reads = read.get(WorkloadProperties.CHURN_OPERATIONS);
    scope = ChurnScope.valueOf(read.get(WorkloadProperties.CHURN_SCOPE).toUpperCase(Locale.ROOT));
  }

  @Override
  public void check(DatabasePool ofRun) {
    pool = ofRun;
    if (options.phase() == Phase.LOAD) {
      return;
    }
    try {
      // Not initialised: it does not connect.
      pool.newChurnClient(scope, new TransportListener() {});
    } catch (UnsupportedOperationException e) {
      throw new UsageException(
          "churn.scope=" + scope.name().toLowerCase(Locale.ROOT) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean makesClients() {
    return true;
  }

  @Override
  Workload make(int thread, SplittableRandom random, boolean warmUp) {
    return new ConnectionChurnWorkload(this, thread, random, warmUp ? new Totals() : totals);
  }

  @Override
  public Optional<Churn> churn() {
    return Optional.of(
        new Churn(
            scope.name().toLowerCase(Locale.ROOT),
            totals.cycles.sum(),
            reads,
            totals.connections.sum(),
            totals.fullHandshakes.sum(),
            totals.resumedHandshakes.sum()));
  }
}
