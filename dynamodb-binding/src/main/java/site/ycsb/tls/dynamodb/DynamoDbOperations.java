package site.ycsb.tls.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The operations of one thread. A record is an item whose fields are attributes of type string, as
 * upstream stores them. One that has none of the fields that are read is not found.
 *
 * <p>An operation that fails returns a status with the name {@code ERROR}, or {@code THROTTLED}
 * when the server throttled it, and the reason as its description.
 */
final class DynamoDbOperations extends DB {
  /** No request closes its connection. */
  static final long NEVER = Long.MAX_VALUE;

  /** The status for a record that does not exist. */
  private static final String NOBODYS_KEY = "no record: opens a connection";

  private static final AwsRequestOverrideConfiguration CLOSING =
      AwsRequestOverrideConfiguration.builder().putHeader("Connection", "close").build();

  private final DynamoDbOptions options;
  private final Supplier<DynamoDbSession> source;
  private final BiConsumer<DynamoDbSession, Boolean> end;
  private final boolean connects;
  private final long closeAfter;

  private DynamoDbSession session;
  private DynamoDbClient client;
  private long requests;
  private boolean failed;

  /**
   * Operations over one connection.
   *
   * @param source provides the SDK's client
   * @param end takes it back; true: its connections are closed and nothing failed
   * @param connects whether {@link #init()} opens the connection; otherwise the first operation
   *     does
   * @param closeAfter number of requests, of which the last closes it (RFC 9112 9.6, {@code
   *     Connection: close}); or {@link #NEVER}
   */
  DynamoDbOperations(
      DynamoDbOptions options,
      Supplier<DynamoDbSession> source,
      BiConsumer<DynamoDbSession, Boolean> end,
      boolean connects,
      long closeAfter) {
    this.options = options;
    this.source = source;
    this.end = end;
    this.connects = connects;
    this.closeAfter = closeAfter;
  }

  @Override
  public void init() throws DBException {
    try {
      session = source.get();
      client = session.client();
      if (connects) {
        connect();
      }
    } catch (SdkException e) {
      throw new DBException(DynamoDbFailure.reason(e), e);
    }
  }

  /** The SDK connects with the first request only, which must not be a measured one. */
  private void connect() {
    try {
      client.getItem(r -> r.tableName(options.table()).key(options.key().of(NOBODYS_KEY)));
    } catch (AwsServiceException e) {
      if (!e.isThrottlingException()) {
        throw e;
      }
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      copy(get(table, key, fields).item(), result);
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (SdkException e) {
      return failed(e);
    }
  }

  /**
   * With a range key, records in the order of their keys. With a hash key only, there is no order
   * of keys: the record, and those that the server stores after it; two requests.
   */
  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try {
      List<Map<String, AttributeValue>> items =
          options.key().partition().isPresent()
              ? query(table, startkey, recordcount, fields)
              : scan(table, startkey, recordcount, fields);
      for (Map<String, AttributeValue> item : items) {
        HashMap<String, ByteIterator> values = new HashMap<>();
        copy(item, values);
        if (!values.isEmpty()) {
          result.add(values);
        }
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (SdkException e) {
      return failed(e);
    }
  }

  /**
   * Changes an existing record; without the condition it would be created, and the run would look
   * valid.
   */
  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    if (values.isEmpty()) {
      return Status.OK;
    }
    Expression expression = new Expression();
    Map<String, AttributeValue> operands = new HashMap<>();
    List<String> assignments = new ArrayList<>();
    values.forEach(
        (field, value) -> {
          String operand = ":v" + operands.size();
          operands.put(operand, AttributeValue.fromS(value.toString()));
          assignments.add(expression.nameOf(field) + " = " + operand);
        });
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(options.key().of(key))
            .updateExpression("SET " + String.join(", ", assignments))
            .conditionExpression(exists(expression))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(operands)
            .overrideConfiguration(nextRequest());
    return ifItExists(() -> client.updateItem(request.build()));
  }

  /** Replaces a record that exists. */
  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Map<String, AttributeValue> item = new HashMap<>(options.key().of(key));
    values.forEach((field, value) -> item.put(field, AttributeValue.fromS(value.toString())));
    try {
      client.putItem(
          PutItemRequest.builder()
              .tableName(table)
              .item(item)
              .overrideConfiguration(nextRequest())
              .build());
      return Status.OK;
    } catch (SdkException e) {
      return failed(e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    Expression expression = new Expression();
    DeleteItemRequest.Builder request =
        DeleteItemRequest.builder()
            .tableName(table)
            .key(options.key().of(key))
            .conditionExpression(exists(expression))
            .expressionAttributeNames(expression.names())
            .overrideConfiguration(nextRequest());
    return ifItExists(() -> client.deleteItem(request.build()));
  }

  /** Makes a request whose condition is that the record exists. */
  private Status ifItExists(Runnable request) {
    try {
      request.run();
      return Status.OK;
    } catch (ConditionalCheckFailedException e) {
      return Status.NOT_FOUND;
    } catch (SdkException e) {
      return failed(e);
    }
  }

  @Override
  public void cleanup() {
    if (session != null) {
      boolean closed = requests == 0 || requests == closeAfter;
      end.accept(session, closed && !failed);
      session = null;
    }
  }

  private GetItemResponse get(String table, String key, Set<String> fields) {
    GetItemRequest.Builder request =
        GetItemRequest.builder()
            .tableName(table)
            .key(options.key().of(key))
            .consistentRead(options.consistentReads())
            .overrideConfiguration(nextRequest());
    if (fields != null) {
      Expression expression = new Expression();
      request
          .projectionExpression(expression.projection(fields))
          .expressionAttributeNames(expression.names());
    }
    return client.getItem(request.build());
  }

  private List<Map<String, AttributeValue>> query(
      String table, String startkey, int count, Set<String> fields) {
    PrimaryKey.Partition partition = options.key().partition().orElseThrow();
    Expression expression = new Expression();
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .consistentRead(options.consistentReads())
            .keyConditionExpression(
                expression.nameOf(partition.name())
                    + " = :h AND "
                    + expression.nameOf(options.key().name())
                    + " >= :r")
            .expressionAttributeValues(
                Map.of(":h", partition.value(), ":r", AttributeValue.fromS(startkey)));
    if (fields != null) {
      request.projectionExpression(expression.projection(fields));
    }
    request.expressionAttributeNames(expression.names());
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    while (items.size() < count) {
      request.limit(count - items.size()).overrideConfiguration(nextRequest());
      QueryResponse page = client.query(request.build());
      items.addAll(page.items());
      if (!page.hasLastEvaluatedKey()) {
        break;
      }
      request.exclusiveStartKey(page.lastEvaluatedKey());
    }
    return items;
  }

  private List<Map<String, AttributeValue>> scan(
      String table, String startkey, int count, Set<String> fields) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    GetItemResponse first = get(table, startkey, fields);
    if (first.hasItem()) {
      items.add(first.item());
    }
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .consistentRead(options.consistentReads())
            .exclusiveStartKey(options.key().of(startkey));
    if (fields != null) {
      Expression expression = new Expression();
      request
          .projectionExpression(expression.projection(fields))
          .expressionAttributeNames(expression.names());
    }
    while (items.size() < count) {
      request.limit(count - items.size()).overrideConfiguration(nextRequest());
      ScanResponse page = client.scan(request.build());
      items.addAll(page.items());
      if (!page.hasLastEvaluatedKey()) {
        break;
      }
      request.exclusiveStartKey(page.lastEvaluatedKey());
    }
    return items;
  }

  private String exists(Expression expression) {
    return "attribute_exists(" + expression.nameOf(options.key().name()) + ")";
  }

  /** Counts the request that is about to be sent; the last one closes its connection. */
  private AwsRequestOverrideConfiguration nextRequest() {
    requests++;
    return requests == closeAfter ? CLOSING : null;
  }

  private Status failed(SdkException failure) {
    failed = true;
    return DynamoDbFailure.status(failure);
  }

  private void copy(Map<String, AttributeValue> item, Map<String, ByteIterator> to) {
    item.forEach(
        (name, value) -> {
          if (value.s() != null && !options.key().has(name)) {
            to.put(name, new StringByteIterator(value.s()));
          }
        });
  }

  /** Uses placeholders for attributes, because a name may be one of DynamoDB's reserved words. */
  private static final class Expression {
    private final Map<String, String> names = new HashMap<>();

    String nameOf(String attribute) {
      String placeholder = "#n" + names.size();
      names.put(placeholder, attribute);
      return placeholder;
    }

    String projection(Set<String> fields) {
      return String.join(", ", fields.stream().map(this::nameOf).toList());
    }

    Map<String, String> names() {
      return names;
    }
  }
}
