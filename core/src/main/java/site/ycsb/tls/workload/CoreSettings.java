package site.ycsb.tls.workload;

import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.option.Share;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.workload.draw.KeyDistribution;
import site.ycsb.tls.workload.draw.OperationMix.Operation;

/**
 * The properties of {@code CoreWorkload} that decide what is drawn; all others are only checked,
 * because upstream ends the JVM, or a thread, for a bad one.
 *
 * @param proportions of the operations, those over 0
 * @param distribution the request distribution
 * @param firstKey number of the first record
 * @param keys how many records there are from there on
 * @param records number of the first record that a transaction will insert
 * @param newKeys how many records are expected to be inserted by transactions
 */
record CoreSettings(
    Map<Operation, Double> proportions,
    String distribution,
    long firstKey,
    long keys,
    long records,
    long newKeys,
    double hotData,
    double hotOperations,
    double exponentialPercentile,
    double exponentialFraction,
    String fieldLengths,
    long leastFieldLength,
    long fieldLength,
    long fieldCount,
    boolean writesAllFields,
    String scanLengths,
    long leastScan,
    long mostScan) {

  static CoreSettings parse(RunOptions options, Properties properties) {
    TypedProperties read = new TypedProperties(properties);
    checkRecords(options);
    checkRest(read);
    Map<Operation, Double> proportions = proportions(read);
    double inserts = proportions.getOrDefault(Operation.INSERT, 0.0);
    // Without recordcount, upstream's numbers begin at 2^31 - 1, far from any existing record.
    long records =
        options.recordcount() > 0
            ? options.recordcount()
            : options.insertstart() + options.insertcount();
    long fieldLength = read.get(WorkloadProperties.FIELDLENGTH);
    long mostScan = read.get(WorkloadProperties.MAXSCANLENGTH);
    return new CoreSettings(
        proportions,
        read.get(WorkloadProperties.REQUESTDISTRIBUTION),
        options.insertstart(),
        options.insertcount(),
        records,
        inserts == 0 ? 0 : expectedInserts(options.operations(), inserts, records),
        read.get(WorkloadProperties.HOTSPOTDATAFRACTION),
        read.get(WorkloadProperties.HOTSPOTOPNFRACTION),
        read.get(WorkloadProperties.EXPONENTIAL_PERCENTILE),
        read.get(WorkloadProperties.EXPONENTIAL_FRAC),
        read.get(WorkloadProperties.FIELDLENGTHDISTRIBUTION),
        read.get(
            WorkloadProperties.MINFIELDLENGTH.within(ValueType.whole(0, fieldLength)),
            Math.min(1, fieldLength)),
        fieldLength,
        read.get(WorkloadProperties.FIELDCOUNT),
        read.get(WorkloadProperties.WRITEALLFIELDS),
        read.get(WorkloadProperties.SCANLENGTHDISTRIBUTION),
        read.get(WorkloadProperties.MINSCANLENGTH.within(ValueType.whole(1, mostScan))),
        mostScan);
  }

  /**
   * Writes the properties as they are understood here. Upstream reads each of them itself, and
   * takes a blank one for a value, a blank at the end for a part of it, and {@code Hashed} for
   * another word than {@code hashed}.
   *
   * @throws UsageException when one of them cannot be understood
   */
  static void writeAsUnderstood(Properties properties) {
    TypedProperties read = new TypedProperties(properties);
    for (Property<?> property : WorkloadProperties.CORE) {
      read.given(property)
          .map(Object::toString)
          .ifPresentOrElse(
              value -> properties.setProperty(property.name(), value),
              () -> properties.remove(property.name()));
    }
  }

  /**
   * Draws numbers of records from the request distribution.
   *
   * @param last number of the last existing record
   * @param thread of this process, from 0
   */
  KeyDistribution keyDistribution(
      SplittableRandom random, LongSupplier last, Share share, int thread) {
    return switch (distribution) {
      case "uniform" -> KeyDistribution.uniform(random, firstKey, keys);
      case "zipfian" -> {
        KeyDistribution zipfian =
            KeyDistribution.scrambledZipfian(random, firstKey, keys + newKeys);
        yield newKeys == 0 ? zipfian : zipfian.upTo(last);
      }
      case "latest" -> KeyDistribution.latest(random, firstKey, last);
      case "sequential" ->
          KeyDistribution.sequential(firstKey, keys, share.first() + thread, share.all());
      case "hotspot" -> KeyDistribution.hotspot(random, firstKey, keys, hotData, hotOperations);
      case "exponential" ->
          KeyDistribution.exponential(
              random, firstKey, last, exponentialPercentile, records * exponentialFraction);
      default -> throw new IllegalStateException(distribution);
    };
  }

  /**
   * The least bytes of values that a successful operation of this name moves; 0: not known. A
   * record that was updated may have one field only: some clients replace all of it.
   */
  long leastBytes(String operation) {
    long length = fieldLengths.equals("constant") ? fieldLength : leastFieldLength;
    return switch (operation) {
      case "INSERT" -> fieldCount * length;
      case "READ", "SCAN" -> length;
      case "UPDATE" -> (writesAllFields ? fieldCount : 1) * length;
      default -> 0;
    };
  }

  private static void checkRecords(RunOptions options) {
    if (options.phase() == Phase.TRANSACTIONS && options.insertcount() == 0) {
      throw new UsageException(
          "unknown which records exist: give the number that was loaded with -p recordcount=N");
    }
    if (options.recordcount() == 0 && !options.share().isWhole()) {
      throw new UsageException(
          "a fleet must know where new records begin: give -p recordcount=N in addition to"
              + " insertcount");
    }
  }

  private static void checkRest(TypedProperties read) {
    WorkloadProperties.CORE.forEach(read::given);
    String lengths = read.get(WorkloadProperties.FIELDLENGTHDISTRIBUTION);
    if (read.get(WorkloadProperties.DATAINTEGRITY) && !lengths.equals("constant")) {
      throw new UsageException(
          "dataintegrity=true needs fieldlengthdistribution=constant, not " + lengths);
    }
    if (lengths.equals("histogram")) {
      FieldLengthHistogram.read(read.get(WorkloadProperties.FIELDLENGTHHISTOGRAM));
    }
  }

  private static Map<Operation, Double> proportions(TypedProperties read) {
    Map<Operation, Double> proportions = new EnumMap<>(Operation.class);
    proportions.put(Operation.READ, read.get(WorkloadProperties.READPROPORTION));
    proportions.put(Operation.UPDATE, read.get(WorkloadProperties.UPDATEPROPORTION));
    proportions.put(Operation.INSERT, read.get(WorkloadProperties.INSERTPROPORTION));
    proportions.put(Operation.SCAN, read.get(WorkloadProperties.SCANPROPORTION));
    proportions.put(
        Operation.READ_MODIFY_WRITE, read.get(WorkloadProperties.READMODIFYWRITEPROPORTION));
    proportions.values().removeIf(proportion -> proportion == 0);
    if (proportions.isEmpty()) {
      throw new UsageException("all proportions are 0: nothing to do; give readproportion=1");
    }
    return proportions;
  }

  /**
   * As in upstream, twice the expected number, so that the popularity of a key does not change
   * while records are added; without a number of operations, the number of records.
   */
  private static long expectedInserts(long operations, double proportion, long records) {
    return operations > 0 ? (long) Math.ceil(operations * proportion * 2) : records;
  }
}
