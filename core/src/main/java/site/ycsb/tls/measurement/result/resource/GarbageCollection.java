package site.ycsb.tls.measurement.result.resource;

/**
 * Collections of one garbage collector.
 *
 * @param count how many
 * @param millis how long together, ms
 */
public record GarbageCollection(long count, long millis) {

  /** The sum of both. */
  public GarbageCollection plus(GarbageCollection other) {
    return new GarbageCollection(count + other.count, millis + other.millis);
  }

  /** The collections after the earlier ones. */
  public GarbageCollection minus(GarbageCollection earlier) {
    return new GarbageCollection(count - earlier.count, millis - earlier.millis);
  }
}
