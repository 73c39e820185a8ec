package site.ycsb.tls.server;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Records which engines had to show the server's certificate: those of full handshakes. A resumed
 * handshake does not need one (RFC 5246 7.3, RFC 8446 2.2), and JSSE has no other sign of
 * resumption that works in all versions. Thread-safe.
 *
 * <p>JSSE of newer JDKs also looks the key up when it restores a session from a ticket (seen with
 * 25), but does so before there is a session of this handshake.
 */
final class CertificateWitness extends X509ExtendedKeyManager {
  private final X509ExtendedKeyManager keys;
  private final Set<SSLEngine> shown =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  CertificateWitness(X509ExtendedKeyManager keys) {
    this.keys = keys;
  }

  boolean wasShownBy(SSLEngine engine) {
    return shown.contains(engine);
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    String alias = keys.chooseEngineServerAlias(type, issuers, engine);
    if (alias != null && engine.getHandshakeSession() != null) {
      shown.add(engine);
    }
    return alias;
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return keys.chooseServerAlias(type, issuers, socket);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return keys.getServerAliases(type, issuers);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return keys.getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return keys.getPrivateKey(alias);
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    throw new UnsupportedOperationException("the key manager of a server");
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    throw new UnsupportedOperationException("the key manager of a server");
  }
}
