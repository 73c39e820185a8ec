package site.ycsb.tls.testbed.cassandra;

import java.util.Map;

/**
 * What a pinned port of this node accepted since the node's start, in the node's own view. Named
 * {@code site.ycsb.tls:type=Handshakes,port=PORT,id=…}; sum over the ids of a port.
 */
public interface HandshakesMXBean {

  /** Connections whose handshake began. */
  long getConnections();

  /** Handshakes that were not completed. */
  long getFailed();

  /** Completed handshakes: {@code PROTOCOL SUITE full|resumed} to their number. */
  Map<String, Long> getCompleted();
}
