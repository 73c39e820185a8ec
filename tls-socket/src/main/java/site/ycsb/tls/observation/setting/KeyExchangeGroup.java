package site.ycsb.tls.observation.setting;

import java.util.Optional;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsProtocol;

/** The group of the key exchange, from the wire. Up to TLS 1.2 a resumed session has none. */
final class KeyExchangeGroup implements Setting {
  @Override
  public String name() {
    return "GroupOnWire";
  }

  @Override
  public String in(Handshake handshake) {
    boolean none =
        handshake.flight().resumed() && handshake.flight().version() != TlsProtocol.TLS_1_3.code();
    return none
        ? ""
        : handshake.flight().group()
            + (handshake.flight().retried() ? AccountRow.SECOND_HELLO : "");
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    Optional<String> asked = observed.asked().pin().group().map(NamedGroup::toString);
    if (observed.values().isEmpty()) {
      return AccountRow.open(name(), "no full handshake");
    }
    if (asked.isEmpty()) {
      return AccountRow.open(name(), observed.text());
    }
    boolean same =
        observed.values().keySet().stream()
            .allMatch(seen -> seen.replace(AccountRow.SECOND_HELLO, "").equals(asked.get()));
    return same
        ? AccountRow.same(name(), asked.get(), observed.text())
        : AccountRow.different(
            name(),
            asked.get(),
            observed.text(),
            "tls.group=%s: the group was %s; this is a bug, please report it"
                .formatted(asked.get(), observed.text()));
  }
}
