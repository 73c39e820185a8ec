package site.ycsb.tls.socket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.count.Meter;
import site.ycsb.tls.socket.count.SentTls;
import site.ycsb.tls.socket.stream.DelegatingEngine;
import site.ycsb.tls.verify.Diagnosis;
import site.ycsb.tls.wire.ClientFlight;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/**
 * An engine with the pinned TLS. A driver's settings of protocols, suites and host name
 * verification have no effect; its SNI and ALPN are used. If the result of the handshake is not as
 * pinned, {@code wrap} or {@code unwrap} throws and no application data passes.
 *
 * <p>As thread-safe as other engines: one thread may wrap while another unwraps.
 */
final class PinnedEngine extends DelegatingEngine {
  private final PinnedTls tls;
  private final SSLEngine inner;
  private final Connection connection;
  private final Meter meter;
  private final ServerFlight flight = new ServerFlight();
  private final RecordWalk sent = new RecordWalk();
  private final SentTls produced = new SentTls();
  private final ClientFlight hello = new ClientFlight();
  private int largestSent;
  private final RecordWalk received = new RecordWalk(flight);
  private final Object handshaking = new Object();
  private volatile boolean begun;
  private volatile boolean matched;
  private volatile SSLException failure;
  private long start;

  /**
   * @param host may be null when it is not known
   */
  PinnedEngine(PinnedTls tls, Connection connection, String host, int port) {
    super(host, port);
    this.tls = tls;
    this.connection = connection;
    this.meter = connection.meter();
    this.inner =
        host == null ? tls.context().createSSLEngine() : tls.context().createSSLEngine(host, port);
    inner.setUseClientMode(true);
    inner.setSSLParameters(tls.parameters().forNew(null));
  }

  @Override
  protected SSLEngine engine() {
    return inner;
  }

  @Override
  public void beginHandshake() throws SSLException {
    synchronized (handshaking) {
      requireSound();
      // A second call would renegotiate.
      if (!matched) {
        begin();
        inner.beginHandshake();
      }
    }
  }

  private void begin() {
    if (!begun) {
      synchronized (handshaking) {
        if (!begun) {
          start = System.nanoTime();
          begun = true;
          connection.adopted();
        }
      }
    }
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer destination)
      throws SSLException {
    begin();
    int from = destination.position();
    try {
      return wrapped(inner.wrap(sources, offset, length, destination), destination, from);
    } catch (SSLException e) {
      throw failed(e);
    } catch (RuntimeException | LinkageError | AssertionError e) {
      throw thrownByMistake(e);
    }
  }

  @Override
  public SSLEngineResult unwrap(
      ByteBuffer source, ByteBuffer[] destinations, int offset, int length) throws SSLException {
    requireSound();
    begin();
    int from = source.position();
    try {
      return unwrapped(inner.unwrap(source, destinations, offset, length), source, from);
    } catch (SSLException e) {
      received.pass(source, from, source.limit());
      throw failed(e);
    } catch (RuntimeException | LinkageError | AssertionError e) {
      throw thrownByMistake(e);
    }
  }

  private SSLEngineResult wrapped(SSLEngineResult result, ByteBuffer destination, int from)
      throws SSLException {
    produced.produced(destination, from, from + result.bytesProduced());
    count(meter.wireOut, result.bytesProduced());
    if (!hello.done()) {
      hello.pass(destination, from, from + result.bytesProduced());
    }
    count(meter.recordsOut, sent.pass(destination, from, from + result.bytesProduced()));
    if (sent.largest() > largestSent) {
      largestSent = sent.largest();
      meter.largestRecordOut.accumulate(largestSent);
    }
    count(meter.payloadOut, result.bytesConsumed());
    if (!matched) {
      matchWhenFinished(result);
    }
    return result;
  }

  private SSLEngineResult unwrapped(SSLEngineResult result, ByteBuffer source, int from)
      throws SSLException {
    count(meter.wireIn, result.bytesConsumed());
    count(meter.recordsIn, received.pass(source, from, from + result.bytesConsumed()));
    count(meter.payloadIn, result.bytesProduced());
    if (!matched) {
      matchWhenFinished(result);
    } else if (received.beganAnother()) {
      failure = Renegotiation.begunByServer();
      inner.closeOutbound();
      throw failure;
    }
    return result;
  }

  private static void count(LongAdder counter, int more) {
    if (more > 0) {
      counter.add(more);
    }
  }

  private void matchWhenFinished(SSLEngineResult result) throws SSLException {
    HandshakeStatus status = result.getHandshakeStatus();
    boolean open = result.getStatus() != SSLEngineResult.Status.CLOSED;
    if (status == HandshakeStatus.FINISHED
        || (open && status == HandshakeStatus.NOT_HANDSHAKING && flight.answered())) {
      synchronized (handshaking) {
        if (!matched) {
          produced.completed();
          tls.completed(
              new Handshake(
                  inner.getSession(),
                  hello.hello(),
                  flight,
                  inner.getApplicationProtocol(),
                  received.bytes(),
                  received.tail()));
          matched = true;
          connection.handshaken(System.nanoTime() - start, flight.resumed());
        }
      }
    }
  }

  /** After a failure nothing more is read; the alert may still be sent. */
  private void requireSound() throws SSLException {
    SSLException earlier = failure;
    if (earlier != null) {
      throw new SSLException("closed: " + earlier.getMessage(), earlier);
    }
  }

  /** By a TLS library, or because a driver uses the engine in a wrong way. */
  private SSLException thrownByMistake(Throwable e) {
    if (e instanceof RuntimeException driversOwn
        && (matched
            || e instanceof IllegalArgumentException
            || e instanceof ReadOnlyBufferException)) {
      throw driversOwn;
    }
    return failed(new SSLException(e.toString(), e));
  }

  private SSLException failed(SSLException e) {
    if (matched) {
      return Diagnosis.ofRead(e, tls.clientKeys(), getPeerHost(), getPeerPort())
              instanceof SSLException reason
          ? reason
          : e;
    }
    IOException explained =
        Diagnosis.ofHandshake(e, flight, tls.pin(), tls.clientKeys(), getPeerHost(), getPeerPort());
    SSLException reason =
        explained instanceof SSLException ssl
            ? ssl
            : new SSLException(explained.getMessage(), explained);
    failure = reason;
    inner.closeOutbound();
    connection.failed(reason);
    return reason;
  }

  @Override
  public void closeInbound() throws SSLException {
    try {
      inner.closeInbound();
    } catch (SSLException e) {
      throw matched || !begun ? e : failed(new SSLException(e.getMessage(), new EOFException()));
    } finally {
      connection.closed();
    }
  }

  @Override
  public void closeOutbound() {
    connection.closed();
    inner.closeOutbound();
  }

  /** Takes over SNI and ALPN; everything else stays as pinned. */
  @Override
  public void setSSLParameters(SSLParameters parameters) {
    inner.setSSLParameters(tls.parameters().force(inner.getSSLParameters(), parameters));
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.parameters().cipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return tls.parameters().cipherSuites();
  }

  /** Has no effect: the suite is pinned. */
  @Override
  public void setEnabledCipherSuites(String[] suites) {}

  @Override
  public String[] getSupportedProtocols() {
    return tls.parameters().protocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return tls.parameters().protocols();
  }

  /** Has no effect: the protocol is pinned. */
  @Override
  public void setEnabledProtocols(String[] protocols) {}

  /** Refuses server mode. */
  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode) {
      throw new IllegalArgumentException("a pinned engine is a client's");
    }
  }

  /** Has no effect: this is for servers. */
  @Override
  public void setNeedClientAuth(boolean need) {}

  /** Has no effect: this is for servers. */
  @Override
  public void setWantClientAuth(boolean want) {}

  /** Has no effect: resumption is as the options say. */
  @Override
  public void setEnableSessionCreation(boolean flag) {}

  /** Has no effect: this is for servers. */
  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLEngine, List<String>, String> selector) {}

  @Override
  public BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return null;
  }
}
