package site.ycsb.tls.reliability;

/**
 * What tests draw from. It is the same each time, so that a test fails for what was changed; the
 * programs draw new series. {@code mvn -Dtests.seed=N} gives another.
 */
public final class TestSeed {
  public static final long VALUE = Long.getLong("tests.seed", 20261127);

  /** For a test's failures. */
  public static final String WORDS = "-Dtests.seed=" + VALUE;

  private TestSeed() {}
}
