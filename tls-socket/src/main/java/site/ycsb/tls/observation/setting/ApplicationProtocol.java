package site.ycsb.tls.observation.setting;

import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;

/** The application protocol that ALPN agreed on (RFC 7301); the driver asks for it. */
final class ApplicationProtocol implements Setting {
  @Override
  public String name() {
    return "ApplicationProtocol";
  }

  @Override
  public String in(Handshake handshake) {
    return handshake.applicationProtocol().isEmpty() ? "none" : handshake.applicationProtocol();
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    return AccountRow.open(name(), observed.text());
  }
}
