package site.ycsb.tls.study.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import site.ycsb.tls.property.UsageException;

/**
 * A value of a YAML file, with its position.
 *
 * @param name its key
 */
record YamlValue(String file, String name, Node node) {
  private static final int DEEPEST = 20;

  /** The library needs seconds for a value of a few megabytes. */
  private static final int LONGEST = 1_000_000;

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  /**
   * The whole of a file.
   *
   * @param file its name in messages
   * @throws UsageException when it is not YAML, or empty
   */
  static YamlValue parse(String file, String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).setUseMarks(true).build();
    if (text.length() > LONGEST) {
      throw new UsageException(
          "%s:1: %d characters, expected at most %d".formatted(file, text.length(), LONGEST));
    }
    try {
      requireFlat(file, new Parse(settings).parseString(text));
      Node root =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new UsageException(file + ":1: the file is empty"));
      return new YamlValue(file, "the file", root);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(m -> m.getLine() + 1).orElse(1);
      throw new UsageException(file + ":" + line + ": no YAML: " + e.getProblem(), e);
    } catch (YamlEngineException e) {
      throw new UsageException(file + ":1: no YAML: " + e.getMessage(), e);
    }
  }

  /** The library composes nested nodes by recursion. */
  private static void requireFlat(String file, Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
      if (depth > DEEPEST) {
        int line = event.getStartMark().map(Mark::getLine).orElse(0) + 1;
        throw new UsageException(
            file + ":" + line + ": nested deeper than " + DEEPEST + "; a study is not");
      }
    }
  }

  /** The exception for a wrong value; the message begins with file and line. */
  UsageException error(String message) {
    int line = node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    return new UsageException(file + ":" + line + ": " + message);
  }

  /**
   * The text of a scalar, as it is written, without blanks around it.
   *
   * @throws UsageException when it is a list, a mapping, or nothing
   */
  String text() {
    if (node instanceof ScalarNode scalar
        && !scalar.getTag().equals(Tag.NULL)
        && !scalar.getValue().isBlank()) {
      // It is printed, and a terminal would take them for commands.
      if (CONTROL.matcher(scalar.getValue()).find()) {
        throw error(name + " has a control character; leave it out");
      }
      return scalar.getValue().strip();
    }
    throw error(name + " is " + kind() + ", expected a text or a number");
  }

  /**
   * The converted text.
   *
   * @param reader may throw an {@link IllegalArgumentException} whose message says what is expected
   */
  <T> T as(Function<String, T> reader) {
    String text = text();
    try {
      return reader.apply(text);
    } catch (NumberFormatException e) {
      throw error(name + ": " + text + " is not a number");
    } catch (IllegalArgumentException | UsageException e) {
      throw error(name + ": " + e.getMessage());
    }
  }

  /** The values of a list; a scalar is a list of one. */
  List<YamlValue> list() {
    if (node instanceof SequenceNode sequence) {
      if (sequence.getValue().isEmpty()) {
        throw error(name + " is an empty list, expected at least one value");
      }
      return sequence.getValue().stream().map(item -> new YamlValue(file, name, item)).toList();
    }
    text();
    return List.of(this);
  }

  /** The texts of a list. */
  List<String> texts() {
    return list().stream().map(YamlValue::text).toList();
  }

  /**
   * The values of a mapping, in order.
   *
   * @throws UsageException when it is not a mapping, or has a key twice
   */
  Map<String, YamlValue> map() {
    if (!(node instanceof MappingNode mapping)) {
      throw error(name + " is " + kind() + ", expected a mapping of names to values");
    }
    Map<String, YamlValue> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlValue key = new YamlValue(file, "a name in " + name, tuple.getKeyNode());
      String text = key.text();
      if (values.put(text, new YamlValue(file, text, tuple.getValueNode())) != null) {
        throw key.error(name + " has " + text + " twice");
      }
    }
    return values;
  }

  /** The texts of a mapping, in order. */
  Map<String, String> textMap() {
    return map().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, e -> e.getValue().text(), (a, b) -> b, LinkedHashMap::new));
  }

  /** The value as a mapping with these keys and no others. */
  YamlFields fields(String... known) {
    return new YamlFields(this, List.of(known));
  }

  private String kind() {
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    return node instanceof SequenceNode ? "a list" : "empty";
  }
}
