package site.ycsb.tls.probe;

import java.util.Objects;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * Whether a JVM's client can offer a suite, and nothing else, in a protocol version.
 *
 * @param protocol one of the suite's versions
 * @param suite the suite
 * @param status whether it can be pinned
 * @param reason why not: for a disabled suite the entry of {@code jdk.tls.disabledAlgorithms} that
 *     disables it, or {@code ?} if that is not known; empty when it can be pinned
 */
public record SuiteAvailability(
    TlsProtocol protocol, CipherSuite suite, Status status, String reason) {

  /** Whether a pair of protocol version and suite can be pinned. */
  public enum Status {
    /** It can, in the JVM's present state. */
    AVAILABLE,
    /** The provider has it, and it is disabled: {@code tls.legacy=true} allows it. */
    NEEDS_LEGACY,
    /** The provider does not have it, or cannot offer it alone. */
    UNAVAILABLE
  }

  /** One that can be pinned. */
  public static SuiteAvailability available(TlsProtocol protocol, CipherSuite suite) {
    return new SuiteAvailability(protocol, suite, Status.AVAILABLE, "");
  }

  public SuiteAvailability {
    Objects.requireNonNull(protocol);
    Objects.requireNonNull(suite);
    Objects.requireNonNull(status);
    Objects.requireNonNull(reason);
  }
}
