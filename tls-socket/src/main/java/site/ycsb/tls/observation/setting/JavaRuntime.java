package site.ycsb.tls.observation.setting;

import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Observed;
import site.ycsb.tls.observation.Setting;

/** The JDK with its update: updates add groups and change defaults. */
final class JavaRuntime implements Setting {
  @Override
  public String name() {
    return "Java";
  }

  @Override
  public AccountRow row(Observed observed) {
    return AccountRow.open(
        name(), Runtime.version() + ", " + System.getProperty("java.vm.vendor", "unknown"));
  }
}
