package site.ycsb.tls.observation.setting;

import java.util.Optional;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.pin.TlsProtocol;

/** The protocol version, from the ServerHello. */
final class ProtocolVersion implements Setting {
  @Override
  public String name() {
    return "ProtocolOnWire";
  }

  @Override
  public String in(Handshake handshake) {
    int version = handshake.flight().version();
    return TlsProtocol.ofCode(version)
        .map(TlsProtocol::toString)
        .orElseGet(() -> "0x%04X".formatted(version));
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    return AccountRow.compare(
        name(),
        Optional.of(observed.asked().pin().protocol().toString()),
        observed.text(),
        "tls.protocol: a version was negotiated that is not pinned; this is a bug, please report it");
  }
}
