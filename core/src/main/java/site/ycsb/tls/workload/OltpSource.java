package site.ycsb.tls.workload;

import java.util.Properties;
import java.util.SplittableRandom;
import site.ycsb.Workload;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.OltpClient;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

/** A separate {@link OltpReadOnlyWorkload} for each thread. */
final class OltpSource extends CoreSource {
  final OltpSettings oltp;

  OltpSource(RunOptions options, Properties properties) {
    super(options, properties);
    oltp = OltpSettings.parse(new TypedProperties(properties));
    if (options.phase() == Phase.TRANSACTIONS) {
      oltp.requireRows(settings.keys());
    }
  }

  @Override
  public void check(DatabasePool pool) {
    // Not initialised: it does not connect.
    if (!(pool.newClient() instanceof OltpClient)) {
      throw new UsageException(
          "workload oltp_read_only: its transactions are SQL, which this binding does not speak; use"
              + " the binding jdbc");
    }
  }

  @Override
  Workload make(int thread, SplittableRandom random, boolean warmUp) {
    return new OltpReadOnlyWorkload(this, thread, random);
  }

  /** Its rows are others. */
  @Override
  public long leastBytes(String operation) {
    return 0;
  }
}
