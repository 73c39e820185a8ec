package site.ycsb.tls.engine.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.BatchingClient;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.Recorder;

/**
 * The client of one worker thread, with time measurement: it reads the clock before and after each
 * call, and the calling thread records the latency. Used by that thread only. A call that returns
 * {@link Status#OK} costs no allocation and no map.
 *
 * <p>A call with another status is counted under that status, and its latency goes to {@code
 * READ-FAILED} and the like, never to the successful ones. A null status is a failure. Exceptions
 * pass through and end the run.
 */
@SuppressWarnings({
  "ReferenceEquality", // Status.OK is one object; Status.isOk() relies on that too. equals() is
  // slower.
  "NonApiType" // The types of site.ycsb.DB.
})
public final class TimedDb extends DB {
  /** YCSB's own statuses; their descriptions add nothing to their names. */
  private static final Set<Status> WITHOUT_REASON =
      Set.of(
          Status.ERROR,
          Status.NOT_FOUND,
          Status.NOT_IMPLEMENTED,
          Status.UNEXPECTED_STATE,
          Status.BAD_REQUEST,
          Status.FORBIDDEN,
          Status.SERVICE_UNAVAILABLE);

  private final RunOptions options;
  private final OperationNames names;
  private Recorder recorder;
  private final Operation read;
  private final Operation update;
  private final Operation insert;
  private final Operation scan;
  private final Operation delete;
  private final Operation readModifyWrite;
  private final Operation verify;
  private final int cleanup;

  private DB client;
  private boolean paced;
  private long intendedStart;
  private boolean failed;
  private boolean lastFailed;
  private Operation failedKind;
  private String failedStatus = "";
  private long groupNanos;

  public TimedDb(RunOptions options, OperationNames names, Recorder recorder) {
    this.options = options;
    this.names = names;
    this.recorder = recorder;
    read = new Operation("READ");
    update = new Operation("UPDATE");
    insert = new Operation("INSERT");
    scan = new Operation("SCAN");
    delete = new Operation("DELETE");
    readModifyWrite = new Operation("READ-MODIFY-WRITE");
    verify = new Operation("VERIFY");
    cleanup = names.id("CLEANUP");
  }

  /** One kind of operation with its resolved names; belongs to this client. */
  public final class Operation {
    private final String name;
    private final int plain;
    private final int intended;

    private Operation(String name) {
      this.name = name;
      this.plain = names.id(name);
      this.intended = options.intended() ? names.id("Intended-" + name) : -1;
    }
  }

  /** From now on records go to this recorder. */
  public void recordInto(Recorder other) {
    recorder = other;
  }

  /** From now on operations go to this client; its properties are set already. */
  public void use(DB newClient) {
    client = newClient;
  }

  /** The client itself, for workloads with operations that YCSB does not know. */
  public DB client() {
    return client;
  }

  /** Operations that count as done, and whose requests the client has not sent, if it tells. */
  public int unsent() {
    return client instanceof BatchingClient batching ? batching.unsent() : 0;
  }

  /** A new operation of the workload begins. */
  public void begin() {
    failed = false;
    lastFailed = false;
  }

  /** The same, with its intended start, as {@link System#nanoTime()}. */
  public void begin(long intendedStartNanos) {
    begin();
    paced = options.intended();
    intendedStart = intendedStartNanos;
  }

  /** Whether anything failed since {@link #begin()}. */
  public boolean hasFailed() {
    return failed;
  }

  /** A kind of operation that the workload itself times; to be resolved once. */
  public Operation operation(String name) {
    return new Operation(name);
  }

  /** Records a duration, ns. */
  public void record(Operation operation, long nanos) {
    recorder.record(operation.plain, nanos);
  }

  /**
   * Records an operation that ends now: its duration, ns, and the time since its intended start.
   */
  public void recordEnd(Operation operation, long nanos) {
    time(operation, failed ? "-FAILED" : "", nanos, System.nanoTime());
  }

  /** The workload found that the present operation failed; the text is the reason. */
  public void fail(Operation operation, String status) {
    recorder.count(operation.plain, status);
    hasFailed(operation, status);
  }

  private void hasFailed(Operation operation, String status) {
    failed = true;
    lastFailed = true;
    failedKind = operation;
    failedStatus = status;
  }

  /** The last failure, such as {@code READ NOT_FOUND}; empty when there was none. */
  public String failure() {
    return failedKind == null ? "" : failedKind.name + " " + failedStatus;
  }

  /** Whether the last call failed; an insert that was retried may have failed before. */
  public boolean lastHasFailed() {
    return lastFailed;
  }

  /** The next read and the next update are together one read-modify-write. */
  public void beginReadModifyWrite() {
    groupNanos = 0;
  }

  /** Records the read-modify-write: the time of its calls, without making values in between. */
  public void endReadModifyWrite() {
    recordEnd(readModifyWrite, groupNanos);
  }

  /**
   * Records that a record's values were compared with the expected ones.
   *
   * @param status {@link Status#OK}, or the error; then the run has failed
   */
  public void verified(Status status, long nanos) {
    recorder.record(verify.plain, nanos);
    recorder.count(verify.plain, status.getName());
    if (status != Status.OK) {
      hasFailed(verify, status.getName());
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    long start = System.nanoTime();
    Status status = client.read(table, key, fields, result);
    return done(read, status, start, System.nanoTime());
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    long start = System.nanoTime();
    Status status = client.scan(table, startkey, recordcount, fields, result);
    return done(scan, status, start, System.nanoTime());
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    long start = System.nanoTime();
    Status status = client.update(table, key, values);
    return done(update, status, start, System.nanoTime());
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    if (options.repeatsInserts()) {
      values.replaceAll((field, value) -> fromTheBeginning(value));
    }
    long start = System.nanoTime();
    Status status = client.insert(table, key, values);
    return done(insert, status, start, System.nanoTime());
  }

  /**
   * The same bytes for each try: the workload repeats an insert with the values that the client has
   * used up, and random ones cannot be had again.
   */
  private static ByteIterator fromTheBeginning(ByteIterator value) {
    if (value instanceof ByteArrayByteIterator) {
      value.reset();
      return value;
    }
    return new ByteArrayByteIterator(value.toArray());
  }

  @Override
  public Status delete(String table, String key) {
    long start = System.nanoTime();
    Status status = client.delete(table, key);
    return done(delete, status, start, System.nanoTime());
  }

  private Status done(Operation kind, Status status, long start, long end) {
    long nanos = end - start;
    groupNanos += nanos;
    if (status == Status.OK) {
      lastFailed = false;
      if (options.plainLatency()) {
        recorder.record(kind.plain, nanos);
      }
      if (paced) {
        recorder.record(kind.intended, end - intendedStart);
      }
      return status;
    }
    return notPlainlyOk(kind, status, nanos, end);
  }

  private Status notPlainlyOk(Operation kind, Status status, long nanos, long end) {
    String name = status == null ? "NULL" : status.getName();
    recorder.count(kind.plain, name);
    if (status != null && status.isOk()) {
      lastFailed = false;
      time(kind, "", nanos, end);
      return status;
    }
    hasFailed(kind, name);
    reason(status).ifPresent(reason -> recorder.explain(kind.plain, name, reason));
    boolean tracked = options.trackAllErrors() || options.trackedErrors().contains(name);
    time(kind, tracked ? "-" + name : "-FAILED", nanos, end);
    return status == null ? Status.ERROR : status;
  }

  /** Its name, and the reason if it says more. */
  public static String inWords(Status status) {
    return (status == null ? "NULL" : status.getName())
        + reason(status).map(reason -> ": " + reason).orElse("");
  }

  private static Optional<String> reason(Status status) {
    return Optional.ofNullable(status)
        .filter(given -> !WITHOUT_REASON.contains(given))
        .map(Status::getDescription);
  }

  private void time(Operation kind, String suffix, long nanos, long end) {
    if (options.plainLatency()) {
      recorder.record(suffix.isEmpty() ? kind.plain : names.id(kind.name + suffix), nanos);
    }
    if (paced) {
      recorder.record(
          suffix.isEmpty() ? kind.intended : names.id("Intended-" + kind.name + suffix),
          end - intendedStart);
    }
  }

  @Override
  public void setProperties(Properties p) {
    client.setProperties(p);
  }

  @Override
  public Properties getProperties() {
    return client.getProperties();
  }

  @Override
  public void init() throws DBException {
    client.init();
  }

  /** Timed as {@code CLEANUP}. */
  @Override
  public void cleanup() throws DBException {
    long start = System.nanoTime();
    client.cleanup();
    recorder.record(cleanup, System.nanoTime() - start);
  }
}
