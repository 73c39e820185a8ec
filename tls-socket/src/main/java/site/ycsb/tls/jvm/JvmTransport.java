package site.ycsb.tls.jvm;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import site.ycsb.tls.option.JsseProviders;
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
 * no TLS handshake of a client succeeds. Contexts that were made before, that take a provider's
 * object, and TLS that is not Java's are not reached; {@link #requireNothingElse} finds their
 * connections, however short they were. Server sockets and contexts of this library are left alone.
 * Engines of servers are the JVM's own, with what was set before {@code setUseClientMode(false)};
 * but a server that wants exactly the pinned suite must set it after that, or it has the JVM's list
 * of suites. What a client's connection negotiated is checked on the client's side in any case.
 * Linux only. Thread-safe.
 */
public final class JvmTransport implements AutoCloseable {
  private static final String TLS_IN_PLAIN =
      "give the properties that turn its TLS on with tls.also, so that only runs with TLS get them";
  private static final String CLEAR_IN_TLS =
      "does the client use TLS for all its connections? put the property that turns TLS on into"
          + " tls.also; a client that names a security provider, or brings its own TLS library,"
          + " cannot be pinned";
  private static final AtomicReference<JvmTransport> INSTALLED = new AtomicReference<>();

  private final Transport transport;
  private final ByteAccount account;
  private final RefusingTrustManager refusal = new RefusingTrustManager();

  private JvmTransport(Transport transport, ByteAccount account) {
    this.transport = transport;
    this.account = account;
  }

  /**
   * Puts the provider first. Do this before any client is made: what is made earlier keeps its own
   * TLS. TCP connections that exist already are nobody's concern.
   *
   * @throws IllegalStateException when one is installed already, this is not Linux, or Java was not
   *     started with the agent of {@code socket-account}
   */
  public static JvmTransport install(Transport transport) {
    return install(transport, ByteAccount.Reach.ALL);
  }

  /**
   * The same.
   *
   * @param reach which connections count
   */
  public static JvmTransport install(Transport transport, ByteAccount.Reach reach) {
    if (INSTALLED.get() != null) {
      throw new IllegalStateException(
          "a transport is installed in this JVM already; close it first");
    }
    JvmTransport made = new JvmTransport(transport, ByteAccount.open(transport, reach));
    INSTALLED.set(made);
    PinningProvider.Maker maker =
        transport instanceof PinnedTransport pinned
            ? (keys, trust) -> pinned.with(keys, trust).sslContext()
            : made.refusal::context;
    try {
      PinningProvider.replaceOthers(maker);
      Security.insertProviderAt(new PinningProvider(maker), 1);
      setDefault();
      return made;
    } catch (RuntimeException | LinkageError | AssertionError e) {
      // Of a TLS library. Nobody else could close it.
      made.close();
      throw e;
    }
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
      throw new IllegalStateException("the JVM's default SSLContext cannot be created", e);
    }
  }

  /** Plain sockets that are counted, and over which a client may put TLS. */
  SocketFactory carriers() {
    return transport.carrierFactory();
  }

  /**
   * Requires that all bytes of this process's connections went through the pinned TLS, or, if the
   * transport is plain, none through any; and that no connection was made by others than Java's
   * classes. Connections that were there before {@link #install} are left alone.
   *
   * @param patience how long a connection may take to begin its handshake
   * @throws IOException when a byte is not accounted for; if the transport is plain, when a client
   *     tried a TLS handshake; if it has a proxy, when a byte did not go through it. The message is
   *     one line and says what to do.
   */
  public void requireNothingElse(Duration patience) throws IOException, InterruptedException {
    if (refusal.happened()) {
      throw new IOException(
          "this run is without TLS, but the client began a TLS handshake; " + TLS_IN_PLAIN);
    }
    try {
      account.requireNothingNative(patience);
    } catch (IOException e) {
      // One start mends both.
      throw otherTls().isPresent()
          ? new IOException(e.getMessage() + "; and " + otherTls().get(), e)
          : e;
    }
    requireBalance(patience);
  }

  /**
   * Requires the same of the bytes only; quick.
   *
   * @throws IOException when a byte is not accounted for, or did not go through the transport's
   *     proxy
   */
  public void requireBalance(Duration patience) throws IOException, InterruptedException {
    account.require(patience, elsewhere -> advice());
  }

  /** The bytes of this process's connections until now. */
  public ByteBalance balance() {
    return account.balance();
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
      throw new IOException("tls.cipher was given, but no connection used TLS: " + advice());
    }
  }

  private String advice() {
    if (transport.options().isEmpty()) {
      return TLS_IN_PLAIN;
    }
    return otherTls().orElse(CLEAR_IN_TLS);
  }

  /**
   * A TLS library of the client's own that is loaded, and how to do without it, in one line: it may
   * explain why a connection failed. Empty without a pin.
   */
  public Optional<String> otherTls() {
    return transport.options().flatMap(options -> NativeTls.advice(options.pin().provider()));
  }

  /** Removes the provider. Contexts that clients have got stay as they are. */
  @Override
  public void close() {
    if (INSTALLED.compareAndSet(this, null)) {
      account.close();
      Security.removeProvider(JsseProviders.PINNING);
      PinningProvider.restoreOthers();
      setDefault();
    }
  }
}
