package site.ycsb.tls.property.run;

import java.nio.file.Path;
import java.util.List;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.ValueType;

/** The properties of {@code CoreWorkload}, which are YCSB's, and of connection churn. */
public final class WorkloadProperties {
  private static final int MOST_FIELDS = 1_000_000;

  public static final Property<String> TABLE =
      Property.of("table", ValueType.text("name"), "usertable", "name of the table");

  public static final Property<Integer> FIELDCOUNT =
      Property.of("fieldcount", ValueType.integer(1, MOST_FIELDS), "10", "fields of a record");

  public static final Property<String> FIELDNAMEPREFIX =
      Property.of("fieldnameprefix", ValueType.text(), "field", "prefix of the fields' names");

  public static final Property<Long> FIELDLENGTH =
      Property.of(
          "fieldlength",
          ValueType.whole(0, Integer.MAX_VALUE),
          "100",
          "length of a field, bytes; the maximum where lengths vary");

  public static final Property<Long> MINFIELDLENGTH =
      Property.optional(
          "minfieldlength",
          ValueType.whole(0),
          "1",
          "minimum length of a field, bytes, where lengths vary");

  public static final Property<String> FIELDLENGTHDISTRIBUTION =
      Property.of(
          "fieldlengthdistribution",
          ValueType.oneOf("constant", "uniform", "zipfian", "histogram"),
          "constant",
          "distribution of the lengths of fields");

  public static final Property<Path> FIELDLENGTHHISTOGRAM =
      Property.of("fieldlengthhistogram", ValueType.path(), "hist.txt", "file with the histogram");

  public static final Property<Boolean> READALLFIELDS =
      Property.of("readallfields", ValueType.flag(), "true", "true: a read asks for all fields");

  public static final Property<Boolean> WRITEALLFIELDS =
      Property.flag("writeallfields", "true: an update writes all fields");

  public static final Property<Boolean> DATAINTEGRITY =
      Property.flag("dataintegrity", "true: reads verify what they get");

  public static final Property<Double> READPROPORTION =
      Property.of("readproportion", ValueType.number(0), "0.95", "share of reads");

  public static final Property<Double> UPDATEPROPORTION =
      Property.of("updateproportion", ValueType.number(0), "0.05", "share of updates");

  public static final Property<Double> INSERTPROPORTION =
      Property.of("insertproportion", ValueType.number(0), "0", "share of inserts");

  public static final Property<Double> SCANPROPORTION =
      Property.of("scanproportion", ValueType.number(0), "0", "share of scans");

  public static final Property<Double> READMODIFYWRITEPROPORTION =
      Property.of(
          "readmodifywriteproportion", ValueType.number(0), "0", "share of read-modify-writes");

  public static final Property<String> REQUESTDISTRIBUTION =
      Property.of(
          "requestdistribution",
          ValueType.oneOf("uniform", "zipfian", "latest", "sequential", "hotspot", "exponential"),
          "uniform",
          "distribution of the records that operations ask for");

  public static final Property<Double> HOTSPOTDATAFRACTION =
      Property.of(
          "hotspotdatafraction",
          ValueType.number(0, 1),
          "0.2",
          "for hotspot: share of the records that are hot");

  public static final Property<Double> HOTSPOTOPNFRACTION =
      Property.of(
          "hotspotopnfraction",
          ValueType.number(0, 1),
          "0.8",
          "for hotspot: share of the operations that ask for hot records");

  public static final Property<Double> EXPONENTIAL_PERCENTILE =
      Property.of(
          "exponential.percentile",
          ValueType.number(0.001, 99.999),
          "95",
          "for exponential: share of the operations that ask for exponential.frac of the records,"
              + " %");

  public static final Property<Double> EXPONENTIAL_FRAC =
      Property.of(
          "exponential.frac",
          ValueType.number(1e-9, 1).as("over 0 to 1"),
          "0.8571428571",
          "for exponential: share of the records that exponential.percentile of the operations ask"
              + " for");

  public static final Property<Long> MINSCANLENGTH =
      Property.of("minscanlength", ValueType.whole(1), "1", "minimum number of records of a scan");

  public static final Property<Long> MAXSCANLENGTH =
      Property.of(
          "maxscanlength",
          ValueType.whole(1, Integer.MAX_VALUE),
          "1000",
          "maximum number of records of a scan");

  public static final Property<String> SCANLENGTHDISTRIBUTION =
      Property.of(
          "scanlengthdistribution",
          ValueType.oneOf("uniform", "zipfian"),
          "uniform",
          "distribution of the lengths of scans");

  public static final Property<String> INSERTORDER =
      Property.of(
          "insertorder", ValueType.oneOf("hashed", "ordered"), "hashed", "the order of the keys");

  public static final Property<Long> ZEROPADDING =
      Property.of(
          "zeropadding",
          ValueType.whole(0, 1000),
          "1",
          "minimum number of digits of a key's number");

  public static final Property<Long> INSERTION_RETRY_LIMIT =
      Property.of(
          "core_workload_insertion_retry_limit",
          ValueType.whole(0, Integer.MAX_VALUE),
          "0",
          "how often a failed insert is repeated");

  public static final Property<Long> INSERTION_RETRY_INTERVAL =
      Property.of(
          "core_workload_insertion_retry_interval",
          ValueType.whole(0, Integer.MAX_VALUE),
          "3",
          "time between two attempts, s");

  /** Shares of the operations: those of {@code CoreWorkload} only. */
  public static final List<Property<?>> PROPORTIONS =
      List.of(
          READPROPORTION,
          UPDATEPROPORTION,
          INSERTPROPORTION,
          SCANPROPORTION,
          READMODIFYWRITEPROPORTION);

  /** {@code CoreWorkload}'s. */
  public static final List<Property<?>> CORE = Property.declaredIn(WorkloadProperties.class);

  /** Those of {@link #CORE} that say which records there are, and which are asked for. */
  private static final List<Property<?>> OF_KEYS =
      List.of(
          TABLE,
          REQUESTDISTRIBUTION,
          HOTSPOTDATAFRACTION,
          HOTSPOTOPNFRACTION,
          EXPONENTIAL_PERCENTILE,
          EXPONENTIAL_FRAC);

  /** The rest of them: of what a record consists, and what is done with it. */
  public static final List<Property<?>> OF_RECORDS =
      CORE.stream().filter(property -> !OF_KEYS.contains(property)).toList();

  public static final Property<Long> CHURN_OPERATIONS =
      Property.of("churn.operations", ValueType.whole(1), "1", "reads per cycle");

  public static final Property<String> CHURN_SCOPE =
      Property.of(
          "churn.scope",
          ValueType.oneOf("client", "connection"),
          "client",
          "what is new in each cycle: client (a driver may open several connections), or connection"
              + " (exactly one)");

  /** Those of {@link site.ycsb.tls.workload.ConnectionChurnWorkload}. */
  public static final List<Property<?>> CHURN = List.of(CHURN_OPERATIONS, CHURN_SCOPE);

  private WorkloadProperties() {}
}
