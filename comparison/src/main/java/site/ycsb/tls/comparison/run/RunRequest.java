package site.ycsb.tls.comparison.run;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.tls.engine.option.Phase;

/**
 * One run to be made in a JVM of its own.
 *
 * @param phase load or transactions
 * @param binding name of the binding
 * @param properties all its properties except {@code results.dir}
 * @param directory for {@code run.json}, the run's logs and its output
 */
public record RunRequest(
    Phase phase, String binding, Map<String, String> properties, Path directory) {

  public RunRequest {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }
}
