package site.ycsb.tls.fleet;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** The messages between coordinator and agents: JSON, a closed list of kinds. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(name = "hello", value = Message.Hello.class),
  @JsonSubTypes.Type(name = "pong", value = Message.Pong.class),
  @JsonSubTypes.Type(name = "fromRun", value = Message.FromRun.class),
  @JsonSubTypes.Type(name = "sliced", value = Message.Sliced.class),
  @JsonSubTypes.Type(name = "ended", value = Message.Ended.class),
  @JsonSubTypes.Type(name = "welcome", value = Message.Welcome.class),
  @JsonSubTypes.Type(name = "ping", value = Message.Ping.class),
  @JsonSubTypes.Type(name = "fork", value = Message.Fork.class),
  @JsonSubTypes.Type(name = "slice", value = Message.Slice.class),
  @JsonSubTypes.Type(name = "stop", value = Message.Stop.class),
  @JsonSubTypes.Type(name = "dismissed", value = Message.Dismissed.class)
})
sealed interface Message {
  /** Version of these messages; members with different versions do not work together. */
  int PROTOCOL = 5;

  /** Longer messages are not read; a result with all its histograms has about 100 KB. */
  int MOST_BYTES = 32 << 20;

  /**
   * From an agent: its first message.
   *
   * @param version of the program
   * @param java version and vendor of its JVM
   * @param host its machine's name
   * @param machine which machine that is; two agents with the same one share processors
   * @param number wanted number; 0 = any
   */
  record Hello(
      int protocol, String version, String java, String host, String machine, long pid, int number)
      implements Message {}

  /**
   * From an agent: the answer to a ping.
   *
   * @param number of the ping
   * @param nanos its {@link System#nanoTime()}
   * @param wallMillis its wall clock, ms since 1970
   */
  record Pong(long number, long nanos, long wallMillis) implements Message {}

  /** From an agent: its run sent this. */
  record FromRun(int run, RunMessage message) implements Message {}

  /**
   * From an agent: its run has followed the last order. With the times at which order and report
   * came and went, each slice compares the two clocks as a ping does.
   *
   * @param receivedAt when the order came, as the agent's {@link System#nanoTime()}
   * @param sentAt when this was sent, likewise
   */
  record Sliced(int run, long receivedAt, long sentAt, SliceReport report) implements Message {
    public Sliced {
      Objects.requireNonNull(report);
    }
  }

  /**
   * From an agent: its run has ended, and its logs are on the agent's disk.
   *
   * @param message why, where it did not end well; one line
   * @param result the content of {@code run.json}; empty when there is none
   */
  record Ended(int run, int exitCode, String message, String result) implements Message {}

  /**
   * To an agent: it is a member of the fleet.
   *
   * @param number its own, from 1
   */
  record Welcome(int number, String name) implements Message {}

  /** To an agent: answer at once with a {@link Pong}, and ping the runs that are watched. */
  record Ping(long number) implements Message {}

  /**
   * To an agent: fork this run.
   *
   * @param turns how it takes turns with other runs of the agent, which stay alive; null for a
   *     whole run, before which all others are ended
   */
  record Fork(
      int run,
      Phase phase,
      String binding,
      Map<String, String> properties,
      Fleet.SideBySideRuns turns)
      implements Message {}

  /**
   * To all agents: pass this order to the run; those that do not have it ignore it. A whole run is
   * one slice, and decides how long that lasts.
   *
   * @param order without an instant
   * @param settleNanos see {@link Order#settleNanos}
   * @param beginAt the instant of a slice: for each agent, by its number, in its own {@link
   *     System#nanoTime()}; empty for other orders
   */
  record Slice(int run, Order order, long settleNanos, Map<Integer, Long> beginAt)
      implements Message {
    public Slice {
      beginAt = Map.copyOf(beginAt);
      if (order.isSlice() == beginAt.isEmpty()) {
        throw new IllegalArgumentException(
            "a slice needs its instants, and no other order has any: " + order + ", " + beginAt);
      }
    }

    /**
     * The order of one agent.
     *
     * @throws IllegalArgumentException when it is a slice that this agent has no part in
     */
    Order of(int agent) {
      if (!order.isSlice()) {
        return order;
      }
      Long instant = beginAt.get(agent);
      if (instant == null) {
        throw new IllegalArgumentException(
            "no instant for agent " + agent + " in a slice of run " + run + ": " + beginAt);
      }
      return order.at(instant, settleNanos);
    }
  }

  /** To an agent: end the run; its results until then are still wanted. */
  record Stop(int run) implements Message {}

  /**
   * To an agent: it is not, or no longer, needed.
   *
   * @param refusal why it is refused; empty when all work is done
   */
  record Dismissed(String refusal) implements Message {}

  ObjectReader READER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build()
          .readerFor(Message.class);

  ObjectWriter WRITER = JsonMapper.builder().build().writerFor(Message.class);

  /** The bytes of the message. */
  default byte[] encode() {
    try {
      return WRITER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of strings and numbers can be written", e);
    }
  }

  /**
   * Reads what {@link #encode} made.
   *
   * @throws IOException when it is not one of these kinds, or too long
   */
  static Message decode(byte[] bytes, int offset, int length) throws IOException {
    if (length > MOST_BYTES) {
      throw new IOException("a message of " + length + " bytes; expected at most " + MOST_BYTES);
    }
    return READER.readValue(bytes, offset, length);
  }
}
