package site.ycsb.tls.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import site.ycsb.tls.compare.plan.Variant;

/**
 * The servers of a comparison: test servers that this program started, or the user's own. Called
 * from one thread.
 */
public interface ServerSide {

  /**
   * Makes a server ready for the variant, restarting it where the variant needs other settings, and
   * says how to reach it. Called before each run; returns at once when there is nothing to do.
   *
   * @throws IOException when the server does not come to be; the message is one line that says why
   */
  Address prepare(Variant variant) throws IOException, InterruptedException;

  /**
   * How long it takes to make a server ready for another variant, as far as that is known: for the
   * forecast. Zero where nothing needs to be started again.
   */
  default Duration preparation() {
    return Duration.ZERO;
  }

  /**
   * What the variant's server itself says of the time since its start, of the connections of this
   * variant and of those that it cannot tell from them; one that is gone is unready.
   */
  Witness witness(Variant variant) throws InterruptedException;

  /**
   * How a variant's server is reached.
   *
   * @param properties for the run's client: addresses, trust
   * @param processIds of the server's processes, whose CPU time the run reports; none when they are
   *     not ours to see
   * @param store names the data behind the address: variants with the same store see the same
   *     tables. A restart that loses data gives another store.
   */
  record Address(Map<String, String> properties, List<Long> processIds, String store) {
    public Address {
      properties = Map.copyOf(properties);
      processIds = List.copyOf(processIds);
      Objects.requireNonNull(store);
    }
  }
}
