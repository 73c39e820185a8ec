package site.ycsb.tls.comparison.page;

import java.util.List;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.servers.Variant;

/** The runs of one point that count, and their own files as far as they are there. */
record PointFiles(ComparisonResult result, Point point, RunFiles files) {

  List<Variant> columns() {
    return result.plan().columns();
  }

  /** The runs of the variant, in the order of their blocks. */
  List<RunRecord> runs(Variant variant) {
    return PointFigures.runs(result, point, variant);
  }

  /** The results of those that have files. */
  List<RunResult> results(Variant variant) {
    return runs(variant).stream().flatMap(run -> files.result(run).stream()).toList();
  }
}
