package site.ycsb.tls.fleet;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * The messages between a forked run and its coordinator; the agent between them forwards them. A
 * run that takes turns has orders and reports instead; its agent says once that it is {@link Alive}
 * and ready.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(name = "alive", value = RunMessage.Alive.class),
  @JsonSubTypes.Type(name = "started", value = RunMessage.Started.class),
  @JsonSubTypes.Type(name = "status", value = RunMessage.Status.class),
  @JsonSubTypes.Type(name = "ping", value = RunMessage.Ping.class),
  @JsonSubTypes.Type(name = "start", value = RunMessage.Start.class)
})
sealed interface RunMessage {

  /**
   * From a run: it is connected to its agent; and the answer to each ping.
   *
   * @param ready whether it takes orders: the threads of a whole run are connected to the database
   *     then, and warm
   */
  record Alive(boolean ready) implements RunMessage {}

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
   * To a run: the coordinator is there; answer with {@link Alive}.
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
