package site.ycsb.tls.socket;

import java.net.Socket;
import java.util.Arrays;

/** Makes the connections of a transport, which share counters and listeners. Thread-safe. */
final class Connections {
  private final Meter meter;

  /** Never changed: each connection has it. */
  private final TransportListener[] listeners;

  /** With counters that are zero, and nobody who listens. */
  Connections() {
    this(new Meter(), new TransportListener[0]);
  }

  private Connections(Meter meter, TransportListener[] listeners) {
    this.meter = meter;
    this.listeners = listeners;
  }

  /** The same counters, and one listener more. */
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

  /** The socket's own, if it is one of ours, or else the next. */
  Connection of(Socket socket) {
    return socket instanceof MeteredSocket own && own.connection().meter() == meter
        ? own.connection()
        : next();
  }
}
