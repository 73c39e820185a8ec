package site.ycsb.tls.engine;

import java.util.List;
import site.ycsb.tls.binding.PropertyDoc;

/** The properties of every run and of its report; others in their namespaces are refused. */
public final class RunProperties {
  private static final String NO_LIMIT = "no limit";

  private static final String BY_FLEET = "set by a fleet";

  /** Those of the run. */
  public static final List<PropertyDoc> RUN =
      List.of(
          new PropertyDoc("workload", "", "class of the workload; workloads/* name one"),
          new PropertyDoc("recordcount", "", "records in the database"),
          new PropertyDoc(
              "operationcount", "0", "operations over all threads; 0: until maxexecutiontime"),
          new PropertyDoc("insertstart", "0", "number of the first record that a load inserts"),
          new PropertyDoc("insertcount", "all", "how many records a load inserts from there on"),
          new PropertyDoc("threadcount", "1", "load threads (-threads)"),
          new PropertyDoc(
              "target",
              "as many as possible",
              "operations per second over all threads (-target); in compare also a share of the"
                  + " baseline's capacity, such as 70%"),
          new PropertyDoc("maxexecutiontime", NO_LIMIT, "longest measured window, s"),
          new PropertyDoc("warmup.seconds", "0", "length of the warm-up, s; compare sets it"),
          new PropertyDoc("warmup.operations", "0", "operations of the warm-up, over all threads"),
          new PropertyDoc("seed", "a new one", "seed of all random draws; a whole number"),
          new PropertyDoc(
              "stall.seconds", "60", "the run fails when no operation succeeds for so long, s"),
          new PropertyDoc("errors.max", "0", "the run fails when more operations fail"),
          new PropertyDoc(
              "server.pid",
              "the test server's",
              "processes whose CPU counts as the server's, separated by commas"),
          new PropertyDoc("results.dir", "none", "directory for run.json and intervals.hlog"),
          new PropertyDoc("load.clear", "false", "true: a load first removes all records"),
          new PropertyDoc("status", "false", "true: print status lines (-s)"),
          new PropertyDoc("status.interval", "10", "time between two status lines, s"),
          new PropertyDoc("label", "", "stands in status lines and results (-l)"),
          new PropertyDoc("fleet.agents", BY_FLEET, "how many agents make the run"),
          new PropertyDoc(Share.PROPERTY, BY_FLEET, "which of them this process is, such as 2/8"));

  /** Those of the report. */
  public static final List<PropertyDoc> REPORT =
      List.of(
          new PropertyDoc(
              "exporter", "text", "text, json, jsonarray, csv, or the name of YCSB's class"),
          new PropertyDoc("exportfile", "standard output", "file for the report"),
          new PropertyDoc(
              "measurementtype",
              "hdrhistogram",
              "hdrhistogram, histogram or hdrhistogram+histogram"),
          new PropertyDoc(
              "measurement.interval",
              "both with a target, else op",
              "latency from the actual start (op), the intended one (intended), or both"),
          new PropertyDoc("hdrhistogram.percentiles", "95,99", "percentiles to report"),
          new PropertyDoc(
              "hdrhistogram.fileoutput", "false", "true: one HdrHistogram log per operation"),
          new PropertyDoc("hdrhistogram.output.path", "", "what their names begin with"),
          new PropertyDoc(
              "measurement.histogram.verbose", "false", "true: histogram prints all buckets"),
          new PropertyDoc("histogram.buckets", "1000", "buckets of histogram, of 1 ms each"),
          new PropertyDoc(
              "reportlatencyforeacherror",
              "false",
              "true: latencies of failed operations, by status"),
          new PropertyDoc(
              "latencytrackederrors",
              "",
              "statuses whose latencies are reported, separated by commas"));

  private RunProperties() {}
}
