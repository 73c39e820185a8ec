package site.ycsb.tls.jvm;

import java.security.Provider;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.option.JsseProviders;

/**
 * A provider of nothing but {@link SSLContext}, under all names that JSSE has for it (Java Security
 * Standard Algorithm Names, "SSLContext").
 */
final class PinningProvider extends Provider {
  static final String NAME = JsseProviders.PINNING;

  private static final long serialVersionUID = 1;
  private static final String TYPE = "SSLContext";
  private static final String DEFAULT = "Default";

  /** Makes a context for clients. */
  interface Maker {
    SSLContext make(List<KeyManager> keys, List<TrustManager> trust);
  }

  PinningProvider(Maker maker) {
    super(NAME, "1", "SSLContexts of the transport that is installed in this JVM");
    for (String protocol :
        List.of("TLS", "SSL", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", DEFAULT)) {
      putService(new ContextService(this, protocol, maker));
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
