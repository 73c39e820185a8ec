package site.ycsb.tls.dynamodb;

import site.ycsb.tls.socket.count.TransportListener;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A client of the SDK, and the source of its connections.
 *
 * @param client sends requests
 * @param connections makes its connections
 */
record DynamoDbSession(DynamoDbClient client, ConnectionSource connections)
    implements AutoCloseable {

  /** From now on reports connections to this listener, and to no other. */
  DynamoDbSession telling(TransportListener listener) {
    connections.tell(listener);
    return this;
  }

  /** Closes all connections. */
  @Override
  public void close() {
    client.close();
    connections.closeAbandoned();
  }
}
