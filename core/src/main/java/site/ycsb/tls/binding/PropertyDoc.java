package site.ycsb.tls.binding;

import java.util.Objects;

/**
 * The declaration of a property, for the help and for finding misspelled names.
 *
 * @param name the property's whole name
 * @param defaultValue the default, or what stands for it in words; may be empty
 * @param description one line, with units and range
 * @param secret whether the value must never be printed or stored
 */
public record PropertyDoc(String name, String defaultValue, String description, boolean secret) {
  public PropertyDoc {
    Objects.requireNonNull(name);
    Objects.requireNonNull(defaultValue);
    Objects.requireNonNull(description);
  }

  public PropertyDoc(String name, String defaultValue, String description) {
    this(name, defaultValue, description, false);
  }
}
