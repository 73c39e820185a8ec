package site.ycsb.tls.cassandra;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.JavaInstallation;

/**
 * Finds an installation of Java 17, which the test nodes need, whichever Java runs the benchmark.
 */
final class Java17 {
  static final String OWN_VARIABLE = "CASSANDRA_JAVA_HOME";

  private static final int FEATURE = 17;

  private Java17() {}

  /**
   * The one that {@code CASSANDRA_JAVA_HOME} names, or one that is found.
   *
   * @param own the variable's value; empty when it is not set
   * @throws UsageException when there is none, or {@code CASSANDRA_JAVA_HOME} is another version
   */
  static Path home(String own) {
    return home(own, () -> JavaInstallation.find(Integer.toString(FEATURE)));
  }

  static Path home(String own, Supplier<Optional<JavaInstallation>> search) {
    Optional<JavaInstallation> found =
        own.isEmpty()
            ? search.get()
            : JavaInstallation.in(Path.of(own)).filter(java -> java.feature() == FEATURE);
    String problem =
        own.isEmpty()
            ? "Cassandra's test nodes run on Java 17 only, and none was found (looked at %s); install one, set %s to one, or name nodes of your own with -p hosts=..."
                .formatted(JavaInstallation.PLACES, OWN_VARIABLE)
            : "%s=%s is no installation of Java 17, which Cassandra's test nodes need"
                .formatted(OWN_VARIABLE, own);
    return found.orElseThrow(() -> new UsageException(problem)).home();
  }
}
