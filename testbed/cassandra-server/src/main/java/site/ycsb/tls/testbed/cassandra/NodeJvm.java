package site.ycsb.tls.testbed.cassandra;

import java.util.ArrayList;
import java.util.List;

/** The modules that Cassandra 5.0 opens, from its own {@code jvm17-server.options}. */
final class NodeJvm {
  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.base/java.lang.ref",
          "java.base/sun.nio.ch",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.module",
          "java.base/java.lang.reflect",
          "java.base/java.math",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "java.rmi/sun.rmi.transport.tcp",
          "jdk.management/com.sun.management.internal");

  private NodeJvm() {}

  /** The arguments of a node's JVM that are the same for all nodes. */
  static List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    EXPORTS.forEach(p -> arguments.add("--add-exports=" + p + "=ALL-UNNAMED"));
    OPENS.forEach(p -> arguments.add("--add-opens=" + p + "=ALL-UNNAMED"));
    arguments.add("-Djdk.attach.allowAttachSelf=true");
    arguments.add("-Dlogback.configurationFile=site/ycsb/tls/testbed/cassandra/node-logback.xml");
    return arguments;
  }
}
