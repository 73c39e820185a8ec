package site.ycsb.tls.probe;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.verify.Diagnosis;
import site.ycsb.tls.wire.Alerts;
import site.ycsb.tls.wire.GroupQuestion;
import site.ycsb.tls.wire.ServerFlight;

/**
 * Asks a server what it accepts. For each pair of protocol version and suite, it opens one
 * connection that offers nothing else, makes one handshake, and sends nothing after it. With a
 * protocol that begins in clear text, it first switches to TLS ({@link ClearTextStart}).
 *
 * <p>Immutable and thread-safe.
 */
public final class ServerProbe {
  private static final int ALLOWED_SILENCES = 3;

  /** Alerts of a server that has nothing of what is offered; the first is Java's. */
  private static final Set<Integer> NOT_TAKEN =
      Set.of(
          Alerts.UNEXPECTED_MESSAGE,
          Alerts.HANDSHAKE_FAILURE,
          Alerts.ILLEGAL_PARAMETER,
          Alerts.PROTOCOL_VERSION,
          Alerts.INSUFFICIENT_SECURITY);

  private final String host;
  private final int port;
  private final Duration timeout;
  private final Optional<? extends ClearTextStart> startTls;
  private final Provider provider;

  /**
   * For a server that speaks TLS from the first byte on.
   *
   * @param port 1–65535
   * @param timeout for connecting, and for each wait for an answer
   */
  public ServerProbe(String host, int port, Duration timeout) {
    this(host, port, timeout, Optional.empty());
  }

  /** With the JVM's own TLS. */
  public ServerProbe(
      String host, int port, Duration timeout, Optional<? extends ClearTextStart> startTls) {
    this(host, port, timeout, startTls, JsseProviders.of(Optional.empty()));
  }

  /**
   * @param port 1–65535
   * @param timeout for connecting, and for each wait for an answer
   * @param startTls what precedes TLS; empty: nothing
   * @param provider whose TLS asks
   */
  public ServerProbe(
      String host,
      int port,
      Duration timeout,
      Optional<? extends ClearTextStart> startTls,
      Provider provider) {
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a port is 1 to 65535, not " + port);
    }
    this.host = host;
    this.port = port;
    this.timeout = timeout;
    this.startTls = startTls;
    this.provider = provider;
  }

  /**
   * What the server answers to each pair.
   *
   * @param pairs what to offer, usually {@link JvmSuites#available()}; not empty
   * @param progress is told each answer as it comes
   * @throws IOException when there is no TLS server to ask; the message is one line that says what
   *     was found instead: nothing listens, no answer, a plain port
   */
  public List<ServerAnswer> ask(List<SuiteAvailability> pairs, Consumer<ServerAnswer> progress)
      throws IOException {
    requireTls(pairs);
    List<ServerAnswer> answers = new ArrayList<>();
    int silences = 0;
    for (SuiteAvailability pair : pairs) {
      try {
        ServerAnswer answer = answer(pair);
        answers.add(answer);
        progress.accept(answer);
      } catch (SocketTimeoutException e) {
        if (++silences == ALLOWED_SILENCES) {
          throw new IOException(
              "%s:%d stopped answering after %d of %d suites"
                  .formatted(host, port, answers.size(), pairs.size()),
              e);
        }
        answers.add(ServerAnswer.none(pair, within()));
      }
    }
    return answers;
  }

  /**
   * The suite that the server chooses when a client offers all of these, by its name in JSSE.
   *
   * @param pairs what to offer; not empty
   * @throws IOException when no handshake succeeds; one line
   */
  public String chosen(List<SuiteAvailability> pairs) throws IOException {
    requireTls(pairs);
    try (WatchedSocket tcp = connect()) {
      return handshake(tcp, new HandshakeObserver(), parameters(pairs));
    } catch (SSLException | EOFException | SocketException e) {
      throw new IOException(
          "%s:%d refuses a handshake that offers all suites of this JVM: %s"
              .formatted(host, port, oneLine(e)),
          e);
    }
  }

  /**
   * The groups of the key exchange that the server takes in TLS 1.3, whether this JVM has them or
   * not. It opens a connection for each, and ends it after the server's first message.
   *
   * @return in the order of {@link NamedGroup}; empty if the server does not speak TLS 1.3
   * @throws IOException when it cannot be reached, or does not say it of one; one line
   */
  public List<NamedGroup> groups() throws IOException {
    List<NamedGroup> taken = new ArrayList<>();
    for (NamedGroup group : NamedGroup.values()) {
      if (takes(group)) {
        taken.add(group);
      }
    }
    return taken;
  }

  /**
   * Whether the server takes this group in TLS 1.3; with one connection, which ends after its first
   * message. A server that does not speak TLS 1.3 takes none.
   *
   * @throws IOException when it cannot be reached, or does not say: it gives no answer, ends the
   *     connection, or refuses for another reason; one line
   */
  public boolean takes(NamedGroup group) throws IOException {
    try (WatchedSocket tcp = connect()) {
      tcp.getOutputStream().write(GroupQuestion.bytes(group, host));
      InputStream answer = tcp.getInputStream();
      byte[] buffer = new byte[1 << 10];
      ServerFlight flight = tcp.flight();
      while (!flight.retried() && !flight.done() && answer.read(buffer, 0, buffer.length) > 0) {
        // The flight reads.
      }
      if (flight.retried() || flight.answered()) {
        return flight.requestedGroup().equals(Optional.of(group));
      }
      if (flight.alert().isPresent() && NOT_TAKEN.contains(flight.alert().getAsInt())) {
        return false;
      }
      throw notSaid(group, refusal(flight), /* cause= */ null);
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "%s:%d gives no answer to a ClientHello with the group %s %s"
              .formatted(host, port, group, within()),
          e);
    } catch (SocketException e) {
      throw notSaid(group, oneLine(e), e);
    }
  }

  private static String refusal(ServerFlight flight) {
    return flight.alert().isPresent()
        ? "its alert is " + Alerts.name(flight.alert().getAsInt())
        : "it ended the connection";
  }

  private IOException notSaid(NamedGroup group, String found, Exception cause) {
    return new IOException(
        "%s:%d does not say whether it takes the group %s: %s".formatted(host, port, group, found),
        cause);
  }

  /**
   * What the server answers to a client of this JVM that offers this pair and leaves all else open.
   *
   * @throws IOException when it cannot be reached, or gives no answer
   */
  public ServerAnswer answer(SuiteAvailability pair) throws IOException {
    HandshakeObserver observer = new HandshakeObserver();
    String refusal = "";
    String group = "";
    try (WatchedSocket tcp = connect()) {
      try {
        handshake(tcp, observer, parameters(List.of(pair)));
      } finally {
        group = tcp.flight().answered() ? tcp.flight().group() : "";
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (SSLException | EOFException | SocketException e) {
      // A server that requires a client certificate refuses only after it has agreed on the suite.
      refusal = observer.wasAskedForCertificate() ? "" : oneLine(e);
    }
    return new ServerAnswer(
        pair.protocol(),
        pair.suite(),
        observer.chain(),
        observer.wasAskedForCertificate(),
        group,
        refusal,
        /* isSilence= */ false);
  }

  /**
   * One connection that offers everything: a server that does not answer it with TLS does not speak
   * TLS.
   */
  private void requireTls(List<SuiteAvailability> pairs) throws IOException {
    HandshakeObserver observer = new HandshakeObserver();
    try (Socket tcp = connect()) {
      handshake(tcp, observer, parameters(pairs));
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "%s:%d accepts connections, but gives no answer to TLS %s; is it a plain port?%s"
              .formatted(host, port, within(), switchers()),
          e);
    } catch (SSLException | EOFException | SocketException e) {
      if (String.valueOf(e.getMessage()).contains("unrecognized SSL message")) {
        throw new IOException(
            "%s:%d answers, but not with TLS: it is a plain port%s"
                .formatted(host, port, switchers()),
            e);
      }
      boolean closed = !(e instanceof SSLException) || e.getCause() instanceof EOFException;
      if (closed && observer.chain().isEmpty()) {
        throw new IOException(
            "%s:%d closes the connection when TLS begins: a plain port, or a TLS server that accepts nothing that this JVM offers%s"
                .formatted(host, port, switchers()),
            e);
      }
      // An alert is an answer in TLS: the server refuses, and each pair will show the reason.
    }
  }

  private static String switchers() {
    return " (a server that begins in clear and then switches to TLS is asked with --starttls mysql"
        + " or --starttls postgres)";
  }

  private WatchedSocket connect() throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IOException("the host name " + host + " cannot be resolved");
    }
    WatchedSocket socket = new WatchedSocket();
    try {
      socket.connect(address, Math.toIntExact(timeout.toMillis()));
      socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
    } catch (IOException e) {
      socket.close();
      // Not as the type that it has: refusals and silences of pairs are told by that.
      throw new IOException(Diagnosis.ofConnect(e, host, port).getMessage(), e);
    }
    try {
      startTls(socket);
      socket.tlsBegins();
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private void startTls(Socket socket) throws IOException {
    if (startTls.isPresent()) {
      try {
        startTls.get().negotiate(socket);
      } catch (SocketTimeoutException e) {
        throw new IOException(
            "%s:%d accepts connections, but does not speak %s %s"
                .formatted(host, port, startTls.get(), within()),
            e);
      } catch (IOException e) {
        throw new IOException("%s:%d %s".formatted(host, port, e.getMessage()), e);
      }
    }
  }

  /** Returns the name of the suite that was negotiated. */
  private String handshake(Socket tcp, HandshakeObserver observer, SSLParameters parameters)
      throws IOException {
    try (SSLSocket tls =
        (SSLSocket) context(observer).getSocketFactory().createSocket(tcp, host, port, true)) {
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      return tls.getSession().getCipherSuite();
    } catch (SSLException | EOFException | SocketException | SocketTimeoutException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Of a TLS library: Bouncy Castle's alerts are no SSLExceptions.
      throw new SSLException(String.valueOf(e.getMessage()), e);
    }
  }

  private SSLContext context(HandshakeObserver observer) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(new KeyManager[] {observer.keyManager()}, new TrustManager[] {observer}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
  }

  private static SSLParameters parameters(List<SuiteAvailability> pairs) {
    return new SSLParameters(
        pairs.stream().map(pair -> pair.suite().jsseName()).distinct().toArray(String[]::new),
        pairs.stream().map(pair -> pair.protocol().toString()).distinct().toArray(String[]::new));
  }

  private String within() {
    return "within " + timeout.toSeconds() + " s";
  }

  private static String oneLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
