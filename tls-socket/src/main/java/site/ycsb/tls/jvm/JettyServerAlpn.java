package site.ycsb.tls.jvm;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.alpn.java.server.JDK9ServerALPNProcessor;

/** What {@link JettyAlpn} is for Jetty's client, for a Jetty server in the same JVM. */
public final class JettyServerAlpn extends JDK9ServerALPNProcessor {
  @Override
  public boolean appliesTo(SSLEngine engine) {
    return engine instanceof UndecidedEngine;
  }
}
