package site.ycsb.tls.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.tls.binding.BatchingClient;

/**
 * A {@code site.ycsb.DB} in memory that misbehaves as its properties say, as a third party's might:
 * {@code test.delay.nanos} for each operation, {@code test.fault} after {@code test.fault.after}
 * operations. What it was asked, and what it stores, is in the {@link Journal} of its properties.
 */
@SuppressWarnings("NonApiType")
public final class ScriptedDb extends DB implements BatchingClient {
  private Journal journal;
  private long delayNanos;
  private String fault;
  private long faultAfter;
  private long operations;
  private int batched;

  @Override
  public void init() throws DBException {
    journal = (Journal) getProperties().get(Journal.PROPERTY);
    int instance = journal.clients().getAndIncrement();
    delayNanos = Long.parseLong(getProperties().getProperty("test.delay.nanos", "0"));
    fault = getProperties().getProperty("test.fault", "none");
    faultAfter = Long.parseLong(getProperties().getProperty("test.fault.after", "0"));
    switch (fault) {
      case "init-throws" -> throw new DBException("no server at test://user:hidden@nowhere/");
      case "init-throws-in-one-thread" -> {
        if (instance == 1) {
          throw new DBException("only this one");
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

  /** Takes its time, and returns what the script says. */
  private Status operation() {
    long until = System.nanoTime() + delayNanos;
    for (long left = delayNanos; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return operations++ < faultAfter ? Status.OK : faulty();
  }

  private Status faulty() {
    return switch (fault) {
      case "error" -> Status.ERROR;
      case "error-once" -> operations == faultAfter + 1 ? Status.ERROR : Status.OK;
      case "not-found" -> Status.NOT_FOUND;
      case "error-with-reason" ->
          new Status("ERROR", "test://user:hidden@nowhere/ is full\nat line 7");
      case "null" -> null;
      case "batched" -> {
        batched++;
        yield Status.BATCHED_OK;
      }
      case "throws" -> throw new IllegalStateException("broken\ndriver");
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
    journal.add("READ", key);
    Map<String, String> record = journal.records().get(key);
    if (record != null) {
      record.forEach((field, value) -> result.put(field, new StringByteIterator(value)));
    }
    return operation();
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    journal.add("SCAN " + recordcount, startkey);
    return operation();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    journal.add("UPDATE", key);
    store(key, values);
    return operation();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    journal.add("INSERT", key);
    store(key, values);
    return operation();
  }

  @Override
  public Status delete(String table, String key) {
    journal.add("DELETE", key);
    journal.records().remove(key);
    return operation();
  }

  @Override
  public int unsent() {
    return batched;
  }

  private void store(String key, Map<String, ByteIterator> values) {
    Map<String, String> texts = new HashMap<>();
    values.forEach((field, value) -> texts.put(field, value.toString()));
    journal
        .records()
        .merge(
            key,
            texts,
            (before, now) -> {
              Map<String, String> both = new HashMap<>(before);
              both.putAll(now);
              return both;
            });
  }
}
