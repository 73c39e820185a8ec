package site.ycsb.tls.measurement.result;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How several agents made the run together. The other fields are their sums. The window of a whole
 * run is from the first start to the last end; that of a run in slices is so long that its
 * throughput is the sum of the agents' throughputs, each in its own active time.
 *
 * @param startSkewSeconds time between the first agent's start and the last one's; in slices, the
 *     mean over them
 * @param clockErrorSeconds the largest error of that: the sum of the errors of two agents' clocks,
 *     each half of the round trip of the ping that compared it with the coordinator's (Cristian
 *     1989)
 * @param togetherShare share of the window, or of the slices, in which all of them measured, 0–1
 * @param members the agents, in their order
 */
public record FleetFigures(
    double startSkewSeconds, double clockErrorSeconds, double togetherShare, List<Member> members) {

  /**
   * One agent's share.
   *
   * @param name number, host and process
   * @param threads its number of load threads
   * @param startSeconds its start, since that of the first agent; in slices, the mean over them
   * @param runtimeSeconds length of its own measured window
   * @param succeeded operations that returned OK
   * @param failed operations that did not
   * @param cpuSeconds CPU time of its load generator; null when it is known too coarsely
   * @param foreignShare of its machine; other agents there count as foreign
   */
  public record Member(
      String name,
      int threads,
      double startSeconds,
      double runtimeSeconds,
      long succeeded,
      long failed,
      Double cpuSeconds,
      double foreignShare) {
    /** Of {@code agent 1 (host, process 4711)}, the host. */
    private String host() {
      return name.replaceAll("^agent \\d+ \\(|, process \\d+\\)$", "");
    }
  }

  /** The machines of the agents, each as often as it has some, in alphabetical order. */
  public String machines() {
    return members.stream().map(Member::host).sorted().collect(Collectors.joining(" and "));
  }
}
