package site.ycsb.tls.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.socket.count.TransportCounts;

/** What holds for a binding that can also serve all threads with one client. */
public abstract class SharedClientContract extends BindingContract {
  protected SharedClientContract(Binding binding) {
    super(binding);
  }

  /** The properties of a pool of two connections for all threads. */
  @Override
  protected abstract String[] sharedPool();

  @Test
  final void sharedClientServesAllThreadsFromOnePool() throws Exception {
    try (OpenDatabase session = open(pinned(), sharedPool())) {
      session.pool().clear(TABLE);
      TransportCounts before = session.transport().counts();
      List<Thread> threads = new ArrayList<>();
      Queue<Status> statuses = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < 6; i++) {
        String key = "k" + i;
        Thread thread = new Thread(() -> statuses.add(insertOnce(session, key)));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(statuses).hasSize(6).containsOnly(Status.OK);
      TransportCounts counts = session.transport().counts();
      assertThat(counts.minus(before).opened()).isLessThanOrEqualTo(2);
      assertThat(counts.opened() - counts.closed())
          .isBetween((long) connectionsPerClient(), connectionsPerClient() + 1L);
    }
  }

  private static Status insertOnce(OpenDatabase session, String key) {
    try {
      DB db = session.newClient();
      Status status = db.insert(TABLE, key, values("field0", "1"));
      db.cleanup();
      return status;
    } catch (DBException e) {
      return new Status("INIT", e.getMessage());
    }
  }
}
