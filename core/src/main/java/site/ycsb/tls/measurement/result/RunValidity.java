package site.ycsb.tls.measurement.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the figures may be used.
 *
 * @param problems why they may not, or warnings; one line each
 */
public record RunValidity(Outcome outcome, List<String> problems) {
  public RunValidity {
    problems = problems == null ? List.of() : List.copyOf(problems);
  }

  /** Failed when there are more problems; otherwise the same. */
  public RunValidity with(List<String> moreProblems) {
    return moreProblems.isEmpty()
        ? this
        : new RunValidity(
            Outcome.FAILED, Stream.concat(problems.stream(), moreProblems.stream()).toList());
  }
}
