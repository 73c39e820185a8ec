package site.ycsb.tls.testserver;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/** Counts what a listener sees. Thread-safe; costs a few ns per connection, nothing per record. */
public final class WitnessCounter {
  private final LongAdder connections = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Map<Negotiated, LongAdder> handshakes = new ConcurrentHashMap<>();

  /** A TCP connection was accepted. */
  public void connected() {
    connections.increment();
  }

  /** A handshake of the server's engine was completed, or was not. */
  public void handshakeEnded(PinnedServerContext server, SSLEngine engine, boolean completed) {
    if (completed) {
      handshaken(engine.getSession(), server.resumed(engine));
    } else {
      failed();
    }
  }

  /** A handshake was completed; the session is the server's own. */
  public void handshaken(SSLSession session, boolean resumed) {
    String suite = session.getCipherSuite();
    String name = CipherSuites.find(suite).map(CipherSuite::name).orElse(suite);
    handshakes
        .computeIfAbsent(
            new Negotiated(session.getProtocol(), name, resumed), negotiated -> new LongAdder())
        .increment();
  }

  /** A handshake was not completed. */
  public void failed() {
    failed.increment();
  }

  /** The counts so far. */
  public ListenerWitness witness() {
    Map<Negotiated, Long> counts = new HashMap<>();
    handshakes.forEach((negotiated, count) -> counts.put(negotiated, count.sum()));
    return new ListenerWitness(connections.sum(), failed.sum(), counts);
  }
}
