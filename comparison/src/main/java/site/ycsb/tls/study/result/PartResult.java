package site.ycsb.tls.study.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * The result of one part.
 *
 * @param name of the part, and of the directory of its comparison
 * @param complete whether all of its plan was done
 * @param ending how it ended, in a few words
 * @param tables published beside measured
 * @param warnings one line each
 */
public record PartResult(
    String name, boolean complete, String ending, List<TableResult> tables, List<String> warnings) {
  /** How a part ended of which there is no run. */
  static final String NOT_BEGUN = "not begun";

  public PartResult {
    tables = List.copyOf(tables);
    warnings = List.copyOf(warnings);
  }

  /** Whether there is a comparison of it, complete or not. */
  @JsonIgnore
  public boolean begun() {
    return !ending.equals(NOT_BEGUN);
  }
}
