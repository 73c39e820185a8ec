package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** A run that is alive and takes orders. Used by one thread. */
public interface StartedRun extends AutoCloseable {

  /** Its process, if it is one of this machine; empty by default. */
  default OptionalLong processId() {
    return OptionalLong.empty();
  }

  /**
   * Waits until it takes orders.
   *
   * @return false when it ended before: {@link #outcome} says why
   * @throws TimeoutException when it lives, and does not within the time
   */
  boolean isReady(double seconds) throws IOException, InterruptedException, TimeoutException;

  /**
   * The shortest slice in which nearly all of it is active nearly all of the time: machines that
   * make a run together do not begin at exactly the same instant. Known when it takes orders.
   *
   * @return length, s; 0 for a run of one machine
   */
  default double leastSliceSeconds() {
    return 0;
  }

  /** Gives an order, whose answer is to be awaited before the next one. */
  void send(Order order) throws IOException;

  /**
   * The answer to the last order.
   *
   * @return empty when the run ended instead: {@link #outcome} says why
   * @throws TimeoutException when it did not answer within the time
   */
  Optional<SliceReport> await(double seconds)
      throws IOException, InterruptedException, TimeoutException;

  /**
   * Waits for its end and says how it ended.
   *
   * @param seconds how long at most; one that is still alive then has failed
   */
  RunOutcome outcome(double seconds) throws IOException, InterruptedException;

  /** Ends it, if it is still alive. */
  @Override
  void close() throws IOException;
}
