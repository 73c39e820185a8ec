package site.ycsb.tls.jvm;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.option.JsseProviders;

/**
 * A provider of nothing but {@link SSLContext}, under all names that JSSE has for it (Java Security
 * Standard Algorithm Names, "SSLContext").
 */
final class PinningProvider extends Provider {
  private static final long serialVersionUID = 1;
  private static final String TYPE = "SSLContext";
  private static final String DEFAULT = "Default";

  /** Makes a context for clients. */
  interface Maker {
    SSLContext make(List<KeyManager> keys, List<TrustManager> trust);
  }

  private static final List<String> PROTOCOLS =
      List.of("TLS", "SSL", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", DEFAULT);

  PinningProvider(Maker maker) {
    super(JsseProviders.PINNING, "1", "SSLContexts of the transport that is installed in this JVM");
    PROTOCOLS.forEach(protocol -> putService(new ContextService(this, protocol, maker)));
  }

  /**
   * Puts another in the place of each registered provider that has contexts: with its name and all
   * its other services, for clients that ask for one by name.
   */
  static void replaceOthers(Maker maker) {
    replace(
        provider ->
            provider.getService(TYPE, "TLS") == null || provider instanceof PinningProvider
                ? Optional.empty()
                : Optional.of(new Named(provider, maker)));
  }

  /** Undoes it. */
  static void restoreOthers() {
    replace(
        provider ->
            provider instanceof Named named ? Optional.of(named.original()) : Optional.empty());
  }

  private static void replace(Function<Provider, Optional<Provider>> change) {
    Provider[] all = Security.getProviders();
    for (int i = 0; i < all.length; i++) {
      Optional<Provider> other = change.apply(all[i]);
      if (other.isPresent()) {
        Security.removeProvider(all[i].getName());
        Security.insertProviderAt(other.get(), i + 1);
      }
    }
  }

  /** A provider whose contexts are the transport's. */
  private static final class Named extends Provider implements JsseProviders.StandIn {
    private static final long serialVersionUID = 1;

    private final transient Provider original;

    Named(Provider original, Maker maker) {
      super(original.getName(), original.getVersionStr(), original.getInfo());
      this.original = original;
      // What services it has is looked up in its properties, too.
      putAll(original);
      PROTOCOLS.forEach(protocol -> putService(new ContextService(this, protocol, maker)));
    }

    @Override
    public Provider original() {
      return original;
    }

    /** Other services are the original's. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // both do it themselves
    public Service getService(String type, String algorithm) {
      return type.equals(TYPE)
          ? super.getService(type, algorithm)
          : original.getService(type, algorithm);
    }
  }

  private static final class ContextService extends Service {
    private final Maker maker;

    ContextService(Provider provider, String protocol, Maker maker) {
      super(provider, TYPE, protocol, JvmContext.class.getName(), null, null);
      this.maker = maker;
    }

    @Override
    public Object newInstance(Object parameter) {
      JvmContext context = new JvmContext(maker);
      if (getAlgorithm().equals(DEFAULT)) {
        context.engineInit(null, null, null);
      }
      return context;
    }
  }
}
