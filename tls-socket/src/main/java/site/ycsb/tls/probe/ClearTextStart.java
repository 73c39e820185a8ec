package site.ycsb.tls.probe;

import java.io.IOException;
import java.net.Socket;

/** What precedes TLS on ports that begin in clear text; its text is the protocol's name. */
public interface ClearTextStart {

  /**
   * Switches the connection to TLS.
   *
   * @param connected its time-out applies to each answer
   * @throws java.net.SocketTimeoutException when the server says nothing
   * @throws IOException when it fails; the message continues after the server's name
   */
  void negotiate(Socket connected) throws IOException;
}
