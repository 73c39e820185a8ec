package site.ycsb.tls.dynamodb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.socket.count.TransportListener;
import software.amazon.awssdk.core.util.VersionInfo;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The state that the threads of one run share: the options and, with dynamodb.shared=true, a
 * client.
 *
 * @param idle clients of the churn workload without an open connection, for the next cycle
 */
record DynamoDbPool(
    DynamoDbOptions options,
    DynamoDbConnector connector,
    Map<String, String> description,
    Optional<DynamoDbSession> shared,
    Queue<DynamoDbSession> idle)
    implements DatabasePool {
  /** The region of DynamoDB Local's tables, in their ARNs. */
  private static final String LOCAL_REGION = ":ddblocal:";

  /** The names of Amazon's hosts, of its private endpoints too. Other products answer elsewhere. */
  private static final Pattern OF_AMAZON =
      Pattern.compile(
          "(?i).+\\.(amazonaws\\.com|amazonaws\\.com\\.cn|api\\.aws|api\\.amazonwebservices\\.com\\.cn)");

  /**
   * Checks that the server can be reached, that it is DynamoDB, and that the table exists.
   *
   * @throws DatabaseException when not, within seconds
   */
  static DynamoDbPool open(DynamoDbOptions options, DynamoDbConnector connector)
      throws DatabaseException {
    DatabasePool.preflight(connector.transport(), options.host(), options.port());
    TableDescription table;
    try (DynamoDbSession session = connector.probing()) {
      table = new DynamoDbTable(options.table(), session.client(), options).require();
    }
    Optional<DynamoDbSession> shared =
        options.shared() ? Optional.of(connector.shared()) : Optional.empty();
    return new DynamoDbPool(
        options, connector, describe(options, table), shared, new ConcurrentLinkedQueue<>());
  }

  @Override
  public DB newClient() {
    return shared
        .map(
            all ->
                new DynamoDbOperations(
                    options, () -> all, (used, intact) -> {}, true, DynamoDbOperations.NEVER))
        .orElseGet(() -> ofOneThread(connector::single, true));
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    return switch (scope) {
      case CLIENT -> ofOneThread(() -> connector.single().telling(listener), false);
      case CONNECTION ->
          new DynamoDbOperations(
              options, () -> ofCycle(listener), this::giveBack, false, options.churnOperations());
    };
  }

  private DynamoDbOperations ofOneThread(Supplier<DynamoDbSession> source, boolean connects) {
    return new DynamoDbOperations(
        options, source, (used, intact) -> used.close(), connects, DynamoDbOperations.NEVER);
  }

  /** A client of an earlier cycle, if there is one: then only its connection is new. */
  private DynamoDbSession ofCycle(TransportListener listener) {
    DynamoDbSession kept = idle.poll();
    return (kept == null ? connector.single() : kept).telling(listener);
  }

  private void giveBack(DynamoDbSession used, boolean intact) {
    if (intact) {
      used.connections().closeAbandoned();
      idle.add(used);
    } else {
      used.close();
    }
  }

  @Override
  public void clear(String table) throws DatabaseException {
    try (DynamoDbSession session = connector.single()) {
      new DynamoDbTable(table, session.client(), options).clear();
    }
  }

  static Map<String, String> describe(DynamoDbOptions options, TableDescription table) {
    Map<String, String> description = new LinkedHashMap<>();
    boolean local = table.tableArn() != null && table.tableArn().contains(LOCAL_REGION);
    String remote =
        OF_AMAZON.matcher(options.host()).matches()
            ? "DynamoDB"
            : "a server with the interface of DynamoDB";
    // A new start has another port, and is the same server.
    description.put("server", local ? "DynamoDB Local" : remote);
    description.put("endpoint", options.host() + ":" + options.port());
    description.put("region", options.region().id());
    description.put("table", table.tableName() + ", " + Capacity.of(table).inWords());
    description.put("driver", "aws-sdk-java " + sdkVersion() + ", Apache HTTP client 5");
    if (local) {
      description.put(
          NOT_FOR_PUBLICATION,
          "the server is DynamoDB Local, an emulator: its latency, throughput and CPU are not the service's");
    }
    return Collections.unmodifiableMap(description);
  }

  /** Of the jar that runs: the name alone would be that of the jar at compile time, a constant. */
  private static String sdkVersion() {
    try {
      return (String) VersionInfo.class.getField("SDK_VERSION").get(null);
    } catch (ReflectiveOperationException e) {
      return "of unknown version";
    }
  }

  @Override
  public void close() {
    shared.ifPresent(DynamoDbSession::close);
    idle.forEach(DynamoDbSession::close);
    idle.clear();
  }
}
