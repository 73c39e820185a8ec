package site.ycsb.tls.account.setting;

import site.ycsb.tls.account.AccountRow;
import site.ycsb.tls.account.Handshake;
import site.ycsb.tls.account.Observed;
import site.ycsb.tls.account.Setting;

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
  public AccountRow row(Observed observed) {
    return AccountRow.open(name(), observed.text());
  }
}
