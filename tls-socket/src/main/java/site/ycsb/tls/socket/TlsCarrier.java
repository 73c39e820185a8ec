package site.ycsb.tls.socket;

import java.io.Closeable;
import java.io.IOException;

/**
 * The socket below a TLS library's socket; its streams are {@link RecordStreams}. The library
 * closes it when a handshake fails, before the server's alert is read. So {@code close} does
 * nothing during the handshake; {@link #hangUp} ends the connection.
 */
interface TlsCarrier extends Closeable {
  /** Its streams; only if it is connected. */
  RecordStreams records();

  /** Ends the connection and closes the socket below. */
  void hangUp() throws IOException;
}
