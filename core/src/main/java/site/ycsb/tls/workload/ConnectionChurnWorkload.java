package site.ycsb.tls.workload;

import java.net.BindException;
import java.util.Locale;
import java.util.SplittableRandom;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.engine.worker.TimedDb;
import site.ycsb.tls.engine.worker.WorkloadFailure;

/**
 * Every operation opens a connection, reads, and closes: the cost of a handshake for an application
 * that does not keep its connections.
 *
 * <p>A cycle is reported as {@code CYCLE} and in its parts: {@code TCP-CONNECT} and {@code
 * TLS-HANDSHAKE} for each connection as the transport timed them, {@code DB-SETUP} for the rest of
 * the driver's time until it was ready, {@code READ}, {@code CLOSE}. What a driver does side by
 * side is taken from that time once. If it connects only for the first operation, its connects are
 * part of that read. Loading is {@code CoreWorkload}'s.
 */
public final class ConnectionChurnWorkload extends SeededCoreWorkload {
  private final ChurnSource.Totals totals;
  private final ChurnScope scope;
  private final long reads;
  private final boolean failAtOnce;
  private final DatabasePool pool;
  private Operations operations;

  /** Its operations, resolved by the thread's client. */
  private record Operations(
      TimedDb.Operation cycle,
      TimedDb.Operation connect,
      TimedDb.Operation handshake,
      TimedDb.Operation setup,
      TimedDb.Operation close) {
    Operations(TimedDb db) {
      this(
          db.operation("CYCLE"),
          db.operation("TCP-CONNECT"),
          db.operation("TLS-HANDSHAKE"),
          db.operation("DB-SETUP"),
          db.operation("CLOSE"));
    }
  }

  ConnectionChurnWorkload(
      ChurnSource source, int thread, SplittableRandom random, ChurnSource.Totals totals) {
    super(source, thread, random);
    this.totals = totals;
    this.scope = source.scope;
    this.reads = source.reads;
    this.failAtOnce = source.options.errorsMax() == 0;
    this.pool = source.pool;
  }

  /** One cycle. */
  @Override
  public boolean doTransaction(DB db, Object state) {
    TimedDb timed = (TimedDb) db;
    use(timed);
    if (operations == null) {
      operations = new Operations(timed);
    }
    ChurnCycle cycle = new ChurnCycle(totals);
    totals.cycles.increment();
    long start = System.nanoTime();
    try {
      cycle(timed, cycle, start);
    } catch (DBException e) {
      failed(timed, cycle, e);
    }
    cycle.connects().forEach(nanos -> timed.record(operations.connect(), nanos));
    cycle.handshakes().forEach(nanos -> timed.record(operations.handshake(), nanos));
    timed.recordEnd(operations.cycle(), System.nanoTime() - start);
    return true;
  }

  private void cycle(TimedDb timed, ChurnCycle cycle, long start) throws DBException {
    DB client = pool.newChurnClient(scope, cycle);
    try {
      client.init();
      long ready = System.nanoTime();
      timed.record(operations.setup(), Math.max(0, ready - start - cycle.nanos()));
      timed.use(client);
      for (long i = 0; i < reads; i++) {
        doTransactionRead(timed);
      }
    } finally {
      long closing = System.nanoTime();
      client.cleanup();
      timed.record(operations.close(), System.nanoTime() - closing);
    }
  }

  /** If no errors are allowed, the run is over anyway, and the reason is more useful. */
  private void failed(TimedDb timed, ChurnCycle cycle, DBException e) {
    if (wantsPorts(e) || wantsPorts(cycle.failure())) {
      throw new WorkloadFailure(withoutPorts(totals.cycles.sum()), e);
    }
    if (failAtOnce) {
      throw new WorkloadFailure("a cycle failed: " + e.getMessage(), e);
    }
    timed.fail(operations.cycle(), "FAILED");
  }

  /**
   * Whether this, or what caused it, is Linux's EADDRNOTAVAIL: the host has run out of local ports,
   * since the side that closes a TCP connection first keeps its pair of ports in TIME_WAIT for a
   * minute (RFC 9293, 3.6.1).
   */
  static boolean wantsPorts(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      if (cause instanceof BindException
          || message.contains("cannot assign requested address")
          || message.contains("can't assign requested address")) {
        return true;
      }
    }
    return false;
  }

  /** The reason and what to do, in one line. */
  static String withoutPorts(long cycles) {
    return "no local port was left after "
        + cycles
        + " cycles: closed connections wait in TIME_WAIT for 60 s; widen"
        + " net.ipv4.ip_local_port_range, set net.ipv4.tcp_tw_reuse=1, or lower the rate with"
        + " -target";
  }
}
