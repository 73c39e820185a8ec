package site.ycsb.tls.dynamodb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.socket.count.TransportListener;
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
  private static final TransportListener NOBODY = new TransportListener() {};

  /** The region of DynamoDB Local's tables, in their ARNs. */
  private static final String LOCAL_REGION = ":ddblocal:";

  /**
   * Checks that the server can be reached, that it is DynamoDB, and that the table exists.
   *
   * @throws DatabaseException when not, within seconds
   */
  static DynamoDbPool open(DynamoDbOptions options, DynamoDbConnector connector)
      throws DatabaseException {
    connector.preflight();
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
    DynamoDbOperations.Lender lender =
        shared.<DynamoDbOperations.Lender>map(Shared::new).orElseGet(() -> new Own(NOBODY, false));
    return DynamoDbOperations.kept(options, lender);
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    return switch (scope) {
      case CLIENT -> DynamoDbOperations.opening(options, new Own(listener, false));
      case CONNECTION ->
          DynamoDbOperations.openingAndClosing(
              options, new Own(listener, true), options.churnOperations());
    };
  }

  @Override
  public void clear(String table) throws DatabaseException {
    try (DynamoDbSession session = connector.single()) {
      new DynamoDbTable(table, session.client(), options).clear();
    }
  }

  private static Map<String, String> describe(DynamoDbOptions options, TableDescription table) {
    Map<String, String> description = new LinkedHashMap<>();
    boolean local = table.tableArn() != null && table.tableArn().contains(LOCAL_REGION);
    // A new start has another port, and is the same server.
    description.put("server", local ? "DynamoDB Local" : "DynamoDB");
    description.put("endpoint", options.host() + ":" + options.port());
    description.put("region", options.region().id());
    description.put("table", table.tableName() + ", " + Capacity.of(table).inWords());
    description.put("driver", DynamoDbConnector.driver());
    if (local) {
      description.put(
          NOT_FOR_PUBLICATION,
          "the server is DynamoDB Local, an emulator: its latency, throughput and CPU are not the service's");
    }
    return Collections.unmodifiableMap(description);
  }

  @Override
  public void close() {
    shared.ifPresent(DynamoDbSession::close);
    idle.forEach(DynamoDbSession::close);
    idle.clear();
  }

  /** The client of all threads. */
  private record Shared(DynamoDbSession session) implements DynamoDbOperations.Lender {
    @Override
    public DynamoDbSession take() {
      return session;
    }

    @Override
    public void giveBack(DynamoDbSession used, boolean intact) {}
  }

  /**
   * A client that is made for the thread or the cycle. If clients are kept, it is one of an earlier
   * cycle, if there is one: then only its connection is new.
   */
  private final class Own implements DynamoDbOperations.Lender {
    private final TransportListener listener;
    private final boolean keeps;

    Own(TransportListener listener, boolean keeps) {
      this.listener = listener;
      this.keeps = keeps;
    }

    @Override
    public DynamoDbSession take() {
      DynamoDbSession kept = keeps ? idle.poll() : null;
      return (kept == null ? connector.single() : kept).telling(listener);
    }

    @Override
    public void giveBack(DynamoDbSession used, boolean intact) {
      if (keeps && intact) {
        used.connections().closeAbandoned();
        idle.add(used);
      } else {
        used.close();
      }
    }
  }
}
