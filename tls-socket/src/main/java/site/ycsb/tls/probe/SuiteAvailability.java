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
 * @param reason why not: for what is disabled the entry of {@code jdk.tls.disabledAlgorithms} that
 *     is to blame, as far as it can be told, else {@code ?}; empty when it can be pinned
 */
public record SuiteAvailability(
    TlsProtocol protocol, CipherSuite suite, Status status, String reason) {

  /** Whether a pair of protocol version and suite can be pinned. */
  public enum Status {
    /** It can, as the JVM is now. */
    AVAILABLE,
    /** The provider has it, and it is disabled: {@code tls.legacy=true} allows it. */
    NEEDS_LEGACY,
    /** The provider does not have it, or not alone. */
    UNAVAILABLE
  }

  public SuiteAvailability {
    Objects.requireNonNull(protocol);
    Objects.requireNonNull(suite);
    Objects.requireNonNull(status);
    Objects.requireNonNull(reason);
  }
}
