package site.ycsb.tls.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The servers of a comparison: test servers that this program started, or the user's own. Called
 * from one thread.
 */
public interface ServerSide {

  /**
   * Makes a server ready for the variant, restarting it if the variant needs other settings, and
   * returns its address. Called before each run; returns at once when there is nothing to do.
   *
   * @throws IOException when the server does not start; the message is one line that says why
   */
  Address prepare(Variant variant) throws IOException, InterruptedException;

  /**
   * Names the data of the variant's server, as long as no server loses them; for the forecast. All
   * variants have the same by default.
   */
  default String store(Variant variant) {
    return "";
  }

  /**
   * The time to make a server ready for another variant, as far as it is known; for the forecast.
   * Zero if nothing is restarted.
   */
  default Duration preparation() {
    return Duration.ZERO;
  }

  /**
   * Makes the servers new: ends the test servers, so that the next calls of {@link #prepare} start
   * new ones, or starts the user's again. Does nothing by default.
   *
   * @throws IOException when that fails; the message is one line that says why
   */
  default void renew() throws IOException, InterruptedException {}

  /** Whether the data are still there after {@link #renew}; true by default. */
  default boolean keepsData() {
    return true;
  }

  /** Whether loading can remove all records of a table first. */
  boolean clearsTables();

  /**
   * The server's own account since its start, of the connections of this variant and of those that
   * it cannot distinguish from them. A server that is gone is unready.
   */
  ServerView witness(Variant variant) throws InterruptedException;

  /**
   * The address of a variant's server.
   *
   * @param properties for the run's client: addresses, trust
   * @param processIds of the server's processes, whose CPU time the run reports; none when they are
   *     unknown
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
