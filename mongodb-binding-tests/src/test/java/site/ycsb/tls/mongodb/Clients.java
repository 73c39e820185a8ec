package site.ycsb.tls.mongodb;

import java.util.concurrent.atomic.AtomicInteger;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.testkit.UniformClient;

/** Third-party clients, bad in one way each. */
public final class Clients {
  private Clients() {}

  /** Does nothing, well. */
  public static class Good extends UniformClient {
    @Override
    protected Status operate(String name, String key) {
      return Status.OK;
    }
  }

  /** One of its threads cannot start. */
  public static final class OneInitThrows extends Good {
    private static final AtomicInteger MADE = new AtomicInteger();

    @Override
    public void init() throws DBException {
      if (MADE.incrementAndGet() == 2) {
        throw new DBException("no seat left");
      }
    }
  }

  /** Its reads return no status. */
  public static final class ReturnsNull extends Good {
    @Override
    protected Status operate(String name, String key) {
      return null;
    }
  }

  /** Its tenth read throws an Error. */
  public static final class ThrowsError extends Good {
    private int reads;

    @Override
    protected Status operate(String name, String key) {
      if (++reads == 10) {
        throw new StackOverflowError("deliberate");
      }
      return Status.OK;
    }
  }

  /** Each read takes at least 3 ms. */
  public static final class Slow extends Good {
    /** How long, ns. */
    static final long NANOS = 3_000_000;

    @Override
    protected Status operate(String name, String key) {
      long until = System.nanoTime() + NANOS;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      return Status.OK;
    }
  }

  /** Its tenth read never returns. */
  public static final class Hangs extends Good {
    private int reads;

    @Override
    protected Status operate(String name, String key) {
      while (++reads >= 10) {
        try {
          Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
          reads = 10; // It does not listen, as some drivers do not.
        }
      }
      return Status.OK;
    }
  }
}
