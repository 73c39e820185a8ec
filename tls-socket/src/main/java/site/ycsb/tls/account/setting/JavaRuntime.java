package site.ycsb.tls.account.setting;

import site.ycsb.tls.account.AccountRow;
import site.ycsb.tls.account.Observed;
import site.ycsb.tls.account.Setting;

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
