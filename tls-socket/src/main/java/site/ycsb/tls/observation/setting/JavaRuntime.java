package site.ycsb.tls.observation.setting;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.property.Advice;

/**
 * The JDK with its update, which adds groups and changes defaults; and what makes TLS in this JVM
 * dearer than in an application's: options and processors with which AES-GCM takes tens of times
 * the CPU and other code hardly more ({@code findings/jvm-c1-aes.sh}, {@code
 * findings/jvm-without-aes-instructions.sh}), and the JDK's own log of TLS.
 */
final class JavaRuntime {
  /** The highest level of compilation: that of the optimizing compiler. */
  private static final int OPTIMIZING = 4;

  /** The system property that makes SunJSSE write what it does. */
  private static final String DEBUG = "javax.net.debug";

  private JavaRuntime() {}

  static AccountRow row(ObservedTls observed) {
    String java = Runtime.version() + ", " + System.getProperty("java.vm.vendor", "unknown");
    Optional<HotSpotDiagnosticMXBean> jvm =
        Optional.ofNullable(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class));
    Optional<String> compiler = jvm.flatMap(JavaRuntime::withoutOptimizingCompiler);
    if (compiler.isPresent()) {
      return observed.remarked(
          AccountRow.LEFT_OPEN,
          java + ", no optimizing compiler",
          "this JVM has no optimizing compiler (%s): TLS costs it many times what it costs an application; %s"
              .formatted(compiler.get(), Advice.get().withoutJvmOption()));
    }
    Optional<String> instructions = jvm.flatMap(JavaRuntime::withoutAesInstructions);
    if (instructions.isPresent() && observed.asked().pin().cipherSuite().name().contains("_AES_")) {
      return observed.remarked(
          AccountRow.LEFT_OPEN,
          java + ", no AES instructions",
          "this JVM encrypts with AES without the processor's instructions for it (%s), which takes ten times the CPU and more; if no option says so, this virtual machine hides them: choose another type of processor for it, or measure where the application runs"
              .formatted(instructions.get()));
    }
    String debug = System.getProperty(DEBUG, "");
    return debug.isEmpty()
        ? observed.open(java)
        : observed.remarked(
            AccountRow.LEFT_OPEN,
            java + ", writes a log of its TLS",
            "-D%s=%s lets TLS write a log, whose CPU counts as that of TLS; %s"
                .formatted(DEBUG, debug, Advice.get().withoutJvmOption()));
  }

  /**
   * The option that says so; empty when they are used, or the JVM does not say. Those that only an
   * unlocked JVM shows are at their defaults in another one.
   */
  private static Optional<String> withoutAesInstructions(HotSpotDiagnosticMXBean jvm) {
    return Stream.of("UseAES", "UseAESIntrinsics", "UseGHASHIntrinsics")
        .filter(option -> value(jvm, option).equals("false"))
        .findFirst()
        .map("-XX:-"::concat);
  }

  /** The option that took it away; empty when it is there, or the JVM does not say. */
  private static Optional<String> withoutOptimizingCompiler(HotSpotDiagnosticMXBean jvm) {
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
