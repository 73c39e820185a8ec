package site.ycsb.tls.option;

import java.security.Provider;
import java.util.List;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.UsageException;

/**
 * What implementations of TLS ignore, though it can be set. Which implementation is in use decides,
 * named or the JVM's own; the account finds what is not listed here.
 */
public final class ProviderRules {
  private static final String KONA = "KonaSSL";

  private ProviderRules() {}

  /**
   * Refuses settings that the implementation would ignore, and a JVM whose providers are not those
   * that it was started with.
   *
   * @throws UsageException with what to do
   */
  public static void require(Provider inUse, TlsOptions options) {
    ConfiguredProviders.requireLoaded();
    String provider = inUse.getName();
    if (options.recordSize().isPresent()
        && List.of(JsseProviders.BCJSSE, JsseProviders.CONSCRYPT, KONA).contains(provider)) {
      throw new UsageException(
          "tls.recordsize=%d: %s ignores it; leave it out or set tls.provider=SunJSSE"
              .formatted(options.recordSize().getAsInt(), provider));
    }
    if (options.renegotiation().isPresent()
        && List.of(JsseProviders.BCJSSE, JsseProviders.CONSCRYPT).contains(provider)) {
      throw new UsageException(
          "tls.renegotiate=%d: %s neither renegotiates nor updates keys when asked to; leave it out or set tls.provider=SunJSSE"
              .formatted(options.renegotiation().getAsInt(), provider));
    }
    if (!options.resumption().isOff()
        && options.pin().protocol() == TlsProtocol.TLS_1_3
        && provider.equals(JsseProviders.BCJSSE)) {
      throw new UsageException(
          "tls.resumption=%s: %s resumes no sessions of TLSv1.3; set tls.resumption=off or tls.provider=SunJSSE"
              .formatted(options.resumption(), provider));
    }
    requireJcaIsAsked(provider, options);
    options.jca().ifPresent(JcaProvider::require);
  }

  /**
   * Refuses {@code tls.jca} with an implementation that would not ask it.
   *
   * @param inUse the implementation's name
   * @throws UsageException with what to do
   */
  static void requireJcaIsAsked(String inUse, TlsOptions options) {
    if (options.jca().isPresent() && inUse.equals(JsseProviders.CONSCRYPT)) {
      throw new UsageException(
          "%s=%s: %s has its own ciphers and asks the JVM for none; leave it out or set tls.provider=SunJSSE"
              .formatted(TlsProperties.JCA, options.jca().get(), inUse));
    }
  }
}
