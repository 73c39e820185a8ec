package site.ycsb.tls.account;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Started by {@code -javaagent}: makes the JDK's socket classes call {@link SocketHooks}. When this
 * Java's classes are others than it knows, {@link SocketTable#problem()} says so; nothing else is
 * different then.
 */
public final class SocketAgent {
  private SocketAgent() {}

  /** Called by the JVM before {@code main}. */
  public static void premain(String arguments, Instrumentation jvm) {
    try {
      start(jvm);
    } catch (Throwable e) {
      SocketTable.incomplete(
          "the socket classes of Java %s are not known (%s); use another Java"
              .formatted(Runtime.version(), e));
    }
  }

  private static void start(Instrumentation jvm) throws Exception {
    Module own = SocketAgent.class.getModule();
    if (SocketAgent.class.getClassLoader() != null) {
      throw new IllegalStateException("the agent's jar was renamed");
    }
    if (Boolean.getBoolean("jdk.net.usePlainSocketImpl")) {
      throw new IllegalStateException("jdk.net.usePlainSocketImpl is set");
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
