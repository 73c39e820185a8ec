package site.ycsb.tls.jvm;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * For runs without TLS: contexts whose handshakes fail as soon as a server's certificate arrives.
 * Making a context, or an engine to look at its parameters, is no handshake; some clients do it
 * whether they use TLS or not. Thread-safe.
 */
final class RefusingTrustManager implements X509TrustManager {
  private volatile boolean happened;

  /** Whether a server's certificate was refused. */
  boolean happened() {
    return happened;
  }

  /**
   * A context of the JVM's own TLS.
   *
   * @param trust not used
   */
  SSLContext context(List<KeyManager> keys, List<TrustManager> trust) {
    return JvmContext.ownContext(keys.toArray(KeyManager[]::new), new TrustManager[] {this}, null);
  }

  private CertificateException refused() {
    happened = true;
    return new CertificateException("this run is without TLS");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw refused();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw refused();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
