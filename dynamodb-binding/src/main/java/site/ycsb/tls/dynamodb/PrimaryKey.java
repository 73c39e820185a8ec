package site.ycsb.tls.dynamodb;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Converts a record's key in YCSB to an item's key; all its attributes are strings.
 *
 * @param name attribute that holds YCSB's key
 * @param partition the hash key with the same value in all items, whose range key then is {@code
 *     name}; empty when {@code name} is the hash key itself
 */
record PrimaryKey(String name, Optional<Partition> partition) {

  /**
   * A hash key that all items share.
   *
   * @param name of the attribute
   * @param value of the attribute
   */
  record Partition(String name, AttributeValue value) {}

  /** The item's key. */
  Map<String, AttributeValue> of(String key) {
    AttributeValue value = AttributeValue.fromS(key);
    return partition.isPresent()
        ? Map.of(partition.get().name(), partition.get().value(), name, value)
        : Map.of(name, value);
  }

  /** Whether the attribute is part of the key. */
  boolean has(String attribute) {
    return attribute.equals(name) || partition.filter(p -> p.name().equals(attribute)).isPresent();
  }

  /** The key schema of the table. */
  List<KeySchemaElement> schema() {
    return partition.isPresent()
        ? List.of(element(partition.get().name(), KeyType.HASH), element(name, KeyType.RANGE))
        : List.of(element(name, KeyType.HASH));
  }

  /** The types of the key's attributes. */
  List<AttributeDefinition> definitions() {
    return schema().stream()
        .map(
            element ->
                AttributeDefinition.builder()
                    .attributeName(element.attributeName())
                    .attributeType(ScalarAttributeType.S)
                    .build())
        .toList();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
