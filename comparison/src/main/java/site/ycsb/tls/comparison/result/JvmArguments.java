package site.ycsb.tls.comparison.result;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import site.ycsb.tls.measurement.result.Environment;

/** Arguments of the JVMs of runs, without those of this program. */
public final class JvmArguments {
  /** Where a load generator has its orders from; the heap that fits this machine follows it. */
  private static final String ORDERS = "-Dycsb.orders=";

  private static final String HEAP = "-Xmx";

  /** What this program tells its own processes; no setting of Java. */
  private static final Pattern OWN =
      Pattern.compile("-Dycsb\\..*|-javaagent:.*/socket-account-[^/]*");

  private JvmArguments() {}

  /** The settings of Java, also the most heap where this program chose it. */
  public static List<String> settings(Environment environment) {
    return environment.jvmArguments().stream()
        .filter(argument -> !OWN.matcher(argument).matches())
        .toList();
  }

  /**
   * The same without a heap that this program chose: it follows from the memory that is free, which
   * differs from time to time.
   */
  public static List<String> given(Environment environment) {
    List<String> given = new ArrayList<>();
    String before = "";
    for (String argument : environment.jvmArguments()) {
      boolean chosen = argument.startsWith(HEAP) && before.startsWith(ORDERS);
      if (!chosen && !OWN.matcher(argument).matches()) {
        given.add(argument);
      }
      before = argument;
    }
    return given;
  }
}
