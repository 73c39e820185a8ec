package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** A server on a free port that does one thing with each connection, and tells what it saw. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
final class TestServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Conversation conversation;
  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** What the server does with a connection; what it returns is told by {@link #next}. */
  interface Conversation {
    Object with(Socket socket) throws Exception;
  }

  private TestServer(ServerSocket listener, Conversation conversation) {
    this.listener = listener;
    this.conversation = conversation;
    start("listener", this::acceptAll);
  }

  /** A server without TLS. */
  static TestServer plain(Conversation conversation) throws IOException {
    return new TestServer(
        new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")), conversation);
  }

  /** Accepts what the listener does, and echoes; tells the session. */
  static TestServer of(SSLServerSocket listener) {
    return new TestServer(listener, TestServer::echo);
  }

  /** Accepts the pin only, and echoes; tells the session. */
  static TestServer pinned(TlsPin pin, CertifiedKey key) throws IOException {
    return pinned(pin, key, TestServer::echo);
  }

  /** Accepts the pin only. */
  static TestServer pinned(TlsPin pin, CertifiedKey key, Conversation conversation)
      throws IOException {
    return new TestServer(
        PinnedServerContext.of(pin, key).serverSocket(new InetSocketAddress("127.0.0.1", 0), 50),
        conversation);
  }

  /** Accepts what the JVM does by default, and echoes; tells the session. */
  static TestServer lenient(CertifiedKey key) throws IOException {
    // The context alone pins nothing.
    SSLContext context =
        PinnedServerContext.of(TlsPin.of("TLS_AES_128_GCM_SHA256"), key).sslContext();
    return of(
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
  }

  int port() {
    return listener.getLocalPort();
  }

  /** What the next connection came to: what the conversation returned, or its exception. */
  Object next() throws InterruptedException {
    Object next = seen.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no connection came");
    }
    return next;
  }

  SSLSession nextSession() throws InterruptedException {
    Object next = next();
    if (next instanceof Throwable failure) {
      throw new AssertionError("the server failed", failure);
    }
    return (SSLSession) next;
  }

  static Object echo(Socket socket) throws IOException {
    SSLSocket tls = (SSLSocket) socket;
    tls.startHandshake();
    byte[] buffer = new byte[8192];
    for (int n = socket.getInputStream().read(buffer);
        n >= 0;
        n = socket.getInputStream().read(buffer)) {
      socket.getOutputStream().write(buffer, 0, n);
    }
    return tls.getSession();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        // As servers do: otherwise a flight of several records waits 40 ms for an acknowledgement.
        socket.setTcpNoDelay(true);
        open.add(socket);
        start("connection", () -> converse(socket));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          seen.add(e);
        }
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      seen.add(conversation.with(socket));
    } catch (Exception e) {
      seen.add(e);
    } finally {
      open.remove(socket);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, "test-server-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** JSSE may wait for a client's words when it closes in a handshake: a test must not. */
  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      start("close", () -> closeQuietly(socket));
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The client has closed it.
    }
  }
}
