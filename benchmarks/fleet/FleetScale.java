import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A fleet that takes turns, simulated: how long slices must be with so many agents, how much of them
 * is lost, and what the coordinator does for it. Nothing is measured here: the costs are given.
 *
 * <pre>
 * java benchmarks/fleet/FleetScale.java ROUND-TRIP-MS JITTER-MS ORDER-US SEND-US RECEIVE-US BYTES
 *   ROUND-TRIP-MS  shortest round trip between coordinator and agents
 *   JITTER-MS      how late an agent begins, mean of an exponential distribution
 *   ORDER-US       CPU time of the coordinator to make the order of a slice
 *   SEND-US        to send it to one agent
 *   RECEIVE-US     and to take one report
 *   BYTES          of an order and its report, without the agents' instants
 * </pre>
 *
 * The model: each clock is known to half of a round trip, and is wrong by a uniform part of it. All
 * agents are active from the last beginning to the first end. The order is sent to one agent after
 * the other, so the last one gets it later: the gap between two slices is a round trip, and all
 * sendings and receivings. Heartbeats go from each member to each other one every 2 s.
 */
public class FleetScale {
  private static final int[] AGENTS = {2, 8, 32, 100, 300, 1000};
  private static final double MOST_SKEW = 0.02;
  private static final double SHORTEST = 0.1;
  private static final double LONGEST = 2;
  private static final int SLICES = 2000;
  private static final double HEARTBEAT_SECONDS = 2;

  /** An agent's instant in an order, bytes. */
  private static final double INSTANT = 24;

  public static void main(String[] args) {
    double roundTrip = Double.parseDouble(args[0]) / 1e3;
    double jitter = Double.parseDouble(args[1]) / 1e3;
    double order = Double.parseDouble(args[2]) / 1e6;
    double send = Double.parseDouble(args[3]) / 1e6;
    double receive = Double.parseDouble(args[4]) / 1e6;
    double bytes = Double.parseDouble(args[5]);
    System.out.println(
        "| agents | skew, median | slice | active together | gap between slices | messages/s | coordinator's CPU | kB/s | heartbeats/s in the fleet |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    SplittableRandom random = new SplittableRandom(57);
    for (int agents : AGENTS) {
      double[] skews = new double[SLICES];
      double[] wrong = new double[agents];
      for (int i = 0; i < agents; i++) {
        wrong[i] = (random.nextDouble() - 0.5) * roundTrip / 2;
      }
      for (int slice = 0; slice < SLICES; slice++) {
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < agents; i++) {
          double began = wrong[i] - jitter * Math.log(1 - random.nextDouble());
          first = Math.min(first, began);
          last = Math.max(last, began);
        }
        skews[slice] = last - first;
      }
      Arrays.sort(skews);
      double median = skews[SLICES / 2];
      // What the program can know: the bound of two clocks, and what it sees.
      double needed = Math.max(roundTrip, Math.min(median, LONGEST * MOST_SKEW)) / MOST_SKEW;
      double length = Math.max(SHORTEST, needed);
      double mean = Arrays.stream(skews).average().orElseThrow();
      double work = order + agents * (send + receive);
      double gap = roundTrip + work;
      double perSecond = agents / (length + gap);
      System.out.printf(
          Locale.ROOT,
          "| %d | %.1f ms | %s | %.1f %% | %.0f ms | %.0f | %.1f %% of a core | %.0f | %.0f |%n",
          agents,
          1e3 * median,
          needed > LONGEST ? String.format(Locale.ROOT, "%.1f s: refused", needed) : String.format(Locale.ROOT, "%.0f ms", 1e3 * length),
          100 * Math.max(0, 1 - mean / length),
          1e3 * gap,
          2 * perSecond,
          100 * work / (length + gap),
          perSecond * (bytes + INSTANT * agents) / 1e3,
          agents * (agents + 1) / HEARTBEAT_SECONDS);
    }
  }
}
