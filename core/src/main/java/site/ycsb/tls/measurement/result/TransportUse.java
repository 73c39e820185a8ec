package site.ycsb.tls.measurement.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Optional;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * The connections of a run.
 *
 * @param connections the transport's counts in the measured window; null if the client made its
 *     connections itself
 * @param setupConnections the transport's counts before the measured window; null likewise
 * @param tls evidence of what was pinned and negotiated; null for plain
 * @param byteBalance of all connections since the beginning; null if it is not known
 * @param calls the system calls of the client's connections in the measured window; null if they
 *     are not known
 */
public record TransportUse(
    @JsonIgnoreProperties("closed") TransportCounts connections,
    @JsonIgnoreProperties("closed") TransportCounts setupConnections,
    TlsEvidence tls,
    ByteBalance byteBalance,
    CallCounts calls) {

  /** Without counts if nothing was counted: the client made its connections itself. */
  public static TransportUse of(
      TransportCounts window,
      TransportCounts before,
      Optional<TlsEvidence> tls,
      Optional<ByteBalance> balance,
      Optional<CallCounts> calls) {
    boolean counted = window.plus(before).opened() > 0;
    return new TransportUse(
        counted ? window : null,
        counted ? before : null,
        tls.orElse(null),
        balance.orElse(null),
        calls.orElse(null));
  }

  /** The counts of both, if both have counts; the evidence is this one's. */
  public TransportUse plus(TransportUse other) {
    ByteBalance bytes =
        byteBalance == null || other.byteBalance == null
            ? null
            : byteBalance.plus(other.byteBalance);
    CallCounts both = calls == null || other.calls == null ? null : calls.plus(other.calls);
    return connections == null || other.connections == null
        ? new TransportUse(null, null, tls, bytes, both)
        : new TransportUse(
            connections.plus(other.connections),
            setupConnections.plus(other.setupConnections),
            tls,
            bytes,
            both);
  }
}
