package site.ycsb.tls.testbed.secantus;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.program.LoggedConnections;

/**
 * Counts what rustls negotiates, by the line that it logs when it has chosen the suite of a
 * handshake. It logs neither whether a session was resumed nor which handshakes failed later; a
 * client that it asks for another key share counts twice. Thread-safe.
 *
 * <p>Other lines go to stderr, which is the log of this process.
 */
final class HandshakeLog {
  /** For the server's environment ({@code RUST_LOG}): its own lines, and those counted here. */
  static final String FILTER = "info,rustls::server::hs=debug";

  /** Such as {@code [2026-11-30T00:20:11Z DEBUG rustls::server::hs] decided upon suite TLS13_…}. */
  private static final Pattern SUITE =
      Pattern.compile("^\\[\\S+ DEBUG rustls::server::hs] decided upon suite (\\S+)$");

  /** rustls' names of the suites of TLS 1.3 begin with it; IANA's with TLS alone. */
  private static final String TLS_1_3 = "TLS13_";

  /** What the server logs of {@link #MARK}. */
  private static final Pattern MARKED =
      Pattern.compile("^\\[\\S+ WARN +rustls::\\S+] TLS alert warning received: .*");

  /**
   * A record with the alert {@code no_renegotiation}, a warning (RFC 5246, 7.2.2): rustls logs it
   * and ignores it. No client of a run sends one.
   */
  private static final byte[] MARK = HexFormat.of().parseHex("15030300020164");

  private static final int CONNECT_MILLIS = 5_000;
  private static final long LOG_SECONDS = 8;

  private final LoggedConnections chosen = new LoggedConnections();
  private final Semaphore marks = new Semaphore(0);

  /** A line of the server's log. */
  void accept(String line) {
    Matcher suite = SUITE.matcher(line);
    if (suite.matches()) {
      count(suite.group(1));
    } else if (MARKED.matcher(line).matches()) {
      marks.release();
    } else {
      System.err.println(line);
    }
  }

  private void count(String suite) {
    if (suite.startsWith(TLS_1_3)) {
      chosen.add("TLSv1.3", "TLS_" + suite.substring(TLS_1_3.length()));
    } else {
      chosen.add("TLSv1.2", suite);
    }
  }

  /**
   * Returns when all handshakes that clients have completed are counted: the server writes its line
   * before it answers a client, and a mark that comes later is behind it.
   *
   * @param server the port for TLS
   * @throws IOException when the server does not log the mark
   */
  void await(InetSocketAddress server) throws IOException, InterruptedException {
    try (Socket socket = new Socket()) {
      // One that was given up may have come since.
      marks.drainPermits();
      socket.connect(server, CONNECT_MILLIS);
      socket.getOutputStream().write(MARK);
      if (!marks.tryAcquire(LOG_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("secantusd-rs does not log its connections");
      }
    }
  }

  /**
   * What the listeners saw. Those that differ only on the client's side have the same handshakes,
   * and are left out; so are those without TLS, of which nothing is logged.
   */
  Map<String, ListenerWitness> witness(List<ListenerSpec> listeners) {
    Map<String, ListenerWitness> witness = new HashMap<>();
    chosen
        .of(listeners.stream().filter(listener -> listener.tls().isPresent()).toList())
        .forEach(
            (only, count) ->
                witness.put(only.name(), ListenerWitness.counted(only, count, 0, count)));
    return witness;
  }
}
