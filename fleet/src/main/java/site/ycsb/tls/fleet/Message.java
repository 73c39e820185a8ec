package site.ycsb.tls.fleet;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.engine.option.Phase;

/** The messages between coordinator and agents: JSON, a closed list of kinds. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(name = "hello", value = Message.Hello.class),
  @JsonSubTypes.Type(name = "fromRun", value = Message.FromRun.class),
  @JsonSubTypes.Type(name = "ended", value = Message.Ended.class),
  @JsonSubTypes.Type(name = "welcome", value = Message.Welcome.class),
  @JsonSubTypes.Type(name = "order", value = Message.Order.class),
  @JsonSubTypes.Type(name = "toRun", value = Message.ToRun.class),
  @JsonSubTypes.Type(name = "stop", value = Message.Stop.class),
  @JsonSubTypes.Type(name = "dismissed", value = Message.Dismissed.class)
})
sealed interface Message {
  /** Version of these messages; members with different versions do not work together. */
  int PROTOCOL = 2;

  /** Longer messages are not read; a result with all its histograms has about 100 KB. */
  int MOST_BYTES = 32 << 20;

  /**
   * From an agent: its first message.
   *
   * @param version of the program
   * @param host its machine's name
   * @param number wanted number; 0 = any
   */
  record Hello(int protocol, String version, String host, long pid, int number)
      implements Message {}

  /** From an agent: its run sent this. */
  record FromRun(int run, RunMessage message) implements Message {}

  /**
   * From an agent: its run has ended, and its logs are on the agent's disk.
   *
   * @param message why, where it did not end well; one line
   * @param result the content of {@code run.json}; empty when there is none
   */
  record Ended(int run, int exitCode, String message, String result) implements Message {}

  /** To an agent: it is a member of the fleet. */
  record Welcome(String name) implements Message {}

  /**
   * To an agent: fork this run.
   *
   * @param secrets names of the properties that no command line may show
   */
  record Order(
      int run, Phase phase, String binding, Map<String, String> properties, Set<String> secrets)
      implements Message {}

  /** To an agent: pass this to the run. */
  record ToRun(int run, RunMessage message) implements Message {}

  /** To an agent: end the run; its results until then are still wanted. */
  record Stop(int run) implements Message {}

  /**
   * To an agent: it is not, or no longer, needed.
   *
   * @param refusal why it is refused; empty when all work is done
   */
  record Dismissed(String refusal) implements Message {}

  ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** The bytes of the message. */
  default byte[] encode() {
    try {
      return JSON.writerFor(Message.class).writeValueAsBytes(this);
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
    return JSON.readerFor(Message.class).readValue(bytes, offset, length);
  }
}
