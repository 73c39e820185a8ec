package site.ycsb.tls.account;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Started by {@code -javaagent}: makes the JDK's socket classes call {@link SocketHooks}. When this
 * Java's classes are others than it knows, {@link SocketTable#problem()} says so; nothing else is
 * different then.
 */
public final class SocketAgent {
  /** Properties with which Java 17 takes the socket classes of before Java 13 and 15. */
  private static final List<String> OLD_SOCKETS =
      List.of("jdk.net.usePlainSocketImpl", "jdk.net.usePlainDatagramSocketImpl");

  private SocketAgent() {}

  /** Called by the JVM before {@code main}. */
  public static void premain(String arguments, Instrumentation jvm) {
    Optional<String> old = OLD_SOCKETS.stream().filter(SocketAgent::isSet).findFirst();
    if (old.isPresent() && Runtime.version().feature() < 18) {
      SocketTable.incomplete(
          "-D%s chooses sockets that are not known; leave it out".formatted(old.get()));
      return;
    }
    try {
      start(jvm);
    } catch (Throwable e) {
      SocketTable.incomplete(
          "the socket classes of Java %s are not known (%s); use another Java"
              .formatted(Runtime.version(), e));
    }
  }

  /** As the JDK reads it: without a value, too. */
  private static boolean isSet(String property) {
    String given = System.getProperty(property);
    return given != null && !given.equalsIgnoreCase("false");
  }

  private static void start(Instrumentation jvm) throws Exception {
    Module own = SocketAgent.class.getModule();
    if (SocketAgent.class.getClassLoader() != null) {
      throw new IllegalStateException("the agent's jar was renamed");
    }
    Set<Module> to = Set.of(own);
    jvm.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", to),
        Map.of("java.io", to, "java.net", to, "sun.nio.ch", to),
        Set.of(),
        Map.of());
    List<Class<?>> classes = new ArrayList<>();
    for (String name : SocketCalls.classes()) {
      classes.add(Class.forName(name.replace('/', '.'), false, null));
    }
    SocketCalls calls = new SocketCalls();
    jvm.addTransformer(calls, true);
    try {
      // Used by the hooks: nothing is loaded for the first time while a socket waits.
      Class.forName(JdkSockets.class.getName());
      Class.forName(NativeMemory.class.getName());
      jvm.retransformClasses(classes.toArray(Class<?>[]::new));
    } finally {
      jvm.removeTransformer(calls);
    }
    calls.requireAll();
    SocketTable.complete();
  }
}
