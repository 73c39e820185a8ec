package site.ycsb.tls.property;

import java.util.Objects;

/**
 * A password. {@link #toString} gives stars, so that no message, log or result contains it by
 * accident.
 *
 * @param value the password itself
 */
public record Secret(String value) {
  public Secret {
    Objects.requireNonNull(value);
  }

  /** A new array, as Java's key stores need it. */
  public char[] chars() {
    return value.toCharArray();
  }

  @Override
  public String toString() {
    return "***";
  }
}
