package site.ycsb.tls.binding;

import java.io.Closeable;
import java.io.IOException;

/** Asks a server, in its own protocol, for the CPU time that it has used. Not thread-safe. */
public interface ServerClock extends Closeable {

  /**
   * User and system time of the server's process until now, ns; never less than before.
   *
   * @throws IOException when the server does not answer
   */
  long cpuNanos() throws IOException;
}
