package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.pin.TlsPin;

/**
 * The nodes' own account: of a session's connections ({@code system_views.clients}), and of the TLS
 * between them ({@code system_views.settings}). Cassandra 4.1 and newer.
 *
 * @param clients kind of connection to their number; empty when the nodes cannot tell
 * @param internode setting of the storage ports to the number of nodes; empty when the nodes cannot
 *     tell
 */
record ServerEvidence(Map<NodeTls, Long> clients, Map<NodeTls, Long> internode) {
  private static final String SERVER = "server_encryption_options.";
  private static final String FACTORY = SERVER + "ssl_context_factory.";
  private static final String PINNED_FACTORY = "PinnedSslContextFactory";

  /** What is said of a node whose settings have other names, beside those that tell. */
  private static final NodeTls UNTOLD = NodeTls.notPinned("not told");

  /** What is said of a node that lists its clients, and the session is none of them. */
  private static final NodeTls UNSEEN = NodeTls.notPinned("no connection of this client");

  /**
   * Asks every node that the session is connected to.
   *
   * @param id the session's name for the nodes
   */
  static ServerEvidence of(CqlSession session, UUID id) {
    Map<NodeTls, Long> clients = new TreeMap<>();
    List<Map<String, String>> settings = new ArrayList<>();
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP && node.getOpenConnections() > 0)
            .toList();
    try {
      for (Node node : nodes) {
        seenBy(ask(session, node, "clients"), id)
            .forEach(kind -> clients.merge(kind, 1L, Long::sum));
        settings.add(settings(session, node));
      }
    } catch (InvalidQueryException | UnauthorizedException e) {
      // An older Cassandra, or a user without the permission.
      return new ServerEvidence(Map.of(), Map.of());
    }
    return new ServerEvidence(clients, storagePorts(settings));
  }

  private static ResultSet ask(CqlSession session, Node node, String view) {
    return session.execute(
        SimpleStatement.newInstance("SELECT * FROM system_views." + view).setNode(node));
  }

  /** The session's connections that a node lists; none when it does not tell whose they are. */
  private static List<NodeTls> seenBy(ResultSet clients, UUID id) {
    if (!clients.getColumnDefinitions().contains("client_options")) {
      return List.of();
    }
    List<NodeTls> own = new ArrayList<>();
    for (Row row : clients) {
      Map<String, String> options = row.getMap("client_options", String.class, String.class);
      if (options != null && id.toString().equals(options.get("CLIENT_ID"))) {
        own.add(negotiated(row));
      }
    }
    return own.isEmpty() ? List.of(UNSEEN) : own;
  }

  private static NodeTls negotiated(Row row) {
    return row.getBoolean("ssl_enabled")
        ? NodeTls.of(
            row.getString("ssl_cipher_suite"),
            Optional.ofNullable(row.getString("ssl_protocol")),
            Optional.empty())
        : NodeTls.PLAIN;
  }

  private static Map<String, String> settings(CqlSession session, Node node) {
    Map<String, String> settings = new HashMap<>();
    for (Row row : ask(session, node, "settings")) {
      settings.put(row.getString("name"), row.getString("value"));
    }
    return settings;
  }

  /**
   * The settings of the nodes' storage ports.
   *
   * @param nodes the rows of each node's {@code system_views.settings}
   * @return empty when no node tells
   */
  static Map<NodeTls, Long> storagePorts(List<Map<String, String>> nodes) {
    Map<NodeTls, Long> ports = new TreeMap<>();
    nodes.forEach(settings -> ports.merge(storagePort(settings), 1L, Long::sum));
    return ports.keySet().equals(Set.of(UNTOLD)) ? Map.of() : ports;
  }

  private static NodeTls storagePort(Map<String, String> settings) {
    String encryption = settings.get(SERVER + "internode_encryption");
    if (encryption == null) {
      return UNTOLD;
    }
    if (encryption.equals("none")) {
      return NodeTls.PLAIN;
    }
    Map<String, String> pin = parameters(settings.getOrDefault(FACTORY + "parameters", ""));
    boolean pinned =
        settings.getOrDefault(FACTORY + "class_name", "").endsWith(PINNED_FACTORY)
            && encryption.equals("all")
            && "false".equals(settings.get(SERVER + "optional"))
            && pin.containsKey("pin_cipher");
    return pinned
        ? NodeTls.of(
            pin.get("pin_cipher"),
            Optional.ofNullable(pin.get("pin_protocol")),
            Optional.ofNullable(pin.get("pin_key")))
        : NodeTls.notPinned(
            "%s (optional %s, protocols %s, suites %s)"
                .formatted(
                    encryption,
                    settings.get(SERVER + "optional"),
                    settings.get(SERVER + "accepted_protocols"),
                    settings.get(SERVER + "cipher_suites")));
  }

  /** From {@code {pin_cipher=TLS_…, pin_protocol=TLSv1.2, …}}. */
  private static Map<String, String> parameters(String text) {
    Map<String, String> values = new HashMap<>();
    for (String parameter : text.replaceAll("[{}]", "").split(", ", -1)) {
      int equals = parameter.indexOf('=');
      if (equals > 0) {
        values.put(parameter.substring(0, equals), parameter.substring(equals + 1));
      }
    }
    return values;
  }

  /**
   * Compares it with the expectation.
   *
   * @param pin of the session's connections; empty = plain, and the nodes may see others, which are
   *     those of something in between
   * @param expectedInternode of the nodes' connections with each other; empty = anything
   * @throws DatabaseException when the nodes see anything else
   */
  void confirm(Optional<TlsPin> pin, Optional<TlsPin> expectedInternode) throws DatabaseException {
    NodeTls expected =
        pin.map(p -> NodeTls.of(p.cipherSuite(), p.protocol(), Optional.empty()))
            .orElse(NodeTls.PLAIN);
    boolean same =
        clients.keySet().stream()
            .allMatch(seen -> seen.equals(expected) || (pin.isEmpty() && seen.equals(UNSEEN)));
    if (!same) {
      throw new DatabaseException(
          "the nodes see "
              + clients
              + " (system_views.clients), but the run is "
              + expected
              + ": something between client and node terminates the TLS connection: the figures would be wrong");
    }
    if (expectedInternode.isPresent()) {
      TlsPin between = expectedInternode.get();
      NodeTls wanted = NodeTls.of(between.cipherSuite(), between.protocol(), between.serverKey());
      if (internode.isEmpty() || !internode.keySet().stream().allMatch(wanted::isMetBy)) {
        throw new DatabaseException(
            "internode.cipher asks for %s between the nodes, but they are set to %s (system_views.settings)"
                .formatted(wanted, internode.isEmpty() ? "what they do not tell" : internode));
      }
    }
  }

  /** For the results. */
  Map<String, String> description() {
    return Map.of(
        "connectionsSeenByNodes",
        text(clients, "clients"),
        "internode",
        text(internode, "settings"));
  }

  private static String text(Map<NodeTls, Long> seen, String view) {
    return seen.isEmpty()
        ? "not available (system_views."
            + view
            + " of Cassandra 4.1 or newer, for a user who may look)"
        : seen.toString();
  }
}
