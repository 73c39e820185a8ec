package site.ycsb.tls.property;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The declaration of a property: all that is known of it, in one place. Help, the manual, the
 * refusal of misspelled names, masking and the sets of properties that a command treats in its own
 * way come from declarations, and {@link TypedProperties} reads values with them. Immutable.
 *
 * @param <T> what a value is once it is parsed
 * @param name the whole name
 * @param defaultText the default, or what stands for it in words; may be empty
 * @param defaultValue the default; empty where there is none, or where it depends on something else
 * @param description one line, with the unit
 * @param scopes the special treatments that it gets
 */
public record Property<T>(
    String name,
    ValueType<T> type,
    String defaultText,
    Optional<T> defaultValue,
    String description,
    Set<Scope> scopes) {
  /** Special treatment of a property; each part of the program has its own. */
  public interface Scope {}

  public Property {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
    Objects.requireNonNull(defaultText);
    Objects.requireNonNull(description);
  }

  /**
   * A property with a default.
   *
   * @param name the whole name
   * @param defaultText the default as a user would write it
   * @param description one line, with the unit
   * @throws IllegalArgumentException when the default is no value of this type
   */
  public static <T> Property<T> of(
      String name, ValueType<T> type, String defaultText, String description) {
    return new Property<>(
        name, type, defaultText, Optional.of(type.parse(defaultText)), description, Set.of());
  }

  /**
   * A property that may be absent, or whose default depends on something else.
   *
   * @param name the whole name
   * @param absence what its absence means, in words; may be empty
   * @param description one line, with the unit
   */
  public static <T> Property<T> optional(
      String name, ValueType<T> type, String absence, String description) {
    return new Property<>(name, type, absence, Optional.empty(), description, Set.of());
  }

  /**
   * A property that is {@code false} unless it is given.
   *
   * @param name the whole name
   * @param description one line
   */
  public static Property<Boolean> flag(String name, String description) {
    return of(name, ValueType.flag(), "false", description);
  }

  /**
   * The properties that are constants of the class and have their values by now, in the order of
   * their declaration, which is that of the help.
   */
  public static List<Property<?>> declaredIn(Class<?> type) {
    List<Property<?>> declared = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      try {
        if (field.getType() == Property.class) {
          field.setAccessible(true);
          Optional.ofNullable((Property<?>) field.get(null)).ifPresent(declared::add);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("a constant cannot be read: " + field, e);
      }
    }
    return List.copyOf(declared);
  }

  /** The same property with special treatment. */
  public Property<T> in(Scope... more) {
    return new Property<>(name, type, defaultText, defaultValue, description, Set.of(more));
  }

  /** The same property where another value allows only a part of the range. */
  public Property<T> within(ValueType<T> narrower) {
    return new Property<>(name, narrower, defaultText, defaultValue, description, scopes);
  }

  /** Whether the value must never be printed or stored. */
  public boolean secret() {
    return type.secret();
  }

  /** Whether it gets this treatment. */
  public boolean is(Scope scope) {
    return scopes.contains(scope);
  }

  /**
   * The exception for a value that is not what was expected.
   *
   * @param given may be a part of the value
   * @param cause may be null
   */
  public UsageException refused(String given, String expected, Throwable cause) {
    return new UsageException(name + "=" + given + ": expected " + expected, cause);
  }

  /** The names of these properties. */
  public static List<String> names(Collection<Property<?>> properties) {
    return properties.stream().map(Property::name).toList();
  }

  /** The names of those that get this treatment. */
  public static Set<String> names(Collection<Property<?>> properties, Scope scope) {
    return properties.stream()
        .filter(property -> property.is(scope))
        .map(Property::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The name. */
  @Override
  public String toString() {
    return name;
  }
}
