package site.ycsb.tls.probe;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
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

  X509ExtendedKeyManager keyManager() {
    return new Keys();
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

  /** Has no certificate, and records that one was asked for. */
  private final class Keys extends X509ExtendedKeyManager {
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

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return null;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return null;
    }
  }
}
