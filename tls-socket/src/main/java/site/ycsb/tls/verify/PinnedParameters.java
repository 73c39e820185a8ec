package site.ycsb.tls.verify;

import java.util.List;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.NamedGroup;

/**
 * The parameters of a pinned socket or engine, whatever a driver sets: one protocol, one suite, the
 * pinned group, host name verification and record size as the options say. From the driver's own
 * parameters only the server name (SNI) and application protocols (ALPN) are kept.
 */
public final class PinnedParameters {
  private final TlsOptions options;
  private final String suite;
  private final String protocol;
  private final List<NamedGroup> groups;
  private final List<String> schemes;

  /** The parameters of most connections. Never given to code that might change them. */
  private final SSLParameters usual;

  public PinnedParameters(TlsOptions options) {
    this.options = options;
    this.suite = options.pin().cipherSuite().jsseName();
    this.protocol = options.pin().protocol().toString();
    this.groups = JvmTls.groupsToOffer(options).toList();
    this.schemes = JvmTls.signatureSchemes(options.pin());
    this.usual = force(new SSLParameters(), null);
  }

  /** The pinned suite's JSSE name, as the only element. */
  public String[] cipherSuites() {
    return new String[] {suite};
  }

  /** The pinned protocol's name, as the only element. */
  public String[] protocols() {
    return new String[] {protocol};
  }

  /**
   * For a new socket or engine, which copies them: do not change them.
   *
   * @param driver what the driver wants; may be null
   */
  public SSLParameters forNew(SSLParameters driver) {
    return driver == null ? usual : force(new SSLParameters(), driver);
  }

  /**
   * Sets the pin.
   *
   * @param own parameters of a socket or engine; changed
   * @param driver what the driver wants; may be null
   * @return the first argument
   */
  public SSLParameters force(SSLParameters own, SSLParameters driver) {
    own.setCipherSuites(cipherSuites());
    own.setProtocols(protocols());
    own.setEndpointIdentificationAlgorithm(
        options.trust().verification() == Verification.FULL ? "HTTPS" : null);
    options.recordSize().ifPresent(own::setMaximumPacketSize);
    // As an engine of the JDK has it, which new parameters do not; it is for servers.
    own.setUseCipherSuitesOrder(true);
    if (!groups.isEmpty()) {
      JvmTls.setGroups(own, groups.stream());
    }
    if (!schemes.isEmpty()) {
      JvmTls.setSignatureSchemes(own, schemes);
    }
    if (driver != null) {
      if (driver.getServerNames() != null) {
        own.setServerNames(driver.getServerNames());
      }
      if (driver.getApplicationProtocols().length > 0) {
        own.setApplicationProtocols(driver.getApplicationProtocols());
      }
    }
    return own;
  }
}
