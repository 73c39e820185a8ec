package site.ycsb.tls.binding;

import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The declaration of a property. Help, the manual, the refusal of misspelled names and the sets of
 * properties that a command treats in its own way all come from the declarations.
 *
 * @param name the property's whole name
 * @param defaultValue the default, or what stands for it in words; may be empty
 * @param description one line, with units and range
 * @param secret whether the value must never be printed or stored
 * @param scopes where it is treated in a special way; usually none
 */
public record PropertyDoc(
    String name, String defaultValue, String description, boolean secret, Set<Scope> scopes) {

  /** Special treatment of a property. */
  public enum Scope {
    /** A comparison gives each run its own value; the user's has no effect there. */
    SET_BY_COMPARISON,
    /** It is about the transactions: a load that precedes them does not get it. */
    TRANSACTIONS,
    /** Only the coordinator of a fleet uses it: agents do not get it, and ignore it. */
    COORDINATOR,
    /** Only the first agent of a fleet gets it: once is enough, and twice would be wrong. */
    FIRST_AGENT
  }

  public PropertyDoc {
    Objects.requireNonNull(name);
    Objects.requireNonNull(defaultValue);
    Objects.requireNonNull(description);
    scopes = Set.copyOf(scopes);
  }

  public PropertyDoc(String name, String defaultValue, String description) {
    this(name, defaultValue, description, false);
  }

  public PropertyDoc(String name, String defaultValue, String description, boolean secret) {
    this(name, defaultValue, description, secret, Set.of());
  }

  /** The same property with special treatment. */
  public PropertyDoc in(Scope... more) {
    return new PropertyDoc(name, defaultValue, description, secret, Set.of(more));
  }

  /** The names of the properties with this treatment. */
  public static Set<String> names(Collection<PropertyDoc> properties, Scope scope) {
    return properties.stream()
        .filter(property -> property.scopes.contains(scope))
        .map(PropertyDoc::name)
        .collect(Collectors.toUnmodifiableSet());
  }
}
