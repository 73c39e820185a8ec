package site.ycsb.tls.property.run;

import static site.ycsb.tls.property.run.Scope.COORDINATOR;
import static site.ycsb.tls.property.run.Scope.SET_BY_COMPARISON;
import static site.ycsb.tls.property.run.Scope.TRANSACTIONS;

import java.nio.file.Path;
import java.util.List;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.ValueType;

/** The properties of a run's report. */
public final class ReportProperties {
  public static final Property<String> EXPORTER =
      Property.of(
              "exporter",
              ValueType.text("name"),
              "text",
              "format of the report: text, json, jsonarray, csv, or the name of YCSB's class")
          .in(SET_BY_COMPARISON, TRANSACTIONS, COORDINATOR);

  public static final Property<Path> EXPORTFILE =
      Property.optional("exportfile", ValueType.path(), "standard output", "file for the report")
          .in(SET_BY_COMPARISON, TRANSACTIONS, COORDINATOR);

  public static final Property<String> MEASUREMENTTYPE =
      Property.of(
              "measurementtype",
              ValueType.text("name"),
              "hdrhistogram",
              "hdrhistogram, histogram or hdrhistogram+histogram; raw and timeseries are refused:"
                  + " intervals.hlog has each second")
          .in(SET_BY_COMPARISON);

  public static final Property<String> MEASUREMENT_INTERVAL =
      Property.optional(
          "measurement.interval",
          ValueType.oneOf("op", "intended", "both"),
          "both with a target, else op",
          "latency from the actual start (op), the intended one (intended), or both; without a"
              + " target there is only op");

  public static final Property<List<Double>> PERCENTILES =
      Property.of(
          "hdrhistogram.percentiles",
          ValueType.list("over 0 to 100, ...", ReportProperties::percentile),
          "95,99",
          "percentiles to report, separated by commas");

  public static final Property<Boolean> FILEOUTPUT =
      Property.flag("hdrhistogram.fileoutput", "true: one HdrHistogram log per operation")
          .in(SET_BY_COMPARISON, TRANSACTIONS);

  public static final Property<String> OUTPUT_PATH =
      Property.optional(
              "hdrhistogram.output.path", ValueType.text(), "", "prefix of the names of these logs")
          .in(SET_BY_COMPARISON, TRANSACTIONS);

  public static final Property<Boolean> HISTOGRAM_VERBOSE =
      Property.flag(
              "measurement.histogram.verbose", "true: measurementtype=histogram prints all buckets")
          .in(SET_BY_COMPARISON);

  public static final Property<Integer> HISTOGRAM_BUCKETS =
      Property.of(
              "histogram.buckets",
              ValueType.integer(1, 1_000_000),
              "1000",
              "number of buckets of measurementtype=histogram, of 1 ms each")
          .in(SET_BY_COMPARISON);

  public static final Property<Boolean> LATENCY_FOR_EACH_ERROR =
      Property.flag(
          "reportlatencyforeacherror",
          "true: also report latencies of failed operations, by status");

  public static final Property<List<String>> LATENCY_TRACKED_ERRORS =
      Property.optional(
          "latencytrackederrors",
          ValueType.list(),
          "",
          "statuses whose latencies are reported, separated by commas");

  /** All of them. */
  public static final List<Property<?>> ALL = Property.declaredIn(ReportProperties.class);

  private ReportProperties() {}

  private static double percentile(String word) {
    String expected = "expected numbers over 0 and at most 100, separated by commas";
    try {
      double percentile = ValueType.decimal(word);
      if (percentile > 0 && percentile <= 100) {
        return percentile;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(expected, e);
    }
    throw new IllegalArgumentException(expected);
  }
}
