package site.ycsb.tls.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The TCP connections of this process, as the kernel lists them: {@code /proc/self/fd} has the
 * inodes of its sockets, {@code /proc/self/net/tcp} and {@code tcp6} their addresses and states
 * (Linux, proc_net_tcp.txt).
 */
final class TcpConnections {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
  private static final String ESTABLISHED = "01";
  private static final String SOCKET = "socket:[";

  private TcpConnections() {}

  /** A connection. */
  record Connection(long inode, Ends ends) {}

  /** Both ends. */
  record Ends(int localPort, InetSocketAddress remote) {
    /** Of addresses; empty when they have no ports. */
    static Optional<Ends> of(Object local, Object remote) {
      return local instanceof InetSocketAddress here && remote instanceof InetSocketAddress there
          ? Optional.of(new Ends(here.getPort(), there))
          : Optional.empty();
    }
  }

  /**
   * Inodes of all sockets that this process has open.
   *
   * @throws IllegalStateException when the system does not tell
   */
  static Set<Long> inodes() {
    Set<Long> inodes = new HashSet<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : descriptors) {
        target(descriptor).forEach(inodes::add);
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "the connections of this process are not known here (" + e + "); use Linux", e);
    }
    return inodes;
  }

  /** The inode of a socket; nothing for other files, and for one that was closed meanwhile. */
  private static Stream<Long> target(Path descriptor) throws IOException {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith(SOCKET)
          ? Stream.of(Long.parseLong(target.substring(SOCKET.length(), target.length() - 1)))
          : Stream.empty();
    } catch (NoSuchFileException e) {
      return Stream.empty();
    }
  }

  /** The established connections of this process. */
  static List<Connection> established() {
    Set<Long> own = inodes();
    List<String> lines = new ArrayList<>();
    try {
      for (Path table : TABLES) {
        // Without IPv6 there is no such table.
        if (Files.exists(table)) {
          Files.readAllLines(table).stream().skip(1).forEach(lines::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return established(own, lines);
  }

  /**
   * The same of the tables' lines. While a table grows the kernel may list its last sockets twice:
   * it looks for more rows after the last one by their number.
   *
   * @param own inodes of the process's sockets
   */
  static List<Connection> established(Set<Long> own, List<String> lines) {
    return lines.stream()
        .map(line -> line.strip().split("\\s+", -1))
        .filter(columns -> columns[3].equals(ESTABLISHED))
        .map(TcpConnections::connection)
        .filter(connection -> own.contains(connection.inode()))
        .distinct()
        .toList();
  }

  /** {@code sl local_address rem_address st tx:rx tr:tm retrnsmt uid timeout inode …}. */
  private static Connection connection(String[] columns) {
    String[] local = columns[1].split(":", -1);
    String[] remote = columns[2].split(":", -1);
    return new Connection(
        Long.parseLong(columns[9]),
        new Ends(
            Integer.parseInt(local[1], 16),
            new InetSocketAddress(address(remote[0]), Integer.parseInt(remote[1], 16))));
  }

  /**
   * Words of four bytes, each in the order of the processor: on all that run Java, the last first.
   */
  private static InetAddress address(String hex) {
    byte[] listed = HexFormat.of().parseHex(hex);
    byte[] address = new byte[listed.length];
    for (int i = 0; i < listed.length; i++) {
      address[i] = listed[(i & ~3) + 3 - (i & 3)];
    }
    try {
      return InetAddress.getByAddress(address);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("not an address: " + hex, e);
    }
  }
}
