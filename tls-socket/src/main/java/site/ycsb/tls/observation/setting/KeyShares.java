package site.ycsb.tls.observation.setting;

import java.util.Optional;
import java.util.StringJoiner;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.wire.ClientHello;

/**
 * The key shares that the client sends at once (RFC 8446 4.2.8): each costs the client a key pair,
 * used or not.
 */
final class KeyShares {
  private KeyShares() {}

  static String in(Handshake handshake) {
    Optional<ClientHello> hello = handshake.hello();
    if (hello.isEmpty()) {
      return "unknown";
    }
    StringJoiner groups = new StringJoiner("+").setEmptyValue("none");
    hello.get().keyShares().forEach(share -> groups.add(NamedGroup.nameOf(share)));
    return groups.toString();
  }

  static AccountRow row(ObservedTls observed) {
    boolean shared = observed.asked().pin().protocol() == TlsProtocol.TLS_1_3;
    Optional<String> pinned =
        observed.asked().pin().group().filter(group -> shared).map(NamedGroup::toString);
    if (pinned.isEmpty() || observed.text().equals(pinned.get())) {
      return observed.compare(pinned, observed.text(), "");
    }
    return observed.remarked(
        pinned.get(),
        observed.text(),
        "tls.group=%s: the client sent key shares for %s, and %s"
            .formatted(
                pinned.get(),
                observed.text(),
                observed.text().contains(pinned.get())
                    ? "used one"
                    : "none for the pinned group at first: the server asked for it, which costs a round trip"));
  }
}
