package site.ycsb.tls.channel;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections of a fleet's members: TLS 1.3, with certificates of both ends.
 *
 * <p>Each handshake has a thread of its own and a deadline, so that a client that sends its
 * handshake very slowly keeps nobody out. {@link #accept()} gives finished connections only.
 */
public final class MemberServerSocket extends ServerSocket {
  private static final Logger LOG = LoggerFactory.getLogger(MemberServerSocket.class);

  /** The longest handshake, s; on a busy machine it takes a few tenths. */
  private static final long HANDSHAKE_SECONDS = 10;

  /** The most handshakes at a time; beyond that the oldest is closed, which is not a member's. */
  private static final int MOST_HANDSHAKES = 256;

  private final SSLContext tls;

  /** Empty: it is closed. */
  private final BlockingQueue<Optional<Socket>> members = new LinkedBlockingQueue<>();

  private final Deque<Pending> pending = new ArrayDeque<>();

  /**
   * An unbound socket.
   *
   * @param tls of the fleet
   */
  public MemberServerSocket(SSLContext tls) throws IOException {
    this.tls = tls;
  }

  @Override
  public void bind(SocketAddress endpoint, int backlog) throws IOException {
    super.bind(endpoint, backlog);
    DaemonThread.start("fleet members", this::open);
  }

  @Override
  public Socket accept() throws IOException {
    try {
      return members.take().orElseThrow(() -> new SocketException("closed"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SocketException("interrupted");
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    members.add(Optional.empty());
  }

  private void open() {
    while (!isClosed()) {
      try {
        Pending connection = new Pending();
        implAccept(connection);
        remember(connection);
        DaemonThread.start("fleet handshake", () -> admit(connection));
      } catch (IOException e) {
        LOG.debug("a connection was not accepted", e);
      }
    }
  }

  private void remember(Pending connection) {
    Pending oldest;
    synchronized (pending) {
      pending.addLast(connection);
      oldest = pending.size() > MOST_HANDSHAKES ? pending.removeFirst() : null;
    }
    if (oldest != null) {
      oldest.closeAtOnce();
    }
  }

  private void admit(Pending connection) {
    CompletableFuture<Void> over =
        CompletableFuture.runAsync(
            connection::closeAtOnce,
            CompletableFuture.delayedExecutor(HANDSHAKE_SECONDS, TimeUnit.SECONDS));
    try {
      SSLSocket member =
          (SSLSocket)
              tls.getSocketFactory()
                  .createSocket(connection, connection.getInetAddress().getHostAddress(), 0, true);
      member.setUseClientMode(false);
      member.setNeedClientAuth(true);
      member.setEnabledProtocols(FleetCertificates.protocols());
      member.startHandshake();
      if (over.cancel(false)) {
        connection.admitted = true;
        members.add(Optional.of(member));
      }
    } catch (IOException e) {
      LOG.debug("{} is no member", connection, e);
      over.cancel(false);
      connection.closeAtOnce();
    } finally {
      synchronized (pending) {
        pending.remove(connection);
      }
    }
  }

  /**
   * A connection whose handshake has not ended, and a member's afterwards.
   *
   * <p>TLS closes it when it refuses the client. With bytes of the client unread, the kernel would
   * reset the connection, and the client could lose the alert that says why. So the client's bytes
   * are dropped until it closes its end or {@link #closeAtOnce()} is called (RFC 9112, section 9.6,
   * gives the same advice to servers of HTTP).
   */
  private static final class Pending extends Socket {
    private volatile boolean admitted;

    /** Without a lock, which would keep {@link #closeAtOnce()} out while it reads. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void close() throws IOException {
      if (!admitted && !isClosed() && !isOutputShutdown()) {
        shutdownOutput();
        getInputStream().transferTo(OutputStream.nullOutputStream());
      }
      super.close();
    }

    void closeAtOnce() {
      try {
        super.close();
      } catch (IOException e) {
        LOG.debug("{} cannot be closed", this, e);
      }
    }
  }
}
