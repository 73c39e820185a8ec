package site.ycsb.tls.account;

/**
 * System calls that moved bytes of this process's connections; those that found nothing to read or
 * no room to write are not counted.
 *
 * @param writes that sent at least one byte
 * @param reads that received at least one byte
 */
public record CallCounts(long writes, long reads) {
  /** No call. */
  public static final CallCounts NONE = new CallCounts(0, 0);

  /** The calls between the earlier count and this one. */
  public CallCounts minus(CallCounts earlier) {
    return new CallCounts(writes - earlier.writes, reads - earlier.reads);
  }

  /** The sum of both. */
  public CallCounts plus(CallCounts other) {
    return new CallCounts(writes + other.writes, reads + other.reads);
  }
}
