package site.ycsb.tls.fleet;

import java.io.IOException;
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
import org.jgroups.util.DefaultSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of a group, all with TLS 1.3 and certificates of both ends.
 *
 * <p>JGroups has one thread that accepts connections and makes their handshakes one after the
 * other, without a deadline: a client that sends its handshake very slowly would keep all others
 * out. Here each handshake has its own thread and a deadline, and JGroups gets only connections of
 * members.
 */
final class MemberSockets extends DefaultSocketFactory {
  private static final Logger LOG = LoggerFactory.getLogger(MemberSockets.class);
  static final String[] PROTOCOLS = {"TLSv1.3"};

  /** The longest handshake, s; on a busy machine it takes a few tenths. */
  private static final long HANDSHAKE_SECONDS = 10;

  /** The most handshakes at a time; beyond that the oldest is closed, which is not a member's. */
  private static final int MOST_HANDSHAKES = 256;

  private final SSLContext tls;

  MemberSockets(SSLContext tls) {
    super(tls);
    this.tls = tls;
    setSocketConfigurator(socket -> ((SSLSocket) socket).setEnabledProtocols(PROTOCOLS));
  }

  /** An unbound socket; the group's transport needs nothing else. */
  @Override
  public ServerSocket createServerSocket(String serviceName) throws IOException {
    return new Door(tls);
  }

  /** Accepts members. */
  private static final class Door extends ServerSocket {
    private final SSLContext tls;

    /** Empty: it is closed. */
    private final BlockingQueue<Optional<Socket>> members = new LinkedBlockingQueue<>();

    private final Deque<Socket> strangers = new ArrayDeque<>();

    Door(SSLContext tls) throws IOException {
      this.tls = tls;
    }

    @Override
    public void bind(SocketAddress endpoint, int backlog) throws IOException {
      super.bind(endpoint, backlog);
      daemon("fleet members", this::open);
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
          Socket stranger = super.accept();
          remember(stranger);
          daemon("fleet handshake", () -> admit(stranger));
        } catch (IOException e) {
          LOG.debug("a connection was not accepted", e);
        }
      }
    }

    private void remember(Socket stranger) throws IOException {
      Socket oldest = null;
      synchronized (strangers) {
        strangers.addLast(stranger);
        if (strangers.size() > MOST_HANDSHAKES) {
          oldest = strangers.removeFirst();
        }
      }
      if (oldest != null) {
        oldest.close();
      }
    }

    private void admit(Socket stranger) {
      CompletableFuture<Void> over =
          CompletableFuture.runAsync(
              () -> close(stranger),
              CompletableFuture.delayedExecutor(HANDSHAKE_SECONDS, TimeUnit.SECONDS));
      try {
        SSLSocket member =
            (SSLSocket)
                tls.getSocketFactory()
                    .createSocket(stranger, stranger.getInetAddress().getHostAddress(), 0, true);
        member.setUseClientMode(false);
        member.setNeedClientAuth(true);
        member.setEnabledProtocols(PROTOCOLS);
        member.startHandshake();
        if (over.cancel(false)) {
          members.add(Optional.of(member));
        }
      } catch (IOException e) {
        LOG.debug("{} is no member", stranger, e);
        over.cancel(false);
        close(stranger);
      } finally {
        synchronized (strangers) {
          strangers.remove(stranger);
        }
      }
    }

    private static void close(Socket stranger) {
      try {
        stranger.close();
      } catch (IOException e) {
        LOG.debug("{} cannot be closed", stranger, e);
      }
    }

    private static void daemon(String name, Runnable work) {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      thread.start();
    }
  }
}
