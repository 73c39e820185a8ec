package site.ycsb.tls.study.result;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import site.ycsb.tls.study.ChangeRange;

/**
 * A published table with the corresponding measured figures.
 *
 * @param part name of the part
 * @param title its place in the publication
 * @param metric key of the corresponding metric; null without one
 * @param unit of the published and the measured figures
 * @param note a remark for the reader; may be empty
 * @param rows one for each published figure, in the publication's order
 */
public record TableResult(
    String part, String title, String metric, String unit, String note, List<Row> rows) {
  public TableResult {
    rows = List.copyOf(rows);
  }

  /**
   * A published figure with the measured one.
   *
   * @param point label of the point; empty without axes
   * @param variant name of the variant
   * @param published as printed
   * @param publishedChange relative to the baseline; null for the baseline, and when unknown
   * @param measured null when this point and variant were not measured
   */
  public record Row(
      String point,
      String variant,
      String published,
      ChangeRange publishedChange,
      MeasuredValue measured) {}

  /**
   * A measured figure.
   *
   * @param figure in the table's unit: for the baseline the median over the runs; for the others
   *     that median times (1 + change)
   * @param least of the runs
   * @param most of the runs
   * @param runs number of runs
   * @param repeated blocks that were repeated at this point because a run failed or was disturbed
   * @param change relative to the baseline, estimate as a share; null for the baseline, as are its
   *     interval and verdict
   * @param lower lower end of its interval
   * @param upper upper end
   * @param confidence level of the interval, 0–1
   * @param verdict of the comparison
   */
  public record MeasuredValue(
      @JsonAlias("median") double figure,
      double least,
      double most,
      int runs,
      long repeated,
      Double change,
      Double lower,
      Double upper,
      Double confidence,
      String verdict) {

    /**
     * Whether there is one, and its interval has a level: that of a single block may be a point.
     */
    public boolean hasInterval() {
      return confidence != null && confidence > 0;
    }
  }
}
