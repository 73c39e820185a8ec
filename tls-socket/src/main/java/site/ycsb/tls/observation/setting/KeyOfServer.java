package site.ycsb.tls.observation.setting;

import javax.net.ssl.SSLPeerUnverifiedException;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.pin.ServerKey;

/** Algorithm and size of the server's key, from the session's certificate. */
final class KeyOfServer implements Setting {
  @Override
  public String name() {
    return "ServerKeyOfSession";
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    return AccountRow.compare(
        name(),
        observed.asked().pin().serverKey().map(ServerKey::toString),
        observed.last() == null ? "no full handshake" : key(observed.last()),
        "tls.keysize: the server's key is not the pinned one; this is a bug, please report it");
  }

  /** All handshakes have the same kind of key: each was compared with the first. */
  private static String key(Handshake handshake) {
    try {
      return ServerKey.of(handshake.session().getPeerCertificates()[0].getPublicKey()).toString();
    } catch (SSLPeerUnverifiedException | IllegalArgumentException e) {
      return "unknown";
    }
  }
}
