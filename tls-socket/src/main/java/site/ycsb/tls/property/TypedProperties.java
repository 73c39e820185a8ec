package site.ycsb.tls.property;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The values of declared properties. Every method throws a {@link UsageException} that names the
 * property, what was given and what is expected. A value of nothing but blanks counts as absent,
 * unless blanks belong to the values of this type.
 */
public final class TypedProperties {
  private final UnaryOperator<String> values;

  public TypedProperties(Properties properties) {
    this.values = properties::getProperty;
  }

  public TypedProperties(Map<String, String> properties) {
    this.values = properties::get;
  }

  /** Of a file, or of a class of YCSB: by name, defaults too; a new map, sorted by name. */
  public static Map<String, String> asMap(Properties properties) {
    Map<String, String> map = new TreeMap<>();
    properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
    return map;
  }

  /** As the classes of YCSB want them. */
  public static Properties asProperties(Map<String, String> map) {
    Properties properties = new Properties();
    properties.putAll(map);
    return properties;
  }

  /** All of them in a new map, of which later ones win. */
  @SafeVarargs
  public static Map<String, String> merged(Map<String, String>... parts) {
    Map<String, String> all = new TreeMap<>();
    for (Map<String, String> part : parts) {
      all.putAll(part);
    }
    return all;
  }

  /**
   * The value, or the default.
   *
   * @throws IllegalArgumentException when the property has no default
   */
  public <T> T get(Property<T> property) {
    return given(property)
        .or(property::defaultValue)
        .orElseThrow(() -> new IllegalArgumentException(property + " has no default"));
  }

  /** The value, or what is the default here. */
  public <T> T get(Property<T> property, T absent) {
    return given(property).orElse(absent);
  }

  /** The value; empty when absent. */
  public <T> Optional<T> given(Property<T> property) {
    return text(property)
        .map(
            value -> {
              try {
                return property.type().parse(value);
              } catch (IllegalArgumentException e) {
                throw new UsageException(property + "=" + value + ": " + e.getMessage(), e);
              }
            });
  }

  /** Whether there is a value. */
  public boolean has(Property<?> property) {
    return text(property).isPresent();
  }

  /**
   * Refuses a value without what gives it effect: figures would be named by what was not done.
   *
   * @param effective whether a value has an effect here
   * @param needed what it has none without, as in {@code mongodb.shared=true}
   * @throws UsageException when there is a value without effect, or it is not understood
   */
  public void requireEffect(Property<?> property, boolean effective, String needed) {
    if (given(property).isPresent() && !effective) {
      throw new UsageException(
          "%s=%s has no effect without %s: give that too, or leave it out"
              .formatted(property, text(property).orElseThrow(), needed));
    }
  }

  /** The value as it is written; empty when absent. */
  public Optional<String> text(Property<?> property) {
    Optional<String> given = Optional.ofNullable(values.apply(property.name()));
    return property.type().verbatim()
        ? given
        : given.map(String::trim).filter(value -> !value.isEmpty());
  }
}
