package site.ycsb.tls.jvm;

/**
 * The bytes of a process's connections to others, both directions together.
 *
 * @param bytes all of them
 * @param bytesBeforeTls those in clear with which connections began that went on with the pinned
 *     TLS: questions and answers of STARTTLS and proxies
 * @param bytesUnaccounted those that were not as pinned; 0 or the run's figures prove nothing
 */
public record ByteBalance(long bytes, long bytesBeforeTls, long bytesUnaccounted) {
  /** No byte. */
  public static final ByteBalance NONE = new ByteBalance(0, 0, 0);

  /** The sum of both. */
  public ByteBalance plus(ByteBalance other) {
    return new ByteBalance(
        bytes + other.bytes,
        bytesBeforeTls + other.bytesBeforeTls,
        bytesUnaccounted + other.bytesUnaccounted);
  }
}
