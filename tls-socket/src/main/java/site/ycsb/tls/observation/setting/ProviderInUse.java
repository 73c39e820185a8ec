package site.ycsb.tls.observation.setting;

import java.util.Optional;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.option.JsseProviders;

/** The implementation of TLS with the version of its library. */
final class ProviderInUse implements Setting {
  @Override
  public String name() {
    return "ProviderInUse";
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    String inUse = JsseProviders.nameAndVersion(observed.provider());
    Optional<String> asked = observed.asked().pin().provider();
    if (asked.isEmpty()) {
      return AccountRow.open(name(), inUse);
    }
    return asked.get().equals(observed.provider().getName())
        ? AccountRow.same(name(), asked.get(), inUse)
        : AccountRow.different(
            name(),
            asked.get(),
            inUse,
            "tls.provider=%s: the TLS in use is %s; this is a bug, please report it"
                .formatted(asked.get(), inUse));
  }
}
