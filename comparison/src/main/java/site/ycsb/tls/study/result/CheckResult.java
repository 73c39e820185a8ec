package site.ycsb.tls.study.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * A conclusion and whether it holds.
 *
 * @param part name of the part
 * @param claim the conclusion in a sentence
 * @param metric key of the metric that it is about
 * @param change the claimed range of the changes, as written in the file
 * @param answer whether the claim holds here
 * @param indicative whether there were too few or too short runs for a verdict
 * @param published whether the published figures lie in the range; null when unknown
 * @param evidence the contrasts behind the answer, one for each measured variant and point
 * @param cases variants and points that the claim is about, of which a size may run fewer; 0 in
 *     files of before 29 November 2026
 */
public record CheckResult(
    String part,
    String claim,
    String metric,
    String change,
    Answer answer,
    boolean indicative,
    Boolean published,
    List<Evidence> evidence,
    int cases) {
  public CheckResult {
    evidence = List.copyOf(evidence);
  }

  /** Whether it is a yes of which the size that was run has not all cases. */
  @JsonIgnore
  public boolean isOfPart() {
    return answer == Answer.YES && evidence.size() < cases;
  }

  /**
   * A variant relative to another at a point.
   *
   * @param of name of the variant
   * @param to name of the one that it is compared with
   * @param point label of the point; empty without axes
   * @param pairs number of blocks
   * @param change a share: 0.41 = 41 % more
   * @param lower lower end of its interval
   * @param upper upper end
   * @param confidence level of the interval, 0–1
   */
  public record Evidence(
      String of,
      String to,
      String point,
      int pairs,
      double change,
      double lower,
      double upper,
      double confidence) {

    /** Whether the interval has a level: that of whole runs in a single block is a point. */
    public boolean hasInterval() {
      return confidence > 0;
    }
  }
}
