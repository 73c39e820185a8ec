package site.ycsb.tls.engine;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was used while nothing was asked: what works then works while others are measured, too.
 *
 * @param processors CPU seconds per second, without the just-in-time compilers', by who used them
 */
record AtRest(Map<String, Double> processors) {
  /** Nobody was looked at. */
  static final AtRest UNKNOWN = new AtRest(Map.of());

  /** Load generators and servers use less than a hundredth of a processor. */
  private static final double MOST = 0.25;

  /** One line for each that does not rest. */
  List<String> problems() {
    return processors.entrySet().stream()
        .filter(used -> used.getValue() > MOST)
        .map(
            used ->
                String.format(
                    Locale.ROOT,
                    "at rest, %s used %.2f of a processor, more than %.2f: while others are measured, it takes as much from them",
                    used.getKey(),
                    used.getValue(),
                    MOST))
        .toList();
  }
}
