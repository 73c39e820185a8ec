package site.ycsb.tls.socket;

import java.io.Closeable;
import java.io.IOException;

/**
 * The socket beneath a TLS library's: its streams are {@link RecordStreams}. The library closes it
 * when a handshake fails, before the server's last words are read, so closing does nothing while
 * there may be such: who knows better hangs up.
 */
interface TlsCarrier extends Closeable {
  /** Its streams; only when it is connected. */
  RecordStreams records();

  /** Ends the connection; what is below is closed. */
  void hangUp() throws IOException;
}
