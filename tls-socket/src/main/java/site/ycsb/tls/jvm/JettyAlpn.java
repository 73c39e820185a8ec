package site.ycsb.tls.jvm;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.alpn.java.client.JDK9ClientALPNProcessor;

/**
 * Jetty's own way to ask an engine for HTTP/2, for the engines of this package: Jetty takes it for
 * those of the module {@code java.base} only. Jetty's service loader finds it; without Jetty it is
 * not loaded.
 */
public final class JettyAlpn extends JDK9ClientALPNProcessor {
  @Override
  public boolean appliesTo(SSLEngine engine) {
    return engine instanceof UndecidedEngine;
  }
}
