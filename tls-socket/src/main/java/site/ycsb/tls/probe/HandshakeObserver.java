package site.ycsb.tls.probe;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import site.ycsb.tls.verify.DelegatingKeyManager;
import site.ycsb.tls.verify.ServerTrustManager;

/**
 * Records what a server shows and asks for in one handshake. It trusts every server, because the
 * probe's question is which server this is; a probe sends and reads nothing after the handshake
 * (docs/decisions/account.md#the-probe).
 */
final class HandshakeObserver extends ServerTrustManager {
  private List<X509Certificate> chain = List.of();
  private boolean asked;

  /** The server's certificates; empty before it has shown them. */
  List<X509Certificate> chain() {
    return chain;
  }

  /** Whether the server asked for a certificate of the client. */
  boolean wasAskedForCertificate() {
    return asked;
  }

  /** Has no certificate, and records that one was asked for. */
  X509ExtendedKeyManager keyManager() throws GeneralSecurityException {
    KeyManagerFactory none = KeyManagerFactory.getInstance("SunX509");
    none.init(null, null);
    return new DelegatingKeyManager((X509ExtendedKeyManager) none.getKeyManagers()[0]) {
      @Override
      public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        asked = true;
        return null;
      }

      @Override
      public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        asked = true;
        return null;
      }
    };
  }

  @Override
  public void checkServerTrusted(X509Certificate[] shown, String type, Socket socket) {
    chain = List.of(shown);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] shown, String type, SSLEngine engine) {
    chain = List.of(shown);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] shown, String type) {
    chain = List.of(shown);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
