package site.ycsb.tls.observation.setting;

import java.util.OptionalInt;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Observed;
import site.ycsb.tls.observation.Setting;

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
