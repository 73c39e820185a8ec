package site.ycsb.tls.measurement.result;

import java.util.List;

/**
 * The machine and the JVM.
 *
 * @param java version and vendor of the JVM
 * @param jvmArguments arguments of the JVM, secrets masked
 * @param os name, version and architecture
 * @param cpu model name
 * @param processors number of processors that the JVM sees
 * @param memoryBytes physical memory
 * @param host the machine's name
 * @param awake whether idle processors were kept from sleeping; null when that is unknown
 */
public record Environment(
    String java,
    List<String> jvmArguments,
    String os,
    String cpu,
    int processors,
    long memoryBytes,
    String host,
    Boolean awake) {

  /** Whether idle processors are known to have been kept awake. */
  public boolean keptAwake() {
    return Boolean.TRUE.equals(awake);
  }
}
