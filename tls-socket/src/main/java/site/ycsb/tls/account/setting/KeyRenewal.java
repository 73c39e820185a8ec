package site.ycsb.tls.account.setting;

import java.util.OptionalInt;
import site.ycsb.tls.account.AccountRow;
import site.ycsb.tls.account.Observed;
import site.ycsb.tls.account.Setting;

/** Renegotiations or key updates of established connections. */
final class KeyRenewal implements Setting {
  @Override
  public String name() {
    return "KeyRenewals";
  }

  @Override
  public AccountRow row(Observed observed) {
    OptionalInt asked = observed.asked().renegotiation();
    long renewals = observed.totals().renewals();
    String text = Long.toString(renewals);
    if (asked.isEmpty()) {
      return AccountRow.open(name(), text);
    }
    String every = "every " + asked.getAsInt() + " operations";
    return renewals > 0
        ? AccountRow.same(name(), every, text)
        : AccountRow.different(
            name(),
            every,
            text,
            "tls.renegotiate=%d: no connection got new keys; leave it out"
                .formatted(asked.getAsInt()));
  }
}
