package site.ycsb.tls.profiler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.profiler.SystemProfiler.Sample;

/** The text that {@code perf script} writes, with the fields pid, time, ip and dso. */
final class PerfScript {
  /** {@code 16290 1795996381.754033760: 55e3a651d3e2 (/usr/bin/openssl)}. */
  private static final Pattern SAMPLE =
      Pattern.compile("\\s*(\\d+)\\s+(\\d+)\\.(\\d{9}):\\s+([0-9a-f]+)\\s+\\((.*)\\)\\s*");

  /** {@code 0 0.000000000: PERF_RECORD_FORK(child:thread):(parent:thread)}. */
  private static final Pattern FORK =
      Pattern.compile(".*: PERF_RECORD_FORK\\((\\d+):\\d+\\):\\((\\d+):\\d+\\)\\s*");

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** The upper half of the addresses, which is the kernel's, with or without its symbols. */
  private static final Pattern OF_THE_KERNEL = Pattern.compile("f[0-9a-f]{15}");

  /** Memory that is of no file, as perf names it. */
  private static final Pattern NO_FILE =
      Pattern.compile("/tmp/perf-\\d+\\.map|//anon|\\[(heap|stack|JIT).*|/memfd:.*|anon_inode.*");

  private static final String UNKNOWN_OBJECT = "[unknown]";

  private final Set<Long> roots;

  /** Parents of processes. */
  private final Map<Long, Long> parents = new HashMap<>();

  private final List<Sample> samples = new ArrayList<>();

  private PerfScript(Set<Long> roots) {
    this.roots = Set.copyOf(roots);
  }

  /** The samples of these processes and their descendants. */
  static List<Sample> samples(Stream<String> lines, Set<Long> roots) {
    PerfScript script = new PerfScript(roots);
    lines.forEachOrdered(script::read);
    return script.samples;
  }

  private void read(String line) {
    Matcher fork = FORK.matcher(line);
    if (fork.matches()) {
      long child = Long.parseLong(fork.group(1));
      long parent = Long.parseLong(fork.group(2));
      // That of a thread has its own process as the parent.
      if (child != parent) {
        parents.put(child, parent);
      }
      return;
    }
    Matcher sample = SAMPLE.matcher(line);
    if (sample.matches()) {
      root(Long.parseLong(sample.group(1)))
          .ifPresent(root -> samples.add(new Sample(at(sample), root, object(sample))));
    }
  }

  private static long at(Matcher sample) {
    return Long.parseLong(sample.group(2)) * NANOS_PER_SECOND + Long.parseLong(sample.group(3));
  }

  private OptionalLong root(long process) {
    Long ancestor = process;
    // A number may have been given again, so that the way up need not end.
    for (int i = 0; ancestor != null && i <= parents.size(); i++) {
      if (roots.contains(ancestor)) {
        return OptionalLong.of(ancestor);
      }
      ancestor = parents.get(ancestor);
    }
    return OptionalLong.empty();
  }

  private static String object(Matcher sample) {
    String file = sample.group(5).replaceFirst(" \\(deleted\\)$", "");
    if (OF_THE_KERNEL.matcher(sample.group(4)).matches() || file.startsWith("[kernel")) {
      return Sample.KERNEL;
    }
    if (file.equals(UNKNOWN_OBJECT)) {
      return Sample.UNKNOWN;
    }
    return NO_FILE.matcher(file).matches()
        ? Sample.GENERATED
        : file.substring(file.lastIndexOf('/') + 1);
  }
}
