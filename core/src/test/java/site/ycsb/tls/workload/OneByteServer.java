package site.ycsb.tls.workload;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.engine.ScriptedDb;
import site.ycsb.tls.engine.ThirdPartyPool;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/** A server on loopback that answers each byte with a byte, and a database client of it. */
final class OneByteServer implements Closeable {
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong accepted = new AtomicLong();

  OneByteServer() throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  /** With TLS. */
  OneByteServer(PinnedServerContext tls) throws IOException {
    this(tls.serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50));
  }

  private OneByteServer(ServerSocket listener) {
    this.listener = listener;
    threads.execute(this::accept);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        accepted.incrementAndGet();
        threads.execute(() -> answer(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void answer(Socket socket) {
    try (socket;
        InputStream in = socket.getInputStream()) {
      for (int read = in.read(); read >= 0; read = in.read()) {
        socket.getOutputStream().write(read);
      }
    } catch (IOException e) {
      // The client went away.
    }
  }

  long accepted() {
    return accepted.get();
  }

  /** A database whose clients have one connection each; the scope CONNECTION is not offered. */
  DatabasePool database(Transport transport, int failEvery) {
    return database(transport, failEvery, Optional.empty());
  }

  /** The same whose clients share a connection that outlives them. */
  DatabasePool sharedConnection(Transport transport, int failEvery) {
    try {
      return database(transport, failEvery, Optional.of(connect(transport)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Socket connect(Transport transport) throws IOException {
    return transport
        .socketFactory()
        .createSocket(listener.getInetAddress(), listener.getLocalPort());
  }

  private DatabasePool database(Transport transport, int failEvery, Optional<Socket> shared) {
    DatabasePool none = new ThirdPartyPool(ScriptedDb.class.getName(), new Properties(), transport);
    AtomicLong made = new AtomicLong();
    return new DatabasePool() {
      @Override
      public DB newClient() {
        return none.newClient();
      }

      @Override
      public DB newChurnClient(ChurnScope scope, TransportListener listener) {
        if (scope == ChurnScope.CONNECTION) {
          throw new UnsupportedOperationException("this driver keeps its connections");
        }
        boolean fails = made.getAndIncrement() % failEvery == failEvery - 1;
        return new Client(transport.withListener(listener), fails, shared);
      }

      @Override
      public void clear(String table) {
        throw new UnsupportedOperationException("clear");
      }

      @Override
      public Map<String, String> description() {
        return Map.of("server", "one byte");
      }

      @Override
      public void close() {
        try (none) {
          if (shared.isPresent()) {
            shared.get().close();
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private final class Client extends DB {
    private final Transport transport;
    private final boolean fails;
    private final Optional<Socket> shared;
    private Socket socket;

    Client(Transport transport, boolean fails, Optional<Socket> shared) {
      this.transport = transport;
      this.fails = fails;
      this.shared = shared;
    }

    @Override
    public void init() throws DBException {
      if (fails) {
        throw new DBException("not today");
      }
      try {
        socket = shared.isPresent() ? shared.get() : connect(transport);
      } catch (IOException e) {
        throw new DBException(e);
      }
    }

    @Override
    public void cleanup() throws DBException {
      try {
        if (socket != null && shared.isEmpty()) {
          socket.close();
        }
      } catch (IOException e) {
        throw new DBException(e);
      }
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      try {
        socket.getOutputStream().write(1);
        return socket.getInputStream().read() == 1 ? Status.OK : Status.ERROR;
      } catch (IOException e) {
        return Status.ERROR;
      }
    }

    @Override
    @SuppressWarnings("NonApiType")
    public Status scan(
        String table,
        String startkey,
        int recordcount,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String key) {
      return Status.NOT_IMPLEMENTED;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
  }
}
