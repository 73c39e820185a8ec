package site.ycsb.tls.workload;

import java.util.Properties;
import java.util.SplittableRandom;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;

/** A separate {@link SeededCoreWorkload} for each thread. */
class CoreSource implements WorkloadSource {
  final RunOptions options;
  final CoreSettings settings;
  final SeededCoreWorkload.Sequences sequences;
  private final Properties properties;

  CoreSource(RunOptions options, Properties properties) {
    this.options = options;
    this.properties = properties;
    this.settings = CoreSettings.parse(options, properties);
    this.sequences = new SeededCoreWorkload.Sequences(settings);
    // Upstream's constructor reads this static field; nothing is recorded there.
    Measurements.setProperties(new Properties());
  }

  @Override
  public final Workload forThread(int thread, boolean warmUp) throws WorkloadException {
    Workload workload = make(thread, random(thread, warmUp), warmUp);
    workload.init(properties);
    return workload;
  }

  /** The workload, not yet initialised. */
  Workload make(int thread, SplittableRandom random, boolean warmUp) {
    return new SeededCoreWorkload(this, thread, random);
  }

  @Override
  public long leastBytes(String operation) {
    return settings.leastBytes(operation);
  }

  /** The thread's own stream of the run's seed, in a fleet too; warm-up has another seed. */
  private SplittableRandom random(int thread, boolean warmUp) {
    SplittableRandom root = new SplittableRandom(warmUp ? ~options.seed() : options.seed());
    SplittableRandom stream = root.split();
    for (int i = 0; i < options.share().first() + thread; i++) {
      stream = root.split();
    }
    return stream;
  }

  @Override
  public void close() {
    // CoreWorkload has nothing to clean up.
  }
}
