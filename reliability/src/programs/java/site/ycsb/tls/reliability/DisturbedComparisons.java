package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Comparisons and studies to which something happens at a random moment ({@link Fault}). Afterwards
 * nothing may be left of them but their directory; the same command must complete that; what had
 * been measured before must be unchanged; and every figure must be that of its own run's file.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.DisturbedComparisons MONGODB KILLED 50 [SEED]
 * </pre>
 *
 * Started in the folder of {@code bin/ycsb}. Linux only.
 */
public final class DisturbedComparisons {
  private static final double LONGEST_STOP_SECONDS = 60;

  /** The longest that processes of a killed program may live on an idle machine, s. */
  private static final long GONE_SECONDS = 5;

  private static final String TEST_SERVER_OF_OURS = " site.ycsb.tls.testbed.";

  /** What is disturbed: two blocks of two runs, always. */
  public enum Work {
    MONGODB(TEST_SERVER_OF_OURS),
    JDBC("mariadbd "),
    DYNAMODB(TEST_SERVER_OF_OURS),
    CASSANDRA(".CassandraNode "),
    /** With two agents. */
    FLEET(TEST_SERVER_OF_OURS),
    STUDY(TEST_SERVER_OF_OURS);

    private final String server;

    Work(String server) {
      this.server = server;
    }

    /** What the command line of the test server contains. */
    String server() {
      return server;
    }

    String binding() {
      return this == FLEET ? "mongodb" : name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What a series came to.
   *
   * @param happened how often each fault happened that was tried
   * @param late comparisons that had ended before their moment
   * @param wrong a line for each case with another end than those that are promised
   */
  public record Series(Map<Fault, Integer> happened, int late, List<String> wrong) {
    /** Whether each fault happened that was tried, and nothing else than promised came of it. */
    boolean isAsPromised() {
      return wrong.isEmpty() && !happened.containsValue(0);
    }
  }

  private final Work work;
  private final Path home;
  private final Path directory;
  private final long goneSeconds;

  /** How long it takes undisturbed, s; 0 until that is measured. */
  private double seconds;

  /** How much it writes then. */
  private long bytes;

  private int made;

  /**
   * Series of one work, which is measured undisturbed before the first of them. Not thread-safe.
   *
   * @param work what is disturbed
   * @param home folder of {@code bin/ycsb}
   * @param directory for the comparisons; those that went wrong stay there
   * @param goneSeconds the longest that processes of a killed program may live, s
   */
  public DisturbedComparisons(Work work, Path home, Path directory, long goneSeconds) {
    this.work = work;
    this.home = home.toAbsolutePath();
    this.directory = directory.toAbsolutePath();
    this.goneSeconds = goneSeconds;
  }

  /**
   * Disturbs so often, one fault after the other.
   *
   * @param longestStop of a process that is stopped, s
   * @throws IOException also when this machine or this user cannot make such a fault
   */
  public Series run(List<Fault> faults, int cases, long seed, double longestStop)
      throws IOException, InterruptedException {
    Map<Fault, Integer> happened = new EnumMap<>(Fault.class);
    List<String> wrong = new ArrayList<>();
    int late = 0;
    try {
      measure();
    } catch (BrokenPromise e) {
      return new Series(happened, late, List.of(e.getMessage()));
    }
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < cases; i++) {
      Fault fault = faults.get(i % faults.size());
      happened.putIfAbsent(fault, 0);
      double part = random.nextDouble();
      Disturbance disturbance =
          new Disturbance(
              fault,
              part * seconds,
              random.nextDouble(longestStop / 2, longestStop),
              (long) (part * bytes));
      DisturbedComparison one = comparison(Integer.toString(++made));
      try {
        if (one.run(disturbance)) {
          happened.merge(fault, 1, Integer::sum);
        } else {
          late++;
          // The first ones take longer, since the machine does not have their files in memory.
          seconds = Math.min(seconds, one.seconds());
        }
        one.delete();
      } catch (BrokenPromise e) {
        wrong.add("%s: %s (case %d in %s)".formatted(disturbance, e.getMessage(), made, directory));
      }
      System.out.printf(
          "%d of %d: %s, %d too late, %d wrong%n", i + 1, cases, happened, late, wrong.size());
    }
    return new Series(happened, late, List.copyOf(wrong));
  }

  private void measure() throws IOException, InterruptedException, BrokenPromise {
    if (seconds > 0) {
      return;
    }
    DisturbedComparison undisturbed = comparison("undisturbed");
    undisturbed.runUndisturbed();
    seconds = undisturbed.seconds();
    bytes = undisturbed.bytesOfResults();
    undisturbed.delete();
  }

  private DisturbedComparison comparison(String name) throws IOException {
    return new DisturbedComparison(
        work, home, Files.createDirectories(directory.resolve(name)), goneSeconds);
  }

  /**
   * Makes a series: what is disturbed, a kind of faults or one of them, number of cases, and a seed
   * to repeat it.
   */
  public static void main(String[] words) throws Exception {
    String expected =
        "%s %s CASES [SEED], or one of %s instead of its kind"
            .formatted(
                List.of(Work.values()), List.of(Fault.Kind.values()), List.of(Fault.values()));
    System.exit(
        Arguments.run(
            words,
            expected,
            arguments -> {
              arguments.requireCount(3, 4);
              Work work = arguments.constant(0, Work.class);
              List<Fault> faults = Fault.named(arguments, 1, work);
              int cases = arguments.number(2);
              long seed = arguments.seed(3);
              Series series =
                  new DisturbedComparisons(
                          work, Path.of(""), Surroundings.directory("dc"), GONE_SECONDS)
                      .run(faults, cases, seed, LONGEST_STOP_SECONDS);
              series.wrong().forEach(System.out::println);
              series.happened().entrySet().stream()
                  .filter(fault -> fault.getValue() == 0)
                  .forEach(fault -> System.out.println(fault.getKey() + " never happened"));
              return series.isAsPromised() ? 0 : 1;
            }));
  }
}
