package site.ycsb.tls.engine.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/**
 * This process's part of a run's threads, if several processes, the members of a fleet, make the
 * run together. The user's figures are totals of all members; thread number {@code t} does the same
 * in whichever member it runs.
 *
 * @param member number of this process, from 0
 * @param members number of processes
 * @param first number of this process's first thread in the whole run, from 0
 * @param threads number of this process's threads
 * @param all number of the run's threads
 */
public record Share(int member, int members, int first, int threads, int all) {
  private static final Pattern MEMBER = Pattern.compile("([1-9]\\d{0,5})/([1-9]\\d{0,5})");

  /**
   * Distributes the threads as evenly as possible; the first members have one more.
   *
   * @throws UsageException when there are fewer threads than members
   */
  public Share(int member, int members, int all) {
    this(
        member,
        members,
        member * (all / members) + Math.min(member, all % members),
        all / members + (member < all % members ? 1 : 0),
        all);
    if (all < members) {
      throw new UsageException(
          "%d threads with something to do, for %d agents: each needs one; give -threads %d or more, and as many operations or records"
              .formatted(all, members, members));
    }
  }

  /**
   * The share of the member in the property's value.
   *
   * @param text such as {@code 2/8}
   */
  public static Share parse(String text, int all) {
    Matcher matcher = MEMBER.matcher(text);
    if (matcher.matches()) {
      int member = Integer.parseInt(matcher.group(1));
      int members = Integer.parseInt(matcher.group(2));
      if (member <= members) {
        return new Share(member - 1, members, all);
      }
    }
    throw new UsageException(
        "%s=%s: expected MEMBER/MEMBERS, such as 2/8; a fleet sets it itself"
            .formatted(RunProperties.FLEET_MEMBER, text));
  }

  /** Whether this process makes the run alone. */
  public boolean isWhole() {
    return members == 1;
  }

  /**
   * The number of items for this share, if they are distributed evenly over all threads in their
   * order.
   */
  public long of(long total) {
    return threads * (total / all) + Math.max(0, Math.min(threads, total % all - first));
  }

  /** The number of items for the threads before this share. */
  public long before(long total) {
    return first * (total / all) + Math.min(first, total % all);
  }

  /** This share's part of a rate. */
  public double of(double rate) {
    return rate * threads / all;
  }
}
