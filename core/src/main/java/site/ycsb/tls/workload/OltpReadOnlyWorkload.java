package site.ycsb.tls.workload;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.StringByteIterator;
import site.ycsb.Workload;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.OltpClient;
import site.ycsb.tls.binding.OltpClient.Query;
import site.ycsb.tls.engine.worker.TimedDb;
import site.ycsb.tls.engine.worker.WorkloadFailure;
import site.ycsb.tls.workload.draw.KeyDistribution;

/**
 * The read-only transaction of sysbench's {@code oltp_read_only}, over sysbench's table, for one
 * thread: point selects, and range selects of four kinds, between BEGIN and COMMIT. Each
 * transaction is one operation, reported as {@code TRANSACTION} and in its parts: {@code BEGIN},
 * {@code POINT-SELECT}, {@code SIMPLE-RANGE}, {@code SUM-RANGE}, {@code ORDER-RANGE}, {@code
 * DISTINCT-RANGE}, {@code COMMIT}.
 *
 * <p>Record number n, from 0, is the row with the id n+1. A loaded row follows from its id and the
 * seed. An answer with a wrong number of rows ends the run.
 */
public final class OltpReadOnlyWorkload extends Workload {
  /** Groups of eleven digits, as sysbench fills {@code c} (119 characters) and {@code pad} (59). */
  private static final int GROUPS_OF_C = 10;

  private static final int GROUPS_OF_PAD = 5;
  private static final long ELEVEN_DIGITS = 100_000_000_000L;

  private final CoreSettings settings;
  private final OltpSettings oltp;
  private final SeededCoreWorkload.Sequences sequences;
  private final long seed;
  private final boolean failAtOnce;
  private final KeyDistribution keys;
  private Operations operations;

  /** Its operations, resolved by the thread's client. */
  private record Operations(
      TimedDb.Operation transaction,
      TimedDb.Operation begin,
      Map<Query, TimedDb.Operation> queries,
      TimedDb.Operation commit) {
    Operations(TimedDb db) {
      this(
          db.operation("TRANSACTION"),
          db.operation("BEGIN"),
          new EnumMap<>(Query.class),
          db.operation("COMMIT"));
      for (Query query : Query.values()) {
        queries.put(query, db.operation(query.label()));
      }
    }
  }

  OltpReadOnlyWorkload(OltpSource source, int thread, SplittableRandom random) {
    this.settings = source.settings;
    this.oltp = source.oltp;
    this.sequences = source.sequences;
    this.seed = source.options.seed();
    this.failAtOnce = source.options.errorsMax() == 0;
    this.keys =
        settings.keyDistribution(
            random, sequences.inserts()::lastValue, source.options.share(), thread);
  }

  /** One row. */
  @Override
  public boolean doInsert(DB db, Object state) {
    long id = sequences.load().getAndIncrement() + 1;
    SplittableRandom random = new SplittableRandom(seed ^ id);
    Map<String, ByteIterator> row = new TreeMap<>();
    row.put("k", new StringByteIterator(Long.toString(random.nextLong(settings.records()) + 1)));
    row.put("c", new StringByteIterator(digits(random, GROUPS_OF_C)));
    row.put("pad", new StringByteIterator(digits(random, GROUPS_OF_PAD)));
    return db.insert(oltp.table(), Long.toString(id), row).isOk();
  }

  private static String digits(SplittableRandom random, int groups) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < groups; i++) {
      // The leading 1 keeps the zeros, and is removed.
      String group = Long.toString(ELEVEN_DIGITS + random.nextLong(ELEVEN_DIGITS));
      text.append(i == 0 ? "" : "-").append(group, 1, group.length());
    }
    return text.toString();
  }

  /** One transaction. */
  @Override
  public boolean doTransaction(DB db, Object state) {
    TimedDb timed = (TimedDb) db;
    OltpClient client = (OltpClient) timed.client();
    if (operations == null) {
      operations = new Operations(timed);
    }
    long start = System.nanoTime();
    try {
      transaction(timed, client);
    } catch (DatabaseException e) {
      failed(timed, client, e);
    }
    timed.recordEnd(operations.transaction(), System.nanoTime() - start);
    return true;
  }

  private void transaction(TimedDb timed, OltpClient client) throws DatabaseException {
    long start = System.nanoTime();
    client.begin();
    timed.record(operations.begin(), System.nanoTime() - start);
    for (Map.Entry<Query, Long> asked : oltp.counts().entrySet()) {
      for (long i = 0; i < asked.getValue(); i++) {
        ask(timed, client, asked.getKey());
      }
    }
    long committing = System.nanoTime();
    client.commit();
    timed.record(operations.commit(), System.nanoTime() - committing);
  }

  private void ask(TimedDb timed, OltpClient client, Query query) throws DatabaseException {
    long size = query == Query.POINT_SELECT ? 1 : oltp.rangeSize();
    long end = settings.firstKey() + settings.keys();
    // A range near the end begins earlier, so that each has all its rows.
    long first = Math.min(keys.draw(), end - size) + 1;
    long last = first + size - 1;
    long start = System.nanoTime();
    List<String> rows = client.query(query, oltp.table(), first, last);
    timed.record(operations.queries().get(query), System.nanoTime() - start);
    if (!isRight(query, rows, size)) {
      throw new WorkloadFailure(
          "%s over the ids %d to %d of %s gave %s, expected %s: is the table loaded, with this recordcount?"
              .formatted(
                  query.label(),
                  first,
                  last,
                  oltp.table(),
                  query == Query.SUM_RANGE ? rows : rows.size() + " rows",
                  query == Query.SUM_RANGE ? "a sum of at least " + size : size + " of them"));
    }
  }

  /** All values of c differ, with a probability of all but 10^-110; k is at least 1. */
  private static boolean isRight(Query query, List<String> rows, long size) {
    if (query != Query.SUM_RANGE) {
      return rows.size() == size;
    }
    String sum = rows.size() == 1 ? rows.get(0) : null;
    return sum != null && sum.matches("[0-9]{1,18}") && Long.parseLong(sum) >= size;
  }

  /** If no errors are allowed, the run is over anyway, and the reason is more useful. */
  private void failed(TimedDb timed, OltpClient client, DatabaseException e) {
    String reason = "a transaction failed: " + e.getMessage();
    try {
      client.rollback();
    } catch (DatabaseException second) {
      reason += "; nor was it rolled back: " + second.getMessage();
    }
    if (failAtOnce) {
      throw new WorkloadFailure(reason, e);
    }
    timed.fail(operations.transaction(), "ERROR");
  }
}
