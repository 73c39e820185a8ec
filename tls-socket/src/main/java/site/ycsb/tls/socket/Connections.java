package site.ycsb.tls.socket;

import java.net.Socket;
import java.util.Arrays;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.count.Meter;
import site.ycsb.tls.socket.count.TransportListener;

/** Makes the connections of a transport, which share counters and listeners. Thread-safe. */
final class Connections {
  private final Meter meter;

  /** Never changed: all connections share it. */
  private final TransportListener[] listeners;

  /** With counters at zero and without listeners. */
  Connections() {
    this(new Meter(), new TransportListener[0]);
  }

  private Connections(Meter meter, TransportListener[] listeners) {
    this.meter = meter;
    this.listeners = listeners;
  }

  /** The same counters, and one more listener. */
  Connections with(TransportListener listener) {
    TransportListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
    more[listeners.length] = listener;
    return new Connections(meter, more);
  }

  Meter meter() {
    return meter;
  }

  Connection next() {
    return new Connection(meter, listeners);
  }

  /** The socket's own connection, if it is one of ours; otherwise a new one. */
  Connection of(Socket socket) {
    return socket instanceof MeteredSocket own && isOurs(own.connection())
        ? own.connection()
        : next();
  }

  /** Whether it shares these counters. */
  boolean isOurs(Connection connection) {
    return connection.meter() == meter;
  }
}
