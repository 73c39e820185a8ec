package site.ycsb.tls.comparison.explanation;

import java.util.Set;

/** What is known of the code that used the CPU time of a process. */
enum Detail {
  /** Its methods and functions, and who called them: a profiler looked into the process. */
  METHODS,

  /** The program and its libraries: {@link ServerObjects}. */
  OBJECTS,

  /** Whether it was the process's or the kernel's: {@link ServerTimes}. */
  TIMES;

  /** That of all of these stacks: the least. */
  static Detail of(CollapsedStacks stacks) {
    Set<String> all = stacks.samples().keySet();
    if (all.contains(ServerTimes.USER)) {
      return TIMES;
    }
    return all.stream().anyMatch(stack -> stack.startsWith(ServerObjects.OBJECT))
            || all.contains(ServerTimes.SYSTEM)
        ? OBJECTS
        : METHODS;
  }
}
