package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.servers.UnusedBinding;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/** What a driver exchanges beside the transport, in runs without TLS. */
@Timeout(60)
class AccountedPoolTest {
  private static final byte[] CLEAR = {1, 2, 3};
  private static final byte[] TLS_RECORD = {22, 3, 3, 0, 1, 0};

  @Test
  void aConnectionToOthersIsNoDefectOfTheBinding() throws Exception {
    try (Server database = new Server();
        Server other = new Server();
        DatabasePool pool = open()) {
      database.answers(CLEAR);
      pool.requireBalance();
      other.answers(TLS_RECORD);

      assertThatThrownBy(pool::requireBalance)
          .isInstanceOf(DatabaseException.class)
          .hasMessageStartingWith(
              "6 bytes of a connection are, or may be, TLS in a run without TLS: a connection to "
                  + other.place())
          .hasMessageContaining(": " + other.place() + " is probably not the database")
          .hasMessageContaining("give the driver what it asks for (docs/")
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }
  }

  @Test
  void aConnectionToTheDatabaseThatIsNotTheTransportsIsOne() throws Exception {
    try (Server database = new Server();
        DatabasePool pool = open()) {
      database.answers(CLEAR);
      database.answers(TLS_RECORD);

      assertThatThrownBy(pool::requireBalance)
          .hasMessageEndingWith(": this is a defect of the binding");
    }
  }

  /** Where none is right, nothing tells one place from the others. */
  @Test
  void soIsOneWhereNoConnectionIsAsItMustBe() throws Exception {
    try (Server database = new Server();
        DatabasePool pool = open()) {
      database.answers(TLS_RECORD);

      assertThatThrownBy(pool::requireBalance)
          .hasMessageEndingWith(": this is a defect of the binding");
    }
  }

  /** Then what it uses is none of this machine's CPU time. */
  @Test
  void aServerIsElsewhereIfNoneOfItsAddressesIsThisMachines() throws Exception {
    assertThat(isElsewhere("127.0.0.1")).isFalse();
    assertThat(isElsewhere("240.0.0.1", "240.0.0.2")).isTrue();
    assertThat(isElsewhere("240.0.0.1", "127.0.0.1")).isFalse();
    assertThat(isElsewhere()).as("where none is known").isFalse();
  }

  private static boolean isElsewhere(String... servers) throws DatabaseException {
    try (DatabasePool pool = open(servers)) {
      return pool.isElsewhere();
    }
  }

  private static DatabasePool open(String... servers) throws DatabaseException {
    Binding unmade =
        new UnusedBinding() {
          @Override
          public DatabasePool open(Map<String, String> properties, Transport transport) {
            return new UnmadePool();
          }

          @Override
          public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
            return Stream.of(servers)
                .map(server -> InetSocketAddress.createUnresolved(server, 1))
                .toList();
          }
        };
    return AccountedPool.open(unmade, Map.of(), new PlainTransport());
  }

  /** A server in this process, whose ends of connections are not looked at. */
  private static final class Server implements AutoCloseable {
    private final ServerSocket listener;

    Server() throws IOException {
      listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    String place() {
      return "127.0.0.1:" + listener.getLocalPort();
    }

    /** A client connects, and has read this when it closes the connection. */
    void answers(byte[] answer) throws IOException {
      try (Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
        try (Socket accepted = SocketTable.forProgram(listener::accept)) {
          accepted.getOutputStream().write(answer);
        }
        assertThat(client.getInputStream().readAllBytes()).isEqualTo(answer);
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  /** Of a binding whose connections the test makes. */
  private static final class UnmadePool implements DatabasePool {
    @Override
    public DB newClient() {
      throw new UnsupportedOperationException("nothing is measured");
    }

    @Override
    public DB newChurnClient(ChurnScope scope, TransportListener listener) {
      throw new UnsupportedOperationException("nothing is measured");
    }

    @Override
    public void clear(String table) {}

    @Override
    public Map<String, String> description() {
      return Map.of();
    }

    @Override
    public void close() {}
  }
}
