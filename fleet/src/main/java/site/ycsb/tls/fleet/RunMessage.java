package site.ycsb.tls.fleet;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The messages between a forked run and its coordinator; the agent between them forwards them. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(name = "alive", value = RunMessage.Alive.class),
  @JsonSubTypes.Type(name = "pong", value = RunMessage.Pong.class),
  @JsonSubTypes.Type(name = "started", value = RunMessage.Started.class),
  @JsonSubTypes.Type(name = "status", value = RunMessage.Status.class),
  @JsonSubTypes.Type(name = "ping", value = RunMessage.Ping.class),
  @JsonSubTypes.Type(name = "start", value = RunMessage.Start.class)
})
sealed interface RunMessage {

  /**
   * From a run: it is connected to its agent.
   *
   * @param ready whether its threads are connected to the database, and warm
   */
  record Alive(boolean ready) implements RunMessage {}

  /**
   * From a run: the answer to a ping.
   *
   * @param number of the ping
   * @param nanos the run's {@link System#nanoTime()}
   * @param wallMillis its wall clock, ms since 1970
   */
  record Pong(long number, long nanos, long wallMillis) implements RunMessage {}

  /**
   * From a run: its measured window has begun.
   *
   * @param nanos when, as its {@link System#nanoTime()}
   */
  record Started(long nanos) implements RunMessage {}

  /**
   * From a run: its progress.
   *
   * @param seconds since the start of the measured window, 0 or more
   * @param operations until then, 0 or more
   */
  record Status(long seconds, long operations) implements RunMessage {
    public Status {
      if (seconds < 0 || operations < 0) {
        throw new IllegalArgumentException(
            "a run's progress cannot be negative: " + seconds + " s, " + operations);
      }
    }
  }

  /**
   * To a run: answer with a {@link Pong}.
   *
   * @param number of the ping, 1 or more
   */
  record Ping(long number) implements RunMessage {}

  /**
   * To a run: begin the measured window.
   *
   * @param nanos when, as the run's {@link System#nanoTime()}
   */
  record Start(long nanos) implements RunMessage {}
}
