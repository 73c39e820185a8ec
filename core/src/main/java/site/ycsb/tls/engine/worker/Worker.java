package site.ycsb.tls.engine.worker;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.option.Share;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.Recorder;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.socket.Transport;

/** One load thread of a run: connects, warms up, does its share, cleans up. */
public final class Worker implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /** The stages of a worker, in order. */
  public enum Stage {
    CONNECTING,
    CONNECTED,
    DONE,
    ENDED
  }

  /**
   * The state that all workers of a run share.
   *
   * @param warmsUp whether there are turns that do not count
   * @param identity of the run
   */
  public record Shared(
      RunOptions options,
      Properties properties,
      RunControl control,
      WorkloadSource source,
      DatabasePool pool,
      Transport transport,
      OperationNames names,
      boolean warmsUp,
      RunIdentity identity) {

    /** After how many operations of a thread its connections get new keys; 0: never. */
    public int renegotiation() {
      return transport.options().map(tls -> tls.renegotiation().orElse(0)).orElse(0);
    }
  }

  private final Shared shared;
  private final RunOptions options;
  private final RunControl control;
  private final int number;
  private final long share;
  private final Map<Turn.Purpose, Recorder> recorders = new EnumMap<>(Turn.Purpose.class);
  private final Map<Turn.Purpose, Pace> paces = new EnumMap<>(Turn.Purpose.class);
  private final Map<Turn.Purpose, AtomicLong> spinNanos = new EnumMap<>(Turn.Purpose.class);
  private final TimedDb db;
  private final int lag;
  private final int renegotiation;
  private final int renegotiationName;

  /** {@link #withTheseKeys} at the end of the last turn of each purpose. */
  private final Map<Turn.Purpose, Long> keyUse = new EnumMap<>(Turn.Purpose.class);

  /** Operations since the connection's keys were last renewed, over all turns of one purpose. */
  private long withTheseKeys;

  private Workload workload;
  private Workload warmUpWorkload;
  private Object state;
  private boolean connected;
  private Recorder recorder;
  private volatile int turns;
  private volatile long activeNanos;
  private volatile Stage stage = Stage.CONNECTING;
  private volatile boolean interrupted;
  private volatile long endNanos;
  private volatile String warmUpFailure = "";
  private volatile int unsent;

  /**
   * @param number of this thread, from 0
   */
  public Worker(Shared shared, int number) {
    this.shared = shared;
    this.options = shared.options();
    this.control = shared.control();
    this.number = number;
    long threads = options.workers();
    this.share = options.operations() / threads + (number < options.operations() % threads ? 1 : 0);
    for (Turn.Purpose purpose : Turn.Purpose.values()) {
      recorders.put(purpose, new Recorder());
      spinNanos.put(purpose, new AtomicLong());
    }
    this.recorder = recorders.get(Turn.Purpose.MEASURE);
    this.db = new TimedDb(options, shared.names(), recorder);
    this.lag = shared.names().id(RunRecords.LAG);
    this.renegotiation = shared.renegotiation();
    this.renegotiationName = shared.names().id(RunRecords.TLS_RENEGOTIATE);
  }

  public Recorder recorder(Turn.Purpose purpose) {
    return recorders.get(purpose);
  }

  /** Whether a worker has reached the stage. */
  public static Predicate<Worker> reached(Stage stage) {
    return worker -> worker.stage.compareTo(stage) >= 0;
  }

  /** Whether a worker has completed the number of turns, or takes no more. */
  public static Predicate<Worker> tookTurns(int number) {
    return worker -> worker.turns >= number || reached(Stage.DONE).test(worker);
  }

  /** Length of its last turn, from its own first operation to the end of its last one, ns. */
  public long activeNanos() {
    return activeNanos;
  }

  /** Operations in all turns, including failed ones. */
  public long done() {
    return recorders.values().stream().mapToLong(r -> r.successes() + r.failures()).sum();
  }

  /** Operations that succeeded, in all turns. */
  public long successes() {
    return recorders.values().stream().mapToLong(Recorder::successes).sum();
  }

  /** When its last operation ended, as {@link System#nanoTime()}; 0 before. */
  public long endNanos() {
    return endNanos;
  }

  /** CPU time that it spent spinning in turns of the purpose, ns. */
  public long spinNanos(Turn.Purpose purpose) {
    return spinNanos.get(purpose).get();
  }

  /** Operations that count as done, and were not sent when its last turn ended. */
  int unsent() {
    return unsent;
  }

  /** The last failure in the warm-up, such as {@code READ NOT_FOUND}; empty when there was none. */
  public String warmUpFailure() {
    return warmUpFailure;
  }

  /** From now on its exceptions are caused by the interruption. */
  public void giveUp() {
    interrupted = true;
  }

  @Override
  public void run() {
    guard(this::work);
    endNanos = System.nanoTime();
    reach(Stage.DONE);
    guard(this::cleanUp);
    reach(Stage.ENDED);
  }

  private interface Step {
    void take() throws Exception;
  }

  /** Any exception of a driver ends the run with its reason, never only the thread. */
  private void guard(Step step) {
    try {
      step.take();
    } catch (InterruptedException e) {
      LOG.debug("thread {} was interrupted", number, e);
    } catch (Throwable e) {
      LOG.debug("thread {} failed", number, e);
      if (!interrupted) {
        control.fail(number, describe(e));
      }
    }
  }

  private void work() throws Exception {
    connect();
    reach(Stage.CONNECTED);
    int taken = 0;
    for (Turn turn = control.first().awaitNext(); turn != null; turn = turn.awaitNext()) {
      boolean more = take(turn);
      unsent = db.unsent();
      record(recorders.get(Turn.Purpose.MEASURE));
      taken++;
      turns = taken;
      control.changed();
      if (!more || turn.last) {
        return;
      }
    }
  }

  private void cleanUp() throws Exception {
    control.awaitClose();
    if (connected) {
      db.cleanup();
    }
  }

  private void reach(Stage next) {
    stage = next;
    control.changed();
  }

  private void connect() throws DBException, WorkloadException {
    workload = shared.source().forThread(number, false);
    if (shared.warmsUp()) {
      warmUpWorkload = shared.source().forThread(number, true);
    }
    if (options.phase() == Phase.LOAD || !shared.source().makesClients()) {
      db.use(shared.pool().newClient());
      db.init();
      connected = true;
      if (renegotiation > 0) {
        // Refuses connections that cannot renegotiate before anything is measured.
        renegotiate();
      }
    }
    state = workload.initThread(shared.properties(), number, options.workers());
    if (number == 0
        && connected
        && new TypedProperties(shared.properties()).get(RunProperties.LOAD_CHECK)) {
      requireRecords();
    }
  }

  /** Without its records, each operation of the run would fail, some seconds later. */
  private void requireRecords() {
    if (options.phase() == Phase.TRANSACTIONS && workload instanceof ReadsRecords reader) {
      reader
          .missingRecord(db.client())
          .ifPresent(
              missing ->
                  control.fail(
                      "%s: 'bin/ycsb load %s' with the same properties loads it; compare --load loads separate tables"
                          .formatted(missing, shared.identity().binding())));
    }
  }

  /**
   * Does operations until the turn is over and owes none, or the share is done; returns whether the
   * workload wants more.
   */
  private boolean take(Turn turn) throws DBException {
    boolean counts = turn.purpose == Turn.Purpose.MEASURE;
    Workload load = counts ? workload : warmUpWorkload;
    long most = most(turn);
    withTheseKeys = keyUse.getOrDefault(turn.purpose, 0L);
    record(recorders.get(turn.purpose));
    Pace pace = options.target() > 0 ? pace(turn) : null;
    long start = System.nanoTime();
    boolean more = true;
    for (long done = 1; done <= most && await(turn, pace); done++) {
      more = once(load);
      if (!counts && db.hasFailed()) {
        warmUpFailure = db.failure();
      }
      if (!more) {
        if (done < most && !(turn.isOver() && turn.last)) {
          control.endedByWorkload(number);
        }
        break;
      }
      renegotiateIfDue();
      recorder.handOver(control.epoch());
    }
    activeNanos = System.nanoTime() - start;
    keyUse.put(turn.purpose, withTheseKeys);
    if (pace != null) {
      spinNanos.get(turn.purpose).set(pace.spinNanos());
    }
    return more;
  }

  /** How many operations this thread does in the turn at most. */
  private long most(Turn turn) {
    if (turn.purpose == Turn.Purpose.MEASURE) {
      return share == 0 ? Long.MAX_VALUE : share;
    }
    long all = options.share().all();
    int place = options.share().first() + number;
    return turn.operations == 0
        ? Long.MAX_VALUE
        : turn.operations / all + (place < turn.operations % all ? 1 : 0);
  }

  /** From now on figures go to this recorder. */
  private void record(Recorder to) {
    recorder = to;
    db.recordInto(to);
  }

  /** A slice is shorter than the operations between two renegotiations may take. */
  private void renegotiateIfDue() throws DBException {
    withTheseKeys++;
    if (renegotiation > 0 && withTheseKeys >= renegotiation) {
      withTheseKeys = 0;
      long start = System.nanoTime();
      renegotiate();
      recorder.record(renegotiationName, System.nanoTime() - start);
    }
  }

  private void renegotiate() throws DBException {
    try {
      if (shared.transport().renegotiate() == 0) {
        throw new DBException(
            "tls.renegotiate: this thread has no open TLS connection that it does not share; leave it"
                + " out");
      }
    } catch (IOException e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  private Pace pace(Turn turn) {
    Pace begun = paces.get(turn.purpose);
    if (begun != null) {
      begun.begin(turn);
      return begun;
    }
    Share share = options.share();
    double all = options.target() * share.all() / share.threads();
    Pace pace = new Pace(turn, all, share.first() + number, share.all());
    paces.put(turn.purpose, pace);
    return pace;
  }

  /** Waits for the operation's intended start, if there is one; returns whether to do it. */
  private boolean await(Turn turn, Pace pace) {
    if (pace == null) {
      db.begin();
      return !turn.isOver();
    }
    long due = pace.due();
    boolean go = pace.await(due);
    if (go) {
      db.begin(due);
      recorder.record(lag, System.nanoTime() - due);
    }
    return go;
  }

  /** Does one operation of the workload; returns whether it wants more. */
  private boolean once(Workload load) {
    try {
      return options.phase() == Phase.TRANSACTIONS ? transaction(load) : insert(load);
    } catch (RuntimeException | Error e) {
      if (!interrupted) {
        recorder.failed();
      }
      throw e;
    }
  }

  private boolean transaction(Workload load) {
    if (!load.doTransaction(db, state) && !db.hasFailed()) {
      return false;
    }
    count(!db.hasFailed());
    return !load.isStopRequested();
  }

  private boolean insert(Workload load) {
    boolean inserted = load.doInsert(db, state) && !db.lastHasFailed();
    count(inserted);
    if (!inserted) {
      control.insertFailed();
    }
    return !load.isStopRequested();
  }

  private void count(boolean success) {
    if (success) {
      recorder.succeeded();
    } else {
      recorder.failed();
    }
  }

  /**
   * One line: the message of a database's or a workload's own exception; for others also their type
   * and place. Then those of its causes that say more: some drivers say only that it failed.
   */
  private static String describe(Throwable e) {
    boolean own = e instanceof DBException || e instanceof WorkloadFailure;
    StringBuilder what =
        new StringBuilder(own && e.getMessage() != null ? e.getMessage() : e.toString());
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      String more = cause.getMessage();
      if (more != null && what.indexOf(more) < 0) {
        what.append(": ").append(more);
      }
    }
    StackTraceElement[] trace = e.getStackTrace();
    String where = own || trace.length == 0 ? "" : " at " + trace[0];
    return (what + where).replaceAll("\\s+", " ").trim();
  }
}
