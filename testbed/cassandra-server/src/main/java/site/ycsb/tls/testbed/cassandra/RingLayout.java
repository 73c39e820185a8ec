package site.ycsb.tls.testbed.cassandra;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.FreePort;

/**
 * The nodes of the ring and their addresses. The same at each start with the same directory: nodes
 * know each other by address and port, and keep these with their data.
 *
 * @param directory for the nodes' directories
 * @param nodes number of nodes, 1 to 9, on 127.0.0.1 and up
 * @param clientPort of every node; the first, if it has several
 * @param storagePort of every node
 */
record RingLayout(Path directory, int nodes, int clientPort, int storagePort) {
  private static final String FILE = "ring.properties";

  /** 2^64: Murmur3Partitioner's tokens are all numbers of 64 bits. */
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(Long.SIZE);

  /** The ring whose data are in the directory, or a new one. */
  static RingLayout in(Path directory, int nodes) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      List<Integer> ports = freePorts(nodes, 2, List.of());
      RingLayout made = new RingLayout(directory, nodes, ports.get(0), ports.get(1));
      made.write(file);
      return made;
    }
    Properties kept = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      kept.load(reader);
    }
    if (number(kept, "nodes") != nodes) {
      throw new IOException(
          "the data in %s are of a ring of %d nodes, not of %d; give another directory"
              .formatted(directory, number(kept, "nodes"), nodes));
    }
    return new RingLayout(
        directory, nodes, number(kept, "clientPort"), number(kept, "storagePort"));
  }

  private static int number(Properties properties, String name) {
    return Integer.parseInt(properties.getProperty(name, "0"));
  }

  private void write(Path file) throws IOException {
    Files.createDirectories(directory);
    Properties properties = new Properties();
    properties.setProperty("nodes", Integer.toString(nodes));
    properties.setProperty("clientPort", Integer.toString(clientPort));
    properties.setProperty("storagePort", Integer.toString(storagePort));
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "A ring of test nodes on this machine's loopback");
    }
  }

  /** Ports that are free on the addresses of all nodes; each once, and none of the taken. */
  private static List<Integer> freePorts(int nodes, int number, List<Integer> taken)
      throws IOException {
    List<InetAddress> addresses = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      addresses.add(InetAddress.getByName(address(node)));
    }
    Set<Integer> ports = new LinkedHashSet<>();
    try {
      while (ports.size() < number) {
        int port = FreePort.at(addresses);
        if (!taken.contains(port)) {
          ports.add(port);
        }
      }
      return List.copyOf(ports);
    } catch (IOException e) {
      throw new IOException(
          e.getMessage()
              + " (some systems have 127.0.0.1 only: give the others to the loopback interface, or"
              + " use one node)",
          e);
    }
  }

  /**
   * The ports of every node for clients, the same for all nodes. The first is kept; the others are
   * new at each start.
   */
  List<Integer> clientPorts(int number) throws IOException {
    List<Integer> ports = new ArrayList<>(List.of(clientPort));
    ports.addAll(freePorts(nodes, number - 1, List.of(clientPort, storagePort)));
    return ports;
  }

  private static String address(int node) {
    return "127.0.0." + (node + 1);
  }

  /** The settings of all nodes; the first is the seed of the others. */
  List<NodeSettings> nodes(Optional<ServerTls> internode) {
    List<NodeSettings> all = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      long token =
          TOKENS
              .multiply(BigInteger.valueOf(node))
              .divide(BigInteger.valueOf(nodes))
              .add(BigInteger.valueOf(Long.MIN_VALUE))
              .longValueExact();
      all.add(
          new NodeSettings(
              directory.resolve("node" + (node + 1)),
              address(node),
              address(0),
              token,
              clientPort,
              storagePort,
              internode));
    }
    return all;
  }
}
