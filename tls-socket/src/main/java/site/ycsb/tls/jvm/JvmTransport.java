package site.ycsb.tls.jvm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import javax.net.SocketFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * A transport for each {@link SSLContext} that any code in this JVM gets: by {@code getInstance} of
 * any protocol, by {@code getDefault}, by {@code SSLSocketFactory.getDefault}, and so for the
 * libraries that build on them, such as Netty, Apache HttpClient, OkHttp and {@code java.net.http}.
 *
 * <pre>{@code
 * JvmTls.prepare(options);
 * try (JvmTransport jvm = JvmTransport.install(new PinnedTransport(options))) {
 *   HttpClient.newHttpClient().send(request, BodyHandlers.ofString()); // any client
 *   jvm.requireNothingElse(Duration.ofSeconds(2));
 * }
 * }</pre>
 *
 * <p>With a pinned transport, keys and trust managers that a client brings to {@code
 * SSLContext.init} are used; what the options demand is checked before them. With a plain transport
 * no TLS handshake of a client succeeds. Contexts that were made before, that name another
 * provider, and TLS that is not Java's are not reached; {@link #requireNothingElse} finds their
 * connections. Server sockets and contexts of this library are left alone. Linux only. Thread-safe.
 */
public final class JvmTransport implements AutoCloseable {
  private static final AtomicReference<JvmTransport> INSTALLED = new AtomicReference<>();
  private static final long LOOK_MILLIS = 20;

  private final Transport transport;
  private final Set<Long> earlier;
  private final RefusingTrustManager refusal = new RefusingTrustManager();

  /** Local ports of connections of the program itself. */
  private static final Set<Integer> EXEMPT = ConcurrentHashMap.newKeySet();

  private JvmTransport(Transport transport) {
    this.transport = transport;
    this.earlier = TcpConnections.inodes();
  }

  /**
   * Puts the provider first. Do this before any client is made: what is made earlier keeps its own
   * TLS. TCP connections that exist already are nobody's concern.
   *
   * @throws IllegalStateException when one is installed already, or this is not Linux
   */
  public static JvmTransport install(Transport transport) {
    JvmTransport made = new JvmTransport(transport);
    if (!INSTALLED.compareAndSet(null, made)) {
      throw new IllegalStateException(
          "a transport is installed in this JVM already; close it first");
    }
    Security.insertProviderAt(
        new PinningProvider(
            transport instanceof PinnedTransport pinned
                ? (keys, trust) -> pinned.with(keys, trust).sslContext()
                : made.refusal::context),
        1);
    setDefault();
    return made;
  }

  /** What is installed in this JVM. */
  public static Optional<JvmTransport> installed() {
    return Optional.ofNullable(INSTALLED.get());
  }

  /** For the contexts that were made and kept as the JVM's default ones. */
  private static void setDefault() {
    try {
      SSLContext context = SSLContext.getInstance("Default");
      SSLContext.setDefault(context);
      HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JVM's default SSLContext cannot be made", e);
    }
  }

  /** Plain sockets that are counted, and over which a client may put TLS. */
  SocketFactory carriers() {
    return transport.carrierFactory();
  }

  /**
   * Compares the kernel's list of this process's TCP connections with those of the transport,
   * except connections that were made before {@link #install} and those that others made to this
   * process. Waits while connections are being made.
   *
   * @param patience how long a connection may take to complete its handshake
   * @throws IOException when a connection is not pinned; if the transport is plain, when a client
   *     tried a TLS handshake; if it has a proxy, when a connection does not go through it. The
   *     message is one line and says what to do.
   */
  public void requireNothingElse(Duration patience) throws IOException, InterruptedException {
    Optional<InetSocketAddress> proxy = transport.sockets().socksProxy();
    if (proxy.isPresent()) {
      requireProxy(proxy.get());
    }
    if (transport instanceof PinnedTransport pinned) {
      requirePinned(pinned, patience);
    } else if (refusal.happened()) {
      throw new IOException(
          "this run is without TLS, but the client began a TLS handshake; give the properties that turn its TLS on with tls.also, so that only runs with TLS get them");
    }
  }

  /**
   * Requires that a connection has completed a pinned handshake, if the transport is pinned.
   *
   * @throws IOException when none has; the message is one line and says what to do
   */
  public void requireHandshake() throws IOException {
    TransportCounts counts = transport.counts();
    if (transport.options().isPresent()
        && counts.fullHandshakes() + counts.resumedHandshakes() == 0) {
      throw new IOException("tls.cipher was given, but no connection used TLS: " + reason());
    }
  }

  /**
   * From now on a connection of the program itself is left alone; it is not the client's.
   *
   * @param localPort of the connection
   */
  public static void exempt(int localPort) {
    EXEMPT.add(localPort);
  }

  /**
   * The connection is closed, and its port may become a client's.
   *
   * @param localPort of the connection
   */
  public static void endExemption(int localPort) {
    EXEMPT.remove(localPort);
  }

  private void requireProxy(InetSocketAddress proxy) throws IOException {
    for (TcpConnections.Peer peer : outbound()) {
      if (peer.port() != proxy.getPort() || !peer.address().equals(proxy.getAddress())) {
        throw new IOException(
            "a connection goes to %s and not through the proxy %s:%d: only clients that connect with java.net.Socket can use one"
                .formatted(peer, proxy.getHostString(), proxy.getPort()));
      }
    }
  }

  private void requirePinned(PinnedTransport pinned, Duration patience)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    List<TcpConnections.Peer> found = outbound();
    while (found.size() > pinned.openConnections() && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
      found = outbound();
    }
    if (found.size() > pinned.openConnections()) {
      throw new IOException(
          "of %d TCP connections of this process only %d have the pinned TLS (to %s): %s"
              .formatted(found.size(), pinned.openConnections(), peers(found), reason()));
    }
  }

  private List<TcpConnections.Peer> outbound() {
    return TcpConnections.outbound().stream()
        .filter(connection -> !earlier.contains(connection.inode()))
        .filter(connection -> !EXEMPT.contains(connection.localPort()))
        .map(TcpConnections.Connection::peer)
        .toList();
  }

  private static String peers(List<TcpConnections.Peer> found) {
    return found.stream()
        .collect(Collectors.groupingBy(TcpConnections.Peer::toString, Collectors.counting()))
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            entry ->
                entry.getValue() == 1 ? entry.getKey() : entry.getValue() + " x " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  private String reason() {
    return NativeTls.ofThisProcess(transport.options().flatMap(options -> options.pin().provider()))
        .map(NativeTls::advice)
        .orElse(
            "does the client use TLS? put the property that turns it on into tls.also; a client that names a"
                + " security provider, or brings a TLS of its own, cannot be pinned");
  }

  /** Removes the provider. Contexts that clients have got stay as they are. */
  @Override
  public void close() {
    if (INSTALLED.compareAndSet(this, null)) {
      Security.removeProvider(PinningProvider.NAME);
      setDefault();
    }
  }
}
