package site.ycsb.tls.dynamodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.DatabaseException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Operations on a table other than the benchmark's. Its messages have one line.
 *
 * @param client stays open
 */
record DynamoDbTable(String name, DynamoDbClient client, DynamoDbOptions options) {
  /** Amazon's limit of one BatchWriteItem. */
  private static final int BATCH = 25;

  private static final Duration CREATION = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(200);

  /**
   * Makes sure that the table exists, with the key of the options, and the capacity if they say
   * one.
   *
   * @throws DatabaseException when it is missing and may not be created, or is another one
   */
  TableDescription require() throws DatabaseException {
    try {
      TableDescription found = findOrCreate();
      if (!new HashSet<>(found.keySchema()).equals(new HashSet<>(options.key().schema()))) {
        throw new DatabaseException(
            "table %s has the key %s, the properties say %s; set %s and %sType as the table has it"
                .formatted(
                    name,
                    text(found.keySchema()),
                    text(options.key().schema()),
                    DynamoDbOptions.PRIMARY_KEY,
                    DynamoDbOptions.PRIMARY_KEY));
      }
      Optional<Capacity> asked = options.capacity();
      if (asked.isPresent() && !asked.get().equals(Capacity.of(found))) {
        throw new DatabaseException(
            "%s=%s, but the table %s is there with %s: give another table, or leave it out"
                .formatted(DynamoDbOptions.CAPACITY, asked.get(), name, Capacity.of(found)));
      }
      return found;
    } catch (SdkException e) {
      throw new DatabaseException(
          "table " + name + " cannot be looked at: " + DynamoDbFailure.reason(e), e);
    }
  }

  private TableDescription findOrCreate() throws DatabaseException {
    try {
      return client.describeTable(r -> r.tableName(name)).table();
    } catch (ResourceNotFoundException e) {
      if (!options.createTable()) {
        throw new DatabaseException(
            "there is no table %s in %s; create it, or set %s=true"
                .formatted(name, options.region(), DynamoDbOptions.CREATE_TABLE),
            e);
      }
      return create();
    }
  }

  private TableDescription create() {
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .tableName(name)
            .keySchema(options.key().schema())
            .attributeDefinitions(options.key().definitions());
    options.capacity().orElse(Capacity.ON_DEMAND).in(request);
    try {
      client.createTable(request.build());
    } catch (ResourceInUseException e) {
      // Another process of the same benchmark was faster, which is fine.
    }
    return client
        .waiter()
        .waitUntilTableExists(
            r -> r.tableName(name),
            o ->
                o.maxAttempts(Integer.MAX_VALUE)
                    .waitTimeout(CREATION)
                    .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(POLL)))
        .matched()
        .response()
        .orElseThrow()
        .table();
  }

  /**
   * Removes all items; a missing table is not an error.
   *
   * @throws DatabaseException when one could not be removed
   */
  void clear() throws DatabaseException {
    try {
      ScanRequest keys =
          ScanRequest.builder()
              .tableName(name)
              .consistentRead(true)
              .attributesToGet(
                  options.key().schema().stream().map(KeySchemaElement::attributeName).toList())
              .build();
      List<WriteRequest> batch = new ArrayList<>();
      for (Map<String, AttributeValue> key : client.scanPaginator(keys).items()) {
        batch.add(WriteRequest.builder().deleteRequest(d -> d.key(key)).build());
        if (batch.size() == BATCH) {
          write(batch);
          batch.clear();
        }
      }
      write(batch);
    } catch (ResourceNotFoundException e) {
      // Nothing to remove.
    } catch (SdkException e) {
      throw new DatabaseException(
          "table " + name + " cannot be emptied: " + DynamoDbFailure.reason(e), e);
    }
  }

  /** Sends the requests until none is left unprocessed; unprocessed means throttled. */
  private void write(List<WriteRequest> requests) {
    Map<String, List<WriteRequest>> left =
        requests.isEmpty() ? Map.of() : Map.of(name, List.copyOf(requests));
    while (!left.isEmpty()) {
      Map<String, List<WriteRequest>> now = left;
      left = client.batchWriteItem(b -> b.requestItems(now)).unprocessedItems();
    }
  }

  private static String text(List<KeySchemaElement> schema) {
    return schema.stream()
        .map(element -> element.attributeName() + " (" + element.keyTypeAsString() + ")")
        .collect(Collectors.joining(" + "));
  }
}
