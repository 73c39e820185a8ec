package site.ycsb.tls.verify;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;

/** Has the keys of another manager; subclasses note what is asked of it. */
public abstract class DelegatingKeyManager extends X509ExtendedKeyManager {
  private final X509ExtendedKeyManager keys;

  protected DelegatingKeyManager(X509ExtendedKeyManager keys) {
    this.keys = keys;
  }

  protected final X509ExtendedKeyManager keys() {
    return keys;
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return keys.getClientAliases(type, issuers);
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return keys.chooseClientAlias(types, issuers, socket);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return keys.getServerAliases(type, issuers);
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return keys.chooseServerAlias(type, issuers, socket);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return keys.getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return keys.getPrivateKey(alias);
  }
}
