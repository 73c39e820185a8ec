package site.ycsb.tls.workload;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Utils;
import site.ycsb.WorkloadException;
import site.ycsb.generator.AcknowledgedCounterGenerator;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.tls.engine.option.Share;
import site.ycsb.tls.engine.worker.ReadsRecords;
import site.ycsb.tls.engine.worker.TimedDb;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.workload.draw.KeyDistribution;
import site.ycsb.tls.workload.draw.OperationMix;
import site.ycsb.tls.workload.draw.Zipf;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB's {@link CoreWorkload} for one thread, with generators that follow a seed, so that two runs
 * go to the same records in the same order. Only the numbers of new records are shared between the
 * threads. The values of the fields are upstream's random bytes.
 *
 * <p>Upstream casts record numbers to {@code int}. Here its generators return a mark instead, and
 * the number is passed around them, so that more than 2^31 records are possible.
 */
class SeededCoreWorkload extends CoreWorkload implements ReadsRecords {
  /** Less than any record's number, so that upstream treats it as an existing record. */
  private static final long MARK = -1;

  /**
   * The state that the threads of a run share.
   *
   * @param load number of the next record to load
   * @param inserts numbers of the records that transactions insert
   */
  record Sequences(AtomicLong load, AcknowledgedCounterGenerator inserts) {
    Sequences(CoreSettings settings) {
      this(
          new AtomicLong(settings.firstKey()),
          new AcknowledgedCounterGenerator(settings.records()));
    }
  }

  private final CoreSettings settings;
  private final Sequences sequences;
  private final Share share;
  private final KeyDistribution keys;
  private final SplittableRandom random;
  private final OperationMix mix;
  private long drawnKey;
  private boolean sameKeyAgain;
  private TimedDb timed;

  SeededCoreWorkload(CoreSource source, int thread, SplittableRandom random) {
    this.settings = source.settings;
    this.sequences = source.sequences;
    this.share = source.options.share();
    this.random = random;
    this.keys = settings.keyDistribution(random, sequences.inserts()::lastValue, share, thread);
    this.mix = new OperationMix(random, settings.proportions());
  }

  @Override
  public void init(Properties properties) throws WorkloadException {
    super.init(harmless(properties));
    recordcount = settings.records();
    keysequence =
        supplied(
            () -> {
              drawnKey = sequences.load().getAndIncrement();
              return MARK;
            });
    keychooser =
        supplied(
            () -> {
              if (!sameKeyAgain) {
                drawnKey = inserted(keys.draw());
              }
              sameKeyAgain = false;
              return MARK;
            });
    transactioninsertkeysequence = sequences.inserts();
    fieldchooser = supplied(() -> random.nextLong(settings.fieldCount()));
    scanlength = between(settings.scanLengths(), settings.leastScan(), settings.mostScan());
    if (settings.fieldLengths().equals("uniform") || settings.fieldLengths().equals("zipfian")) {
      fieldlengthgenerator =
          between(settings.fieldLengths(), settings.leastFieldLength(), settings.fieldLength());
    } else if (settings.fieldLengths().equals("histogram")) {
      fieldlengthgenerator =
          FieldLengthHistogram.read(
              new TypedProperties(properties).get(WorkloadProperties.FIELDLENGTHHISTOGRAM));
    }
  }

  /**
   * Replaces properties that upstream's {@code init} cannot handle (large numbers, a missing number
   * of operations) or that make it slow (it adds up the Zipfian sum); the generators are replaced
   * afterwards. The others are written as they are understood here.
   */
  private Properties harmless(Properties properties) {
    Properties copy = TypedProperties.asProperties(TypedProperties.asMap(properties));
    CoreSettings.writeAsUnderstood(copy);
    copy.putAll(
        Map.of(
            "recordcount", "1",
            "operationcount", "1",
            "insertstart", "0",
            "insertcount", "1",
            "requestdistribution", "uniform",
            "scanlengthdistribution", "uniform",
            "fieldlengthdistribution", "constant"));
    return copy;
  }

  /** One of our own generators, in the place of YCSB's. */
  private static NumberGenerator supplied(LongSupplier next) {
    return new NumberGenerator() {
      @Override
      public Number nextValue() {
        return next.getAsLong();
      }

      /** Unknown, and never called. */
      @Override
      public double mean() {
        throw new UnsupportedOperationException("the mean of a drawn number");
      }
    };
  }

  private NumberGenerator between(String distribution, long least, long most) {
    if (distribution.equals("uniform")) {
      return supplied(() -> random.nextLong(least, most + 1));
    }
    Zipf zipf = new Zipf(random, most - least + 1);
    return supplied(() -> least + zipf.draw());
  }

  @Override
  protected String buildKeyName(long number) {
    long key = number == MARK ? drawnKey : inserted(number);
    if (zeropadding > 1) {
      return super.buildKeyName(key);
    }
    // One string instead of two, for each operation.
    return "user" + (orderedinserts ? key : Utils.hash(key));
  }

  /** Members of a fleet take turns in numbering the records that transactions insert. */
  private long inserted(long number) {
    long mine = number - settings.records();
    return share.isWhole() || mine < 0
        ? number
        : settings.records() + mine * share.members() + share.member();
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    use((TimedDb) db);
    switch (mix.draw()) {
      case READ -> doTransactionRead(db);
      case UPDATE -> doTransactionUpdate(db);
      case INSERT -> doTransactionInsert(db);
      case SCAN -> doTransactionScan(db);
      case READ_MODIFY_WRITE -> doTransactionReadModifyWrite(db);
    }
    return true;
  }

  /** The first record, and the last: fewer may have been loaded. */
  @Override
  public Optional<String> missingRecord(DB client) {
    boolean inserts = settings.proportions().keySet().equals(Set.of(OperationMix.Operation.INSERT));
    return inserts
        ? Optional.empty()
        : missing(client, settings.firstKey(), "first")
            .or(() -> missing(client, settings.firstKey() + settings.keys() - 1, "last"));
  }

  private Optional<String> missing(DB client, long number, String which) {
    String key = buildKeyName(number);
    Status status = read(client, key);
    boolean absent = Status.NOT_FOUND.equals(status);
    if (!absent && !Status.ERROR.getName().equals(status.getName())) {
      return Optional.empty();
    }
    return Optional.of(
        absent
            ? "the table %s has no record %s, which is the %s of %d"
                .formatted(table, key, which, settings.keys())
            : "the %s record, %s, cannot be read from the table %s (%s); if it is not loaded"
                .formatted(which, key, table, TimedDb.inWords(status)));
  }

  /** What a client does besides answering is for the run itself to meet and to report. */
  private Status read(DB client, String key) {
    try {
      Status status = client.read(table, key, null, new HashMap<>());
      return status == null ? Status.OK : status;
    } catch (RuntimeException | LinkageError e) {
      return Status.OK;
    }
  }

  /** Where verifications and read-modify-writes are recorded. */
  final void use(TimedDb db) {
    if (timed != db) {
      timed = db;
    }
  }

  /** A read and an update of the same record; upstream would measure it outside the engine. */
  @Override
  public void doTransactionReadModifyWrite(DB db) {
    timed.beginReadModifyWrite();
    doTransactionRead(db);
    sameKeyAgain = true;
    doTransactionUpdate(db);
    timed.endReadModifyWrite();
  }

  /** Upstream would count the outcome outside the engine. A failed read has nothing to verify. */
  @Override
  @SuppressWarnings("NonApiType") // Upstream's signature.
  protected void verifyRow(String key, HashMap<String, ByteIterator> cells) {
    if (!timed.lastHasFailed()) {
      long start = System.nanoTime();
      Status status = cells.isEmpty() ? Status.ERROR : compare(key, cells);
      timed.verified(status, System.nanoTime() - start);
    }
  }

  /** Of the fields that were read none is missing, which upstream does not look at. */
  private Status compare(String key, Map<String, ByteIterator> cells) {
    long asked = readallfields ? settings.fieldCount() : 1;
    boolean right =
        cells.size() >= asked
            && cells.entrySet().stream()
                .allMatch(cell -> cell.getValue().toString().equals(expected(key, cell.getKey())));
    return right ? Status.OK : Status.UNEXPECTED_STATE;
  }

  /**
   * The value that loading with {@code dataintegrity} wrote: key and field, extended with the hash
   * of the text so far.
   */
  private String expected(String key, String field) {
    int length = (int) settings.fieldLength();
    String value = key + ':' + field;
    while (value.length() < length) {
      String open = value + ':';
      value = open + open.hashCode();
    }
    return value.substring(0, length);
  }
}
