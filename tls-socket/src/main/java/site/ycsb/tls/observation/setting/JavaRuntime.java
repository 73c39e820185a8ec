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
    if (value(jvm, "UseCompiler").equals("false")) {
      return Optional.of("-Xint");
    }
    String level = value(jvm, "TieredStopAtLevel");
    if (value(jvm, "TieredCompilation").equals("true")
        && !level.isEmpty()
        && Integer.parseInt(level) < OPTIMIZING) {
      return Optional.of("-XX:TieredStopAtLevel=" + level);
    }
    if (value(jvm, "CompilationMode").equals("quick-only")) {
      return Optional.of("-XX:CompilationMode=quick-only");
    }
    // What other options that leave one compiler have in common, before Java 27.
    String mode = System.getProperty("java.vm.info", "");
    return mode.contains("emulated-client") ? Optional.of(mode) : Optional.empty();
  }

  /** Empty if this JVM does not have the option. */
  private static String value(HotSpotDiagnosticMXBean jvm, String option) {
    try {
      return jvm.getVMOption(option).getValue();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
