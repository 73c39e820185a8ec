package site.ycsb.tls.cli;

import java.util.Arrays;
import java.util.List;

/** JVMs that live for a test only. */
public final class TestJvm {
  private TestJvm() {}

  /**
   * What the build gives to all of them ({@code tests.jvm}); nothing where an IDE runs the test.
   */
  public static List<String> arguments() {
    return Arrays.stream(System.getenv().getOrDefault("JAVA_OPTS", "").split(" ", -1))
        .filter(argument -> !argument.isEmpty())
        .toList();
  }
}
