package site.ycsb.tls.jvm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.tls.account.SocketConnection;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.socket.Transport;

/**
 * Whether all bytes of this process's sockets went through the pinned TLS; or, without a pin, none
 * through any; and through the proxy, if there is one. It knows each connection from its opening to
 * its end, however short. What was open before, and what the program itself opens with {@link
 * SocketTable#forProgram}, is left alone. One at a time. Thread-safe.
 */
public final class ByteAccount implements AutoCloseable {
  /** Which connections count. */
  public enum Reach {
    /** All that this process makes, also to servers in it: for tests of one's own service. */
    ALL,
    /** Those whose other end is in another process. */
    TO_OTHERS
  }

  private static final AtomicBoolean OPEN = new AtomicBoolean();
  private static final long LOOK_MILLIS = 20;

  /** How many connections that have ended are remembered. */
  private static final int MOST_ENDED = 10_000;

  private final boolean pinned;
  private final Optional<InetSocketAddress> proxy;
  private final Reach reach;
  private final Set<Long> earlier;

  /** Handshakes of before. */
  private final long withoutConnection = SocketTable.handshakesWithoutConnection();

  /** Under this account's lock. */
  private final Map<Ends, Boolean> ended =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Ends, Boolean> eldest) {
          return size() > MOST_ENDED;
        }
      };

  /**
   * Of connections that have ended, those that are wrong, or went past the proxy, unless their
   * other end is here.
   */
  private final List<SocketConnection> doubtful = new ArrayList<>();

  /** The other ends of connections that ended and were as they must be. Under the same lock. */
  private final Set<Object> places = new HashSet<>();

  private ByteBalance settled = ByteBalance.NONE;
  private boolean accepts;

  /**
   * Both ends of a connection.
   *
   * @param accepted whether it is the end that did not ask for it
   */
  private record Ends(Object local, Object remote, boolean accepted) {
    static Ends of(SocketConnection connection) {
      boolean accepted = connection.origin() == SocketConnection.Origin.ACCEPTED;
      // The asking end of a Unix socket has no name.
      return connection.local() instanceof Path path
          ? new Ends(path, null, accepted)
          : connection.remote() instanceof Path path
              ? new Ends(null, path, accepted)
              : new Ends(connection.local(), connection.remote(), accepted);
    }

    boolean isKnown() {
      return local instanceof Path || remote instanceof Path || (local != null && remote != null);
    }

    Ends other() {
      return new Ends(/* local= */ remote, /* remote= */ local, !accepted);
    }
  }

  private ByteAccount(Transport transport, Reach reach) {
    this.pinned = transport.options().isPresent();
    this.proxy = transport.sockets().socksProxy();
    this.reach = reach;
    this.earlier = TcpConnections.inodes();
  }

  /**
   * Begins.
   *
   * @param transport if it is pinned, all must go through its TLS, or else nothing through any; if
   *     it has a proxy, all through that
   * @throws IllegalStateException when another is open, or not all sockets can be known; the
   *     message is one line and says what to do
   */
  public static ByteAccount open(Transport transport, Reach reach) {
    SocketTable.problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(
                  "which bytes went over this process's connections is not known: " + problem);
            });
    if (!OPEN.compareAndSet(false, true)) {
      throw new IllegalStateException("an account of this process's bytes is open; close it first");
    }
    ByteAccount account = new ByteAccount(transport, reach);
    SocketTable.open().forEach(SocketConnection::leaveAlone);
    SocketTable.setListener(account::ended);
    return account;
  }

  private void ended(SocketConnection connection) {
    if (!connection.isLeftAlone()) {
      Judgement judgement = judge(connection);
      synchronized (this) {
        ended.put(Ends.of(connection), true);
        accepts |= isAccepted(connection);
        boolean isDoubtful = judgement.problem().isPresent() || isPastProxy(connection);
        if (isDoubtful && doubtful.size() < MOST_ENDED) {
          doubtful.add(connection);
        } else {
          settle(connection, judgement);
        }
        // It counts here from now on, and no longer among those that are open.
        connection.leaveAlone();
      }
    }
  }

  private static boolean isAccepted(SocketConnection connection) {
    return connection.origin() == SocketConnection.Origin.ACCEPTED;
  }

  private void settle(SocketConnection connection, Judgement judgement) {
    settled = settled.plus(judgement.balance());
    if (judgement.isAsItMustBe() && places.size() < MOST_ENDED) {
      places.add(connection.remote());
    }
  }

  private Judgement judge(SocketConnection connection) {
    return pinned ? Judgement.whenPinned(connection) : Judgement.whenPlain(connection);
  }

  /** What counts of all connections now, and what of them is wrong. */
  private synchronized Look look() {
    List<SocketConnection> open =
        SocketTable.open().stream().filter(connection -> !connection.isLeftAlone()).toList();
    accepts |= open.stream().anyMatch(ByteAccount::isAccepted);
    Set<Ends> here = new HashSet<>();
    // Most clients accept none, and then no connection has both ends here.
    if (accepts) {
      here.addAll(ended.keySet());
      open.forEach(connection -> here.add(Ends.of(connection)));
    }
    doubtful.removeIf(connection -> isAmongUs(connection, here));
    Map<SocketConnection, Judgement> judged = new LinkedHashMap<>();
    doubtful.forEach(connection -> judged.put(connection, judge(connection)));
    Set<SocketConnection> opening = new HashSet<>();
    for (SocketConnection connection : open) {
      if (!isAmongUs(connection, here)) {
        // Asked first: TLS may begin between the two questions.
        if (pinned && Judgement.isOpening(connection)) {
          opening.add(connection);
        }
        judged.put(connection, judge(connection));
      }
    }
    Map<SocketConnection, String> problems = new LinkedHashMap<>();
    judged.forEach(
        (connection, judgement) ->
            judgement.problem().ifPresent(problem -> problems.put(connection, problem)));
    return new Look(
        judged.values().stream().map(Judgement::balance).reduce(settled, ByteBalance::plus),
        List.copyOf(problems.values()),
        problems.isEmpty() ? Optional.empty() : elsewhere(judged),
        judged.keySet().stream().filter(this::isPastProxy).findFirst(),
        !problems.isEmpty() && opening.containsAll(problems.keySet()));
  }

  /** The other end of the first connection that is wrong, if no connection there is right. */
  private Optional<String> elsewhere(Map<SocketConnection, Judgement> judged) {
    Set<Object> right = new HashSet<>(places);
    judged.forEach(
        (connection, judgement) -> {
          if (judgement.isAsItMustBe()) {
            right.add(connection.remote());
          }
        });
    return judged.entrySet().stream()
        .filter(entry -> entry.getValue().problem().isPresent())
        .findFirst()
        .map(entry -> entry.getKey().remote())
        .filter(remote -> !right.isEmpty() && !right.contains(remote))
        .map(Judgement::text);
  }

  private boolean isPastProxy(SocketConnection connection) {
    return proxy.isPresent()
        && connection.origin() == SocketConnection.Origin.CONNECTED
        && connection.sent().bytes() + connection.received().bytes() > 0
        && !isAddress(proxy.get(), connection.remote());
  }

  /** Java asks for the addresses of a proxy's name at each connection, and may take any of them. */
  private static boolean isAddress(InetSocketAddress proxy, Object remote) {
    if (proxy.equals(remote)) {
      return true;
    }
    try {
      return remote instanceof InetSocketAddress other
          && other.getPort() == proxy.getPort()
          && List.of(InetAddress.getAllByName(proxy.getHostString())).contains(other.getAddress());
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private boolean isAmongUs(SocketConnection connection, Set<Ends> here) {
    boolean counts = reach == Reach.ALL && connection.origin() == SocketConnection.Origin.CONNECTED;
    Ends ends = Ends.of(connection);
    return !counts && ends.isKnown() && here.contains(ends.other());
  }

  /**
   * A look at all connections.
   *
   * @param problems one line for each that is wrong
   * @param elsewhere the other end of the first that is wrong, if none of those that are as they
   *     must be goes there, and some go to others
   * @param pastProxy one that did not go through the proxy
   * @param mayMend whether all that is wrong may become right when a handshake begins
   */
  private record Look(
      ByteBalance balance,
      List<String> problems,
      Optional<String> elsewhere,
      Optional<SocketConnection> pastProxy,
      boolean mayMend) {}

  /** The bytes until now. */
  public ByteBalance balance() {
    return look().balance();
  }

  /**
   * Requires that all bytes until now are accounted for, once, and went through the proxy if there
   * is one. Cheap enough to call after each slice.
   *
   * @param patience how long a connection may take to begin its TLS
   * @param reason says the likely cause, and what to do; it is given the other end of the
   *     connection that is named, as {@code HOST:PORT}, if connections that are as they must be go
   *     to others only: then it is hardly the server that is meant
   * @throws IOException when they are not, or did not; the message is one line: which connection,
   *     how many bytes, what they looked like
   */
  public void require(Duration patience, Function<Optional<String>, String> reason)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    Look look = look();
    while (look.mayMend() && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
      look = look();
    }
    Optional<String> unknown = SocketTable.problem();
    if (unknown.isPresent()) {
      throw new IOException(unknown.get());
    }
    if (look.pastProxy().isPresent()) {
      throw new IOException(
          "a connection goes to %s and not through the proxy %s:%d: only clients that connect with java.net.Socket can use a proxy"
              .formatted(
                  Judgement.text(look.pastProxy().get().remote()),
                  proxy.orElseThrow().getHostString(),
                  proxy.orElseThrow().getPort()));
    }
    if (look.balance().bytesUnaccounted() > 0 && look.problems().isEmpty()) {
      throw new IOException(
          "other bytes went over so many connections that they are not known singly: "
              + reason.apply(Optional.empty()));
    }
    if (!look.problems().isEmpty()) {
      throw new IOException(
          "%,d bytes of %s %s: %s%s: %s"
              .formatted(
                  look.balance().bytesUnaccounted(),
                  look.problems().size() == 1
                      ? "a connection"
                      : "%,d connections".formatted(look.problems().size()),
                  pinned
                      ? "were not of the pinned TLS"
                      : "are, or may be, TLS in a run without TLS",
                  look.problems().get(0),
                  look.problems().size() > 1 ? "; and others" : "",
                  reason.apply(look.elsewhere())));
    }
    long within = SocketTable.handshakesWithoutConnection() - withoutConnection;
    if (within > 0) {
      throw new IOException(
          "%,d handshakes of the pinned TLS went through another TLS connection: TLS over TLS cannot be measured, as its bytes and handshakes would count twice; connect without a proxy that speaks TLS itself, or through one in clear text"
              .formatted(within));
    }
  }

  /**
   * Requires that there is no connection that Java's classes did not make, now and as far as the
   * libraries of this process tell.
   *
   * @throws IOException when there is one; the message is one line and says what to do
   */
  public void requireNothingNative(Duration patience) throws IOException, InterruptedException {
    Optional<String> library = NativeSockets.ofThisProcess();
    if (library.isPresent()) {
      throw new IOException(library.get());
    }
    long end = System.nanoTime() + patience.toNanos();
    List<TcpConnections.Connection> unknown = unknown();
    while (!unknown.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
      unknown = unknown();
    }
    if (!unknown.isEmpty()) {
      throw new IOException(
          "a connection to %s was not made by Java's classes, so its bytes cannot be observed: use a client whose connections are Java's"
              .formatted(Judgement.text(unknown.get(0).ends().remote())));
    }
  }

  /** What the kernel lists and Java's classes do not know. */
  private List<TcpConnections.Connection> unknown() {
    List<TcpConnections.Connection> listed =
        TcpConnections.established().stream()
            .filter(connection -> !earlier.contains(connection.inode()))
            .toList();
    Set<TcpConnections.Ends> known =
        SocketTable.open().stream()
            .flatMap(
                connection ->
                    TcpConnections.Ends.of(connection.local(), connection.remote()).stream())
            .collect(Collectors.toSet());
    return listed.stream().filter(connection -> !known.contains(connection.ends())).toList();
  }

  @Override
  public void close() {
    SocketTable.setListener(null);
    OPEN.set(false);
  }
}
