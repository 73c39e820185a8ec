package site.ycsb.tls.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A {@code site.ycsb.DB} that does what its properties say, as a third party's might: {@code
 * test.delay.nanos}, {@code test.fault} with {@code test.fault.after} operations.
 */
@SuppressWarnings("NonApiType")
public class ScriptedDb extends DB {
  private static final AtomicInteger INSTANCES = new AtomicInteger();

  private final int instance = INSTANCES.getAndIncrement();
  private long delayNanos;
  private String fault;
  private long faultAfter;
  private long operations;

  @Override
  public void init() throws DBException {
    delayNanos = Long.parseLong(getProperties().getProperty("test.delay.nanos", "0"));
    fault = getProperties().getProperty("test.fault", "none");
    faultAfter = Long.parseLong(getProperties().getProperty("test.fault.after", "0"));
    switch (fault) {
      case "init-throws" -> throw new DBException("no server at test://user:secret@nowhere");
      case "init-throws-once" -> {
        if (instance % 2 == 1) {
          throw new DBException("one of two");
        }
      }
      case "init-hangs" -> hang();
      default -> {}
    }
  }

  @Override
  public void cleanup() throws DBException {
    if (fault.equals("cleanup-throws")) {
      throw new DBException("cannot close");
    }
    if (fault.equals("cleanup-hangs")) {
      hang();
    }
  }

  private Status operation() {
    if (delayNanos > 0) {
      long until = System.nanoTime() + delayNanos;
      for (long left = delayNanos; left > 0; left = until - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
    return operations++ < faultAfter ? Status.OK : outcome();
  }

  private Status outcome() {
    return switch (fault) {
      case "error" -> Status.ERROR;
      case "null" -> null;
      case "batched" -> Status.BATCHED_OK;
      case "throws" -> throw new IllegalStateException("broken driver");
      case "throws-error" -> throw new NoClassDefFoundError("org/example/Missing");
      case "hangs" -> {
        hang();
        yield Status.OK;
      }
      case "hangs-until-interrupted" -> {
        while (!Thread.currentThread().isInterrupted()) {
          LockSupport.park();
        }
        throw new IllegalStateException("interrupted");
      }
      default -> Status.OK;
    };
  }

  /** As a driver does that neither times out nor reacts to an interrupt. */
  private static void hang() {
    while (true) {
      LockSupport.park();
      // A set flag would make park() return at once.
      Thread.interrupted();
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return operation();
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return operation();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return operation();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return operation();
  }

  @Override
  public Status delete(String table, String key) {
    return operation();
  }
}
