package site.ycsb.tls.engine;

import java.util.OptionalLong;

/**
 * Says when the measured window begins, if several runs begin together. Called by the thread that
 * executes the run.
 */
public interface StartSignal {
  /** For a single run: at once. */
  StartSignal AT_ONCE = () -> OptionalLong.of(System.nanoTime());

  /**
   * Asked when all threads are connected and warm, again and again until it is known.
   *
   * @return the instant, as {@link System#nanoTime()}; a past instant means at once
   */
  OptionalLong instant();

  /**
   * The measured window has begun. Tells nobody by default.
   *
   * @param nanos when, as {@link System#nanoTime()}
   */
  default void started(long nanos) {}
}
