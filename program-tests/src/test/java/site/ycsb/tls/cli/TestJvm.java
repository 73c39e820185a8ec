package site.ycsb.tls.cli;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** JVMs that live for a test only. */
public final class TestJvm {
  private TestJvm() {}

  /**
   * What the build gives to all of them ({@code tests.jvm}), and the agent that this JVM has, as
   * {@code bin/ycsb} gives it; nothing where an IDE runs the test.
   */
  public static List<String> arguments() {
    return Stream.concat(
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-javaagent:")),
            Arrays.stream(System.getenv().getOrDefault("JAVA_OPTS", "").split(" ", -1))
                .filter(argument -> !argument.isEmpty()))
        .toList();
  }
}
