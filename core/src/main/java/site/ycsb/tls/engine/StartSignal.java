package site.ycsb.tls.engine;

import java.util.OptionalLong;

/**
 * Says when the measured window begins, if several runs begin together. Called by the thread that
 * executes the run.
 */
public interface StartSignal {
  /** For a single run: at once. */
  StartSignal AT_ONCE =
      new StartSignal() {
        @Override
        public OptionalLong instant() {
          return OptionalLong.of(System.nanoTime());
        }

        @Override
        public void started(long nanos) {}
      };

  /**
   * Asked when all threads are connected and warm, again and again until it is known.
   *
   * @return the instant, as {@link System#nanoTime()}; a past instant means at once
   */
  OptionalLong instant();

  /**
   * The measured window has begun.
   *
   * @param nanos when, as {@link System#nanoTime()}
   */
  void started(long nanos);
}
