package site.ycsb.tls.observation.setting;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.observation.Observed;
import site.ycsb.tls.observation.Setting;

/**
 * The JDK with its update, which adds groups and changes defaults; and whether this JVM has its
 * optimizing compiler. Without it AES-GCM takes tens of times the CPU and other code hardly more
 * ({@code findings/jvm-c1-aes.sh}): only that compiler uses the processor's instructions for it.
 */
final class JavaRuntime implements Setting {
  /** The highest level of compilation: that of the optimizing compiler. */
  private static final int OPTIMIZING = 4;

  @Override
  public String name() {
    return "Java";
  }

  @Override
  public AccountRow row(Observed observed) {
    String java = Runtime.version() + ", " + System.getProperty("java.vm.vendor", "unknown");
    return withoutOptimizingCompiler()
        .map(
            how ->
                new AccountRow(
                    name(),
                    AccountRow.LEFT_OPEN,
                    java + ", no optimizing compiler",
                    Agreement.IN_PART,
                    "this JVM has no optimizing compiler (%s): TLS costs it many times what it costs an application; remove the option from JAVA_OPTS, JAVA_TOOL_OPTIONS or -jvm-args"
                        .formatted(how)))
        .orElseGet(() -> AccountRow.open(name(), java));
  }

  /** The option that took it away; empty when it is there, or the JVM does not say. */
  private static Optional<String> withoutOptimizingCompiler() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (jvm == null) {
      return Optional.empty();
    }
    try {
      if (!Boolean.parseBoolean(value(jvm, "UseCompiler"))) {
        return Optional.of("-Xint");
      }
      String level = value(jvm, "TieredStopAtLevel");
      if (Boolean.parseBoolean(value(jvm, "TieredCompilation"))
          && Integer.parseInt(level) < OPTIMIZING) {
        return Optional.of("-XX:TieredStopAtLevel=" + level);
      }
      // Other options that leave one compiler only have this in common.
      String mode = System.getProperty("java.vm.info", "");
      return mode.contains("emulated-client") ? Optional.of(mode) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String value(HotSpotDiagnosticMXBean jvm, String option) {
    return jvm.getVMOption(option).getValue();
  }
}
