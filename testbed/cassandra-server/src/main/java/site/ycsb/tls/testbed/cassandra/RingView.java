package site.ycsb.tls.testbed.cassandra;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.IEndpointStateChangeSubscriber;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import site.ycsb.tls.testserver.ServerHealth;

/**
 * This node's view of the ring: it accepts or refuses operations according to its failure detector.
 * Thread-safe.
 */
final class RingView implements IEndpointStateChangeSubscriber {
  private final List<InetAddressAndPort> ring;
  private final Map<String, Long> incidents = new ConcurrentHashMap<>();

  private RingView(List<InetAddressAndPort> ring) {
    this.ring = List.copyOf(ring);
  }

  /**
   * A view that records from now on which nodes this one considers dead.
   *
   * @param addresses of all nodes, including this one
   */
  static RingView of(List<String> addresses) throws UnknownHostException {
    List<InetAddressAndPort> ring = new ArrayList<>();
    for (String address : addresses) {
      ring.add(InetAddressAndPort.getByName(address));
    }
    RingView view = new RingView(ring);
    Gossiper.instance.register(view);
    return view;
  }

  @Override
  public void onDead(InetAddressAndPort endpoint, EndpointState state) {
    incidents.merge("took " + endpoint.getHostAddress(false) + " for dead", 1L, Long::sum);
  }

  /** Healthy when every node is alive, has its share of the ring, and serves clients. */
  ServerHealth health() {
    List<String> unready = new ArrayList<>();
    if (!StorageService.instance.isNormal()) {
      unready.add("it is " + StorageService.instance.getOperationMode() + ", not NORMAL");
    }
    for (InetAddressAndPort node : ring) {
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(node);
      String missing = missing(node, state);
      if (!missing.isEmpty()) {
        unready.add("it sees " + node.getHostAddress(false) + " " + missing);
      }
    }
    return new ServerHealth(unready, incidents);
  }

  private static String missing(InetAddressAndPort node, EndpointState state) {
    if (state == null) {
      return "not at all";
    }
    if (!Gossiper.instance.isAlive(node)) {
      return "dead";
    }
    if (!StorageService.instance.getTokenMetadata().isMember(node)) {
      return "without a share of the ring (" + state.getStatus() + ")";
    }
    return state.isRpcReady() ? "" : "with its port for clients closed";
  }
}
