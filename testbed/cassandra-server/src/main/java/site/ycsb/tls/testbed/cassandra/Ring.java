package site.ycsb.tls.testbed.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.ServerHealth;
import site.ycsb.tls.testserver.ServerProcess;
import site.ycsb.tls.testserver.ServerSpec;

/** The nodes of a ring, each a process of its own. Thread-safe. */
final class Ring implements RunningServer {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long POLL_MILLIS = 100;

  private final ServerSpec forClients;
  private final List<Integer> clientPorts;
  private final List<NodeSettings> settings;
  private final List<ServerProcess> nodes = new ArrayList<>();

  private Ring(ServerSpec forClients, List<Integer> clientPorts, List<NodeSettings> settings) {
    this.forClients = forClients;
    this.clientPorts = clientPorts;
    this.settings = settings;
  }

  /**
   * Starts the nodes one after the other: two that join at the same time disturb each other.
   *
   * @param forClients the listeners of each node for clients
   * @param clientPorts theirs
   * @throws IOException when a node does not start, does not see all others, or the storage ports
   *     do not match the pin; the message is one line with the node's own error
   */
  static Ring start(ServerSpec forClients, List<Integer> clientPorts, List<NodeSettings> settings)
      throws IOException, InterruptedException {
    Ring ring = new Ring(forClients, clientPorts, settings);
    try {
      for (NodeSettings node : settings) {
        ring.startNode(node);
      }
      ring.awaitWhole();
      ring.confirmInternode();
      return ring;
    } catch (IOException | InterruptedException | RuntimeException e) {
      ring.nodes.parallelStream().forEach(ServerProcess::close);
      throw e;
    }
  }

  private void startNode(NodeSettings node) throws IOException, InterruptedException {
    node.write();
    Path spec = node.directory().resolve("server.properties");
    forClients.write(spec);
    Path log = node.directory().resolve("node.log");
    try {
      nodes.add(ServerProcess.start(command(node, spec), log, PATIENCE));
    } catch (IOException e) {
      if (Files.exists(log)) {
        Files.copy(log, System.err);
      }
      throw new IOException("node " + node.address() + ": " + e.getMessage() + refused(), e);
    }
  }

  /** A node that cannot join does not know why; the nodes that it called do. */
  private String refused() throws InterruptedException {
    long failed = 0;
    for (ServerProcess node : nodes) {
      try {
        failed += node.witness().get(NodeSettings.INTERNODE).failed();
      } catch (IOException e) {
        return "; and " + e.getMessage();
      }
    }
    return failed == 0
        ? ""
        : "; the other nodes refused %d handshakes on their storage ports: it has another TLS there"
            .formatted(failed);
  }

  private List<String> command(NodeSettings node, Path spec) throws IOException {
    List<String> command = new ArrayList<>();
    // Ctrl-C goes to all processes of a terminal: a node must wait until it is told to stop.
    command.addAll(List.of("/bin/sh", "-c", "trap '' HUP INT TERM; exec \"$@\"", "node"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArguments());
    // This launcher's heap and collector arguments are meant for the nodes.
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(node.jvmArguments());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            CassandraNode.class.getName(),
            spec.toString(),
            String.join(",", clientPorts.stream().map(String::valueOf).toList())));
    settings.forEach(other -> command.add(other.address()));
    return command;
  }

  /** Those that are the same for all nodes. */
  private static List<String> jvmArguments() throws IOException {
    try (InputStream in = Ring.class.getResourceAsStream("node-jvm.options")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }

  /**
   * A node says that it is ready when its own ports are open. It may not have heard from the others
   * by then, nor they from it, and it would refuse operations that need two nodes.
   */
  private void awaitWhole() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> unready = health().unready();
    while (!unready.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "the nodes run, but did not become a ring within "
                + PATIENCE.toSeconds()
                + " s: "
                + String.join("; ", unready));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      unready = health().unready();
    }
  }

  /** In the view of all nodes; a node that has ended is unready. */
  @Override
  public ServerHealth health() throws InterruptedException {
    List<String> unready = new ArrayList<>();
    Map<String, Long> incidents = new TreeMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      String node = "node " + settings.get(i).address();
      try {
        ServerHealth own = nodes.get(i).health();
        own.unready().forEach(reason -> unready.add(node + ": " + reason));
        own.incidents().forEach((what, count) -> incidents.put(node + " " + what, count));
      } catch (IOException e) {
        unready.add(node + ": " + e.getMessage());
      }
    }
    return new ServerHealth(unready, incidents);
  }

  /**
   * Every node has heard from another by now, and these connections must be as pinned.
   *
   * @throws IOException when not: figures of this ring would be wrong
   */
  private void confirmInternode() throws IOException, InterruptedException {
    if (nodes.size() == 1) {
      return;
    }
    for (int i = 0; i < nodes.size(); i++) {
      Map<Negotiated, Long> seen = nodes.get(i).witness().get(NodeSettings.INTERNODE).handshakes();
      Optional<String> pinned =
          settings
              .get(i)
              .internode()
              .map(tls -> tls.pin().protocol() + " " + tls.pin().cipherSuite().name());
      Set<String> expected = pinned.map(Set::of).orElse(Set.of());
      if (!seen.keySet().stream().map(Ring::text).collect(Collectors.toSet()).equals(expected)) {
        throw new IOException(
            "error: node %s negotiated %s with other nodes, not %s"
                .formatted(settings.get(i).address(), seen, pinned.orElse("plain text")));
      }
    }
  }

  private static String text(Negotiated negotiated) {
    return negotiated.protocol() + " " + negotiated.cipherSuite();
  }

  @Override
  public String product() {
    return nodes.get(0).server() + (nodes.size() == 1 ? "" : " (ring of " + nodes.size() + ")");
  }

  /** The first node's; clients discover the others from it. */
  @Override
  public Map<String, InetSocketAddress> addresses() {
    Map<String, InetSocketAddress> addresses = new HashMap<>();
    for (ListenerSpec listener : forClients.listeners()) {
      addresses.put(listener.name(), nodes.get(0).address(listener.name()));
    }
    addresses.put(NodeSettings.INTERNODE, nodes.get(0).address(NodeSettings.INTERNODE));
    return addresses;
  }

  /** The sum over the nodes; of the connections between them if they have TLS. */
  @Override
  public Map<String, ListenerWitness> witness() throws IOException, InterruptedException {
    Map<String, ListenerWitness> sum = new HashMap<>();
    for (ServerProcess node : nodes) {
      node.witness().forEach((name, seen) -> sum.merge(name, seen, ListenerWitness::plus));
    }
    if (settings.get(0).internode().isEmpty()) {
      sum.remove(NodeSettings.INTERNODE);
    }
    return sum;
  }

  /** All at once: each takes seconds to write its data in memory. */
  @Override
  public void close() throws IOException {
    List<CompletableFuture<Boolean>> ends =
        nodes.stream()
            // A parallel stream has only as many threads as there are processors.
            .map(
                node ->
                    CompletableFuture.supplyAsync(
                        node::stop, task -> new Thread(task, "stop").start()))
            .toList();
    if (ends.stream().map(CompletableFuture::join).toList().contains(false)) {
      throw new IOException("a node did not end in order");
    }
  }
}
