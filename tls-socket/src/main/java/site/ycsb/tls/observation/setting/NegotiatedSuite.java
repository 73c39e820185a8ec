package site.ycsb.tls.observation.setting;

import java.util.Optional;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.pin.CipherSuite;

/** The cipher suite, from the ServerHello. */
final class NegotiatedSuite implements Setting {
  @Override
  public String name() {
    return "CipherSuiteOnWire";
  }

  @Override
  public String in(Handshake handshake) {
    return handshake
        .flight()
        .cipherSuite()
        .map(CipherSuite::name)
        .orElseGet(() -> "0x%04X".formatted(handshake.flight().cipherSuiteCode()));
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    return AccountRow.compare(
        name(),
        Optional.of(observed.asked().pin().cipherSuite().name()),
        observed.text(),
        "tls.cipher: a suite was negotiated that is not pinned; this is a bug, please report it");
  }
}
