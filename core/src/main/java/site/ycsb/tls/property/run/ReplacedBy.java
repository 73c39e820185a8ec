package site.ycsb.tls.property.run;

import site.ycsb.tls.property.Property;

/**
 * Another name of the same setting: where both are given, the value of the other counts. A
 * comparison refuses points and variants that differ in the one that does not.
 *
 * @param other the name that counts
 */
public record ReplacedBy(Property<?> other) implements Property.Scope {}
