package site.ycsb.tls.cli;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** JVMs that live for a test only. */
public final class TestJvm {
  private TestJvm() {}

  /**
   * What the build gives to all of them ({@code tests.jvm}; nothing where an IDE runs the test),
   * and the agent that {@code bin/ycsb} starts every JVM with.
   */
  public static List<String> arguments() {
    Stream<String> agent =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("-javaagent:"));
    Stream<String> given =
        Arrays.stream(System.getenv().getOrDefault("JAVA_OPTS", "").split(" ", -1))
            .filter(argument -> !argument.isEmpty());
    return Stream.concat(agent, given).toList();
  }
}
