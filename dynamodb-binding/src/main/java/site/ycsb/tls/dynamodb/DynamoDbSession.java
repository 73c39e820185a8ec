package site.ycsb.tls.dynamodb;

import site.ycsb.tls.socket.TransportListener;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A client of the SDK, and where its connections come from.
 *
 * @param client requests are sent with it
 * @param connections makes its connections
 */
record DynamoDbSession(DynamoDbClient client, ConnectionSource connections)
    implements AutoCloseable {

  /** Tells this listener, and no other, of the connections from now on. */
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
