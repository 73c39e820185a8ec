package site.ycsb.tls.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import site.ycsb.BasicDB;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.Recorder;

class TimedDbTest {
  private static final int OPERATIONS = 100_000;

  private final OperationNames names = new OperationNames();
  private final Recorder recorder = new Recorder();

  private TimedDb client(String... namesAndValues) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("workload", RunOptions.CORE_WORKLOAD);
    properties.setProperty("operationcount", "1");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    TimedDb timed = new TimedDb(RunOptions.parse(properties, Phase.TRANSACTIONS), names, recorder);
    timed.use(new SilentDb());
    return timed;
  }

  /** Does nothing, and nothing that allocates. */
  private static final class SilentDb extends BasicDB {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      return Status.OK;
    }
  }

  @Test
  void recordingAllocatesNothing() throws Exception {
    TimedDb timed = client("target", "1000");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    Map<String, ByteIterator> result = new HashMap<>();
    // The histograms grow to their size once; a pause of this machine must not make them grow
    // later.
    for (String name : new String[] {"READ", "Intended-READ"}) {
      recorder.record(names.id(name), 600_000_000_000L);
    }
    read(timed, result);

    long before = threads.getThreadAllocatedBytes(self);
    read(timed, result);
    long allocated = threads.getThreadAllocatedBytes(self) - before;

    assertThat(allocated / (double) OPERATIONS).isLessThan(0.1);
  }

  @Test
  void aWrongValueIsAFailureWithAReason() throws Exception {
    TimedDb timed = client();
    timed.begin();
    timed.read("usertable", "user1", null, new HashMap<>());
    assertThat(timed.failure()).isEmpty();

    timed.verified(Status.UNEXPECTED_STATE, 17);
    assertThat(timed.hasFailed()).isTrue();
    assertThat(timed.failure()).isEqualTo("VERIFY UNEXPECTED_STATE");
  }

  private void read(TimedDb timed, Map<String, ByteIterator> result) {
    for (int i = 0; i < OPERATIONS; i++) {
      timed.begin(System.nanoTime());
      timed.read("usertable", "user1", null, result);
      recorder.succeeded();
      recorder.handOver(0);
    }
  }
}
