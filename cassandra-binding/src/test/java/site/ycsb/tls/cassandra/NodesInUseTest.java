package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.failed;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodesInUseTest {
  private static final Node USED = node(1, NodeDistance.LOCAL, 2);
  private static final Node UNUSED = node(2, NodeDistance.LOCAL, 0);

  @Test
  void refusesANodeThatTheDriverLeavesOut() {
    failed(() -> require(1, Duration.ZERO, List.of(USED, UNUSED)))
        .hasMessageContaining("the node /10.0.0.2:9042 has 0 of the 1 connections")
        .hasMessageContaining("(no such name in the certificate)")
        .hasMessageContaining("tls.verify=chain")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void refusesANodeWithFewerConnectionsThanAskedFor() {
    failed(() -> require(3, Duration.ZERO, List.of(USED)))
        .hasMessageContaining("has 2 of the 3 connections");
  }

  @Test
  void nodesOfOtherDataCentresNeedNone() {
    assertThatCode(() -> require(1, Duration.ZERO, List.of(USED, node(3, NodeDistance.IGNORED, 0))))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesADataCentreThatHasNoNode() {
    failed(() -> require(1, Duration.ZERO, List.of(node(3, NodeDistance.IGNORED, 1))))
        .hasMessageContaining("cassandra.localdatacenter, they are in dc1: correct it");
  }

  @Test
  void waitsForTheDriverToCount() {
    List<Node> both = List.of(USED, UNUSED);
    assertThatCode(() -> require(1, Duration.ofMinutes(1), both, both, List.of(USED)))
        .doesNotThrowAnyException();
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // Read only.
  private static void require(int connections, Duration patience, List<Node>... looks)
      throws Exception {
    Deque<List<Node>> left = new ArrayDeque<>(Arrays.asList(looks));
    NodesInUse.require(
        () -> left.size() > 1 ? left.remove() : left.element(),
        Node::getOpenConnections,
        connections,
        patience,
        () -> Optional.of("no such name in the certificate"));
  }

  private static Node node(int number, NodeDistance distance, int connections) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getDistance" -> distance;
                  case "getDatacenter" -> "dc1";
                  case "getOpenConnections" -> connections;
                  case "getEndPoint" ->
                      new DefaultEndPoint(new InetSocketAddress("10.0.0." + number, 9042));
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
