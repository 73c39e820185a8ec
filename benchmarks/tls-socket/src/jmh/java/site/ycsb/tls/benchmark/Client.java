package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLEngine;

/** One of the two that are compared: where its connections come from. */
interface Client {
  /** A socket, connected, its handshake completed. */
  Socket connect(InetSocketAddress server) throws IOException;

  /** An engine for a new connection. */
  SSLEngine engine(InetSocketAddress server) throws IOException;
}
