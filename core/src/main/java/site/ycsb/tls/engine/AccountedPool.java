package site.ycsb.tls.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import site.ycsb.DB;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.jvm.ByteAccount;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.measurement.process.Host;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * A binding's pool, and the account of this process's bytes: what its driver sends or receives
 * without the transport fails the run.
 */
public final class AccountedPool implements DatabasePool {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final DatabasePool pool;
  private final ByteAccount account;
  private final Supplier<List<InetSocketAddress>> servers;

  private AccountedPool(
      DatabasePool pool, ByteAccount account, Supplier<List<InetSocketAddress>> servers) {
    this.pool = pool;
    this.account = account;
    this.servers = servers;
  }

  /**
   * Opens the binding's pool.
   *
   * @throws IllegalStateException when not all sockets of this Java can be known
   */
  public static DatabasePool open(
      Binding binding, Map<String, String> properties, Transport transport)
      throws DatabaseException {
    ByteAccount account = ByteAccount.open(transport, ByteAccount.Reach.TO_OTHERS);
    try {
      return new AccountedPool(
          binding.open(properties, transport), account, () -> binding.tlsServers(properties));
    } catch (DatabaseException | RuntimeException e) {
      account.close();
      throw e;
    }
  }

  @Override
  public void requireAsPinned(boolean used) throws DatabaseException, InterruptedException {
    try {
      account.requireNothingNative(PATIENCE);
    } catch (IOException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
    requireBalance();
    pool.requireAsPinned(used);
  }

  @Override
  public void requireBalance() throws DatabaseException, InterruptedException {
    try {
      account.require(PATIENCE, AccountedPool::reason);
    } catch (IOException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
  }

  /** A driver may connect to others, too; whatever it asks there, those bytes are not pinned. */
  private static String reason(Optional<String> elsewhere) {
    String defect = "this is a defect of the binding";
    return elsewhere
        .map(
            place ->
                "%s is probably not the database, since all correct connections go to other addresses (if it is the database, %s). Drivers also ask other servers for names (DNS over TCP), tickets (Kerberos) or credentials of a cloud, and such connections cannot be pinned; give the driver what it asks for (docs/measuring-your-server.md#what-a-driver-asks-others)"
                    .formatted(place, defect))
        .orElse(defect);
  }

  @Override
  public Optional<ByteBalance> byteBalance() {
    return Optional.of(account.balance());
  }

  @Override
  public Optional<String> connectionFailure() {
    return pool.connectionFailure();
  }

  @Override
  public DB newClient() {
    return pool.newClient();
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    return pool.newChurnClient(scope, listener);
  }

  @Override
  public Optional<ServerClock> serverClock() throws DatabaseException {
    return pool.serverClock();
  }

  /** Where no server is known, nothing says that it is. */
  @Override
  public boolean isElsewhere() {
    List<InetSocketAddress> known = servers.get();
    return !known.isEmpty()
        && known.stream().noneMatch(server -> Host.ownAddresses(server).findAny().isPresent());
  }

  @Override
  public void clear(String table) throws DatabaseException {
    pool.clear(table);
  }

  @Override
  public Map<String, String> description() {
    return pool.description();
  }

  @Override
  public void close() {
    try {
      pool.close();
    } finally {
      account.close();
    }
  }
}
