package site.ycsb.tls.servers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.Sizes;
import site.ycsb.tls.property.UsageException;

/**
 * What fits side by side on this machine: the test servers that the variants need, and a load
 * generator for each variant of a block. Together they may take {@value #MOST_PERCENT} % of the
 * available memory.
 *
 * @param together how many variants a block can have, the baseline among them; 0 when the servers
 *     alone do not fit
 * @param heapBytes the most heap that each load generator may have; 0 when the user says it
 * @param inWords the count, for a message
 */
public record SideBySide(int together, long heapBytes, String inWords) {
  private static final int MOST_PERCENT = 80;

  /** Both names of one option, of which the last one holds. */
  private static final Pattern HEAP = Pattern.compile("-(?:Xmx|XX:MaxHeapSize=)(.*)");

  /** A load generator works with less, but then its garbage collector would be measured. */
  private static final long LEAST_HEAP = 512L << 20;

  /** A load generator cannot use more. */
  private static final long MOST_HEAP = 2L << 30;

  /** The memory of a JVM besides its heap. */
  private static final long BESIDE_HEAP = 256L << 20;

  /**
   * Counts what fits now.
   *
   * @param variants of the comparison, the baseline first
   * @param jvmArguments of the load generators
   * @param each load generators of each variant on this machine: 1, or the number of agents that it
   *     has; 0 if all are elsewhere
   * @param relays whether each load generator has a {@link NetworkRelay} of its own
   * @throws UsageException when the load generators of not even two variants fit beside one server
   */
  public static SideBySide of(
      Binding binding,
      Map<String, String> properties,
      List<Variant> variants,
      List<String> jvmArguments,
      int each,
      boolean relays) {
    return of(
        Memory.availableBytes(),
        Servers.memoryBytes(binding, properties, variants),
        Servers.memoryBytes(binding, properties, variants.subList(0, 1)),
        variants.size(),
        jvmArguments,
        each,
        relays);
  }

  /**
   * Counts which load generators alone fit now, one for each variant.
   *
   * @param jvmArguments of the load generators
   * @param relays whether each has a {@link NetworkRelay} of its own
   * @throws UsageException when not all do
   */
  public static SideBySide ofLoadGenerators(
      int variants, List<String> jvmArguments, boolean relays) {
    SideBySide fits = of(Memory.availableBytes(), 0, 0, variants, jvmArguments, 1, relays);
    if (fits.together() < variants) {
      throw new UsageException(
          "%d load generators do not fit into memory side by side (%s): compare fewer variants, give less heap with -jvm-args \"-Xmx256m\", or give --whole-runs"
              .formatted(variants, fits.inWords()));
    }
    return fits;
  }

  static SideBySide of(
      long available,
      long servers,
      long oneServer,
      int variants,
      List<String> jvmArguments,
      int each,
      boolean relays) {
    if (each == 0) {
      return new SideBySide(Math.max(2, variants), 0, "the load generators are elsewhere");
    }
    long asked =
        jvmArguments.stream()
            .map(HEAP::matcher)
            .filter(Matcher::matches)
            .mapToLong(heap -> Sizes.bytes(heap.group(1)))
            .reduce(0, (first, last) -> last);
    long besideHeap = BESIDE_HEAP + (relays ? NetworkRelay.MEMORY_BYTES : 0);
    long one = (asked > 0 ? asked : LEAST_HEAP) + besideHeap;
    long least = each * one;
    long free = available / 100 * MOST_PERCENT;
    int wanted = Math.max(2, variants);
    String counted =
        String.format(
            Locale.ROOT,
            "%s of memory are available; test servers take %s, each load generator %s",
            megabytes(available),
            megabytes(servers),
            megabytes(one));
    if (oneServer + 2 * least > free) {
      throw new UsageException(
          "two runs do not fit into memory side by side (%s): free some, give less heap with -jvm-args \"-Xmx256m\", or measure one run after the other with --whole-runs"
              .formatted(counted));
    }
    int together = (int) Math.min(wanted, (free - servers) / least);
    if (together < 2) {
      return new SideBySide(0, 0, counted);
    }
    long heap =
        Math.min(MOST_HEAP, Math.max(LEAST_HEAP, (free - servers) / together / each - besideHeap));
    return new SideBySide(together, asked > 0 ? 0 : heap, counted);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,d MB", bytes >> 20);
  }
}
