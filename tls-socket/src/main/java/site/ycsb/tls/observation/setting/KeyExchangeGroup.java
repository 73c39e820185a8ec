package site.ycsb.tls.observation.setting;

import java.util.Optional;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsProtocol;

/** The group of the key exchange, from the wire. Up to TLS 1.2 a resumed session has none. */
final class KeyExchangeGroup {
  private KeyExchangeGroup() {}

  static String in(Handshake handshake) {
    boolean none =
        handshake.flight().resumed() && handshake.flight().version() != TlsProtocol.TLS_1_3.code();
    return none
        ? ""
        : handshake.flight().group()
            + (handshake.flight().retried() ? AccountRow.SECOND_HELLO : "");
  }

  static AccountRow row(ObservedTls observed) {
    Optional<String> asked = observed.asked().pin().group().map(NamedGroup::toString);
    if (observed.values().isEmpty()) {
      return observed.open("no full handshake");
    }
    if (asked.isEmpty()) {
      return observed.open(observed.text());
    }
    boolean same =
        observed.values().keySet().stream()
            .allMatch(seen -> seen.replace(AccountRow.SECOND_HELLO, "").equals(asked.get()));
    return same
        ? observed.same(asked.get(), observed.text())
        : observed.different(
            asked.get(),
            observed.text(),
            "tls.group=%s: the group was %s; this is a bug, please report it"
                .formatted(asked.get(), observed.text()));
  }
}
