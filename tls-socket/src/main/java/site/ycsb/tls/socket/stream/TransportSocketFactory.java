package site.ycsb.tls.socket.stream;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** Reduces all ways in which Java's socket factories make sockets to two. */
public abstract class TransportSocketFactory extends SSLSocketFactory {

  /** A socket that is not connected yet. */
  @Override
  public abstract Socket createSocket();

  /** A socket over a connected one. */
  @Override
  public abstract Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException;

  @Override
  public String[] getDefaultCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return getDefaultCipherSuites();
  }

  /** Refuses: this is for servers. */
  @Override
  public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose) {
    throw new UnsupportedOperationException("this factory makes client sockets");
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
  }

  private Socket connected(InetSocketAddress address, InetSocketAddress local) throws IOException {
    return connect(createSocket(), address, local);
  }

  /**
   * Connects the socket, or closes it.
   *
   * @param local null: any
   */
  public static Socket connect(Socket socket, InetSocketAddress address, InetSocketAddress local)
      throws IOException {
    try {
      if (local != null) {
        socket.bind(local);
      }
      socket.connect(address);
      return socket;
    } catch (IOException | RuntimeException e) {
      closeAfter(e, socket);
      throw e;
    }
  }

  public static void closeAfter(Exception failure, Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
