package site.ycsb.tls.engine;

import static site.ycsb.tls.binding.PropertyDoc.Scope.COORDINATOR;
import static site.ycsb.tls.binding.PropertyDoc.Scope.FIRST_AGENT;
import static site.ycsb.tls.binding.PropertyDoc.Scope.SET_BY_COMPARISON;
import static site.ycsb.tls.binding.PropertyDoc.Scope.TRANSACTIONS;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.binding.PropertyDoc;

/** The properties of every run and of its report; others in their namespaces are refused. */
public final class RunProperties {
  private static final String BY_FLEET = "set by a fleet";

  /** Those of the run. */
  public static final List<PropertyDoc> RUN =
      List.of(
          new PropertyDoc(
              "workload",
              "",
              "class of the workload; the files in workloads/ name one; any site.ycsb.Workload on"
                  + " the class path"),
          new PropertyDoc("recordcount", "", "records in the database; may be beyond 2^31"),
          new PropertyDoc(
                  "operationcount",
                  "0",
                  "operations of the transactions, over all threads; 0: until maxexecutiontime")
              .in(SET_BY_COMPARISON),
          new PropertyDoc("insertstart", "0", "number of the first record that a load inserts"),
          new PropertyDoc("insertcount", "all", "number of records that a load inserts from there"),
          new PropertyDoc("threadcount", "1", "load threads (-threads)"),
          new PropertyDoc(
                  "target",
                  "as many as possible",
                  "operations per second over all threads (-target); in compare also a share of"
                      + " the baseline's capacity, such as 70%")
              .in(TRANSACTIONS),
          new PropertyDoc("maxexecutiontime", "no limit", "longest measured window, s")
              .in(SET_BY_COMPARISON, TRANSACTIONS),
          new PropertyDoc(
                  "warmup.seconds",
                  "0",
                  "least length of the warm-up, s; it is not part of any figure")
              .in(SET_BY_COMPARISON, TRANSACTIONS),
          new PropertyDoc(
                  "warmup.operations", "0", "least operations of the warm-up, over all threads")
              .in(SET_BY_COMPARISON, TRANSACTIONS),
          new PropertyDoc(
                  "seed",
                  "a new one",
                  "seed of all random draws, a whole number: the same seed gives the same"
                      + " operations on the same keys; it is in run.json")
              .in(SET_BY_COMPARISON),
          new PropertyDoc(
              "stall.seconds", "60", "the run fails when no operation succeeds for so long, s"),
          new PropertyDoc("errors.max", "0", "the run fails when more operations fail"),
          new PropertyDoc(
                  "server.pid",
                  "the test server's",
                  "processes whose CPU counts as the server's, separated by commas")
              .in(FIRST_AGENT),
          new PropertyDoc(
                  "server.cpu",
                  "server.pid's",
                  "whose CPU counts as the server's: pid:N on this machine, or"
                      + " ssh:USER@HOST:NAME, the name or number of a process on another one,"
                      + " which ssh reaches without a password")
              .in(FIRST_AGENT),
          new PropertyDoc("results.dir", "none", "directory for run.json and intervals.hlog")
              .in(SET_BY_COMPARISON, TRANSACTIONS, COORDINATOR),
          new PropertyDoc(
                  "load.clear", "false", "true: a load first removes all records of the table")
              .in(FIRST_AGENT),
          new PropertyDoc("status", "false", "true: print status lines on stderr (-s)")
              .in(TRANSACTIONS, COORDINATOR),
          new PropertyDoc("status.interval", "10", "time between two status lines, s"),
          new PropertyDoc("label", "", "printed in status lines and results (-l)").in(TRANSACTIONS),
          new PropertyDoc("fleet.agents", BY_FLEET, "number of agents that make the run"),
          new PropertyDoc(Share.PROPERTY, BY_FLEET, "which of them this process is, such as 2/8"));

  /** Those of the report. */
  public static final List<PropertyDoc> REPORT =
      List.of(
          new PropertyDoc(
                  "exporter",
                  "text",
                  "format of the report: text, json, jsonarray, csv, or the name of YCSB's class")
              .in(TRANSACTIONS, COORDINATOR),
          new PropertyDoc("exportfile", "standard output", "file for the report")
              .in(SET_BY_COMPARISON, TRANSACTIONS, COORDINATOR),
          new PropertyDoc(
              "measurementtype",
              "hdrhistogram",
              "hdrhistogram, histogram or hdrhistogram+histogram; raw and timeseries are refused:"
                  + " intervals.hlog has each second"),
          new PropertyDoc(
              "measurement.interval",
              "both with a target, else op",
              "latency from the actual start (op), the intended one (intended), or both; without"
                  + " a target there is only op"),
          new PropertyDoc("hdrhistogram.percentiles", "95,99", "percentiles to report"),
          new PropertyDoc(
              "hdrhistogram.fileoutput", "false", "true: one HdrHistogram log per operation"),
          new PropertyDoc(
              "hdrhistogram.output.path", "", "what the names of these logs begin with"),
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

  /** The names of the run's and the report's properties with this treatment. */
  public static Set<String> in(PropertyDoc.Scope scope) {
    return PropertyDoc.names(Stream.concat(RUN.stream(), REPORT.stream()).toList(), scope);
  }
}
