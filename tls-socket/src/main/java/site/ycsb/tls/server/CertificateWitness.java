package site.ycsb.tls.server;

import java.security.Principal;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import site.ycsb.tls.verify.DelegatingKeyManager;

/**
 * Records which engines had to show the server's certificate: those of full handshakes. A resumed
 * handshake does not need one (RFC 5246 7.3, RFC 8446 2.2), and JSSE has no other sign of
 * resumption that works in all versions. Thread-safe.
 *
 * <p>JSSE of newer JDKs also looks the key up when it restores a session from a ticket (seen with
 * 25), but does so before there is a session of this handshake.
 */
final class CertificateWitness extends DelegatingKeyManager {
  private final Set<SSLEngine> shown =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  CertificateWitness(X509ExtendedKeyManager keys) {
    super(keys);
  }

  boolean wasShownBy(SSLEngine engine) {
    return shown.contains(engine);
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    String alias = keys().chooseEngineServerAlias(type, issuers, engine);
    if (alias != null && engine.getHandshakeSession() != null) {
      shown.add(engine);
    }
    return alias;
  }
}
