package site.ycsb.tls.measurement.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import site.ycsb.tls.socket.TlsEvidence;
import site.ycsb.tls.socket.TransportCounts;

/**
 * The connections of a run.
 *
 * @param connections the transport's counts in the measured window
 * @param setupConnections the transport's counts before the measured window
 * @param tls evidence of what was pinned and negotiated; null for plain
 */
public record TransportUse(
    @JsonIgnoreProperties("closed") TransportCounts connections,
    @JsonIgnoreProperties("closed") TransportCounts setupConnections,
    TlsEvidence tls) {

  /** The counts of both; the evidence is this one's. */
  public TransportUse plus(TransportUse other) {
    return new TransportUse(
        connections.plus(other.connections), setupConnections.plus(other.setupConnections), tls);
  }
}
