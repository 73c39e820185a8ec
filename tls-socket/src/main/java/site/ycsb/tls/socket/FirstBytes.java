package site.ycsb.tls.socket;

import java.io.IOException;

/** Looks at the first bytes that come in on a connection, on the thread that reads them. */
interface FirstBytes {

  /**
   * The next bytes came.
   *
   * @return whether it has seen enough and is not to be asked again
   * @throws IOException when they show that this connection makes no sense
   */
  boolean seen(byte[] bytes, int offset, int length) throws IOException;

  /** The other end closed the connection before enough was seen. */
  default void ended() throws IOException {}
}
