package site.ycsb.tls.measurement.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the figures may be used.
 *
 * @param problems why they may not, or warnings; one line each
 */
public record Validity(Outcome outcome, List<String> problems) {
  public Validity {
    problems = problems == null ? List.of() : List.copyOf(problems);
  }

  /** Failed when there are more problems; otherwise the same. */
  public Validity with(List<String> moreProblems) {
    return moreProblems.isEmpty()
        ? this
        : new Validity(
            Outcome.FAILED, Stream.concat(problems.stream(), moreProblems.stream()).toList());
  }
}
