package site.ycsb.tls.session;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * What {@code tls.also} may name: properties of the client, and where its server is. With one of
 * the load, runs with TLS would do other work than those without, and it would be said of TLS.
 */
public final class WithTlsOnly {
  /** The port that speaks TLS may be another server's, which has other processes and tables. */
  private static final Set<String> OF_ANOTHER_SERVER =
      Set.of(
          RunProperties.SERVER_PID.name(),
          RunProperties.SERVER_CPU.name(),
          RunProperties.SERVER_CPU_FLEET.name(),
          WorkloadProperties.TABLE.name());

  private WithTlsOnly() {}

  /**
   * Refuses the program's own properties.
   *
   * @param properties all of a run
   * @throws UsageException with one of them
   */
  public static void refuseLoad(Map<String, String> properties) {
    Set<String> own = new HashSet<>();
    PropertyNames.ofProgram().values().stream().map(Property::names).forEach(own::addAll);
    own.removeAll(OF_ANOTHER_SERVER);
    Collection<String> also = AlsoWithTls.of(properties).keySet();
    also.stream()
        .filter(own::contains)
        .sorted()
        .findFirst()
        .ifPresent(
            name -> {
              throw new UsageException(
                  "tls.also: %s is no property of the client, and runs with TLS would differ from the others in more than TLS; give it to all with -p %s="
                      .formatted(name, name));
            });
  }
}
