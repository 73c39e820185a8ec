package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.measurement.process.Host;

/**
 * A process of this machine that listens for TCP connections, as Linux lists both ({@code
 * /proc/net/tcp}, {@code /proc/PID/fd}). Other users' are seen by root only.
 *
 * @param pid its number
 * @param name the first 15 characters of its name
 */
record ListeningProcess(long pid, String name) {
  private static final Path PROC = Path.of("/proc");

  /** {@code TCP_LISTEN} in the kernel's tables. */
  private static final String LISTENING = "0A";

  /** What listens for a server in a container, or on another machine. */
  private static final Set<String> PASS_ON =
      Set.of(
          "docker-proxy",
          "dockerd",
          "rootlesskit",
          "rootlessport",
          "slirp4netns",
          "pasta",
          "pasta.avx2",
          "kubectl",
          "ssh");

  /** What does a part of the work, perhaps TLS, before a server of any kind. */
  private static final Set<String> PROXIES =
      Set.of(
          "envoy",
          "ghostunnel",
          "haproxy",
          "hitch",
          "maxscale",
          "mysqlrouter",
          "nginx",
          "nutcracker",
          "odyssey",
          "pgbouncer",
          "pgcat",
          "proxysql",
          "socat",
          "stunnel",
          "stunnel4",
          "traefik");

  /** What comes before the address of an IPv4 server in the table of IPv6: RFC 4291, 2.5.5.2. */
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  private static final int IPV6_WORDS = 4;

  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** The addresses of the servers that the properties name, of those on this machine. */
  static List<InetSocketAddress> serversHere(Binding binding, Map<String, String> properties) {
    return binding.tlsServers(properties).stream().flatMap(Host::ownAddresses).toList();
  }

  /** The process that listens at the address; empty when none is seen by this user. */
  static Optional<ListeningProcess> at(InetSocketAddress server) {
    Set<String> sockets = sockets(server);
    // Of processes that share a socket, a fork's parent is the older one.
    return sockets.isEmpty()
        ? Optional.empty()
        : ProcessHandle.allProcesses()
            .map(ProcessHandle::pid)
            .sorted()
            .filter(pid -> hasOneOf(pid, sockets))
            .findFirst()
            .map(pid -> new ListeningProcess(pid, name(pid)));
  }

  /**
   * Whether it is no server, and only passes on what one does: its CPU time is not the server's.
   */
  boolean passesOn() {
    return PASS_ON.contains(name);
  }

  /** The value of {@code server.cpu} that names it; of a proxy, together with its server. */
  String toName() {
    return "pid:"
        + pid
        + (PROXIES.contains(name) ? ",N with the number of the server's process behind it" : "");
  }

  /** Whether one of these processes, or a descendant of one, listens at the address. */
  static boolean isAmong(List<Long> pids, InetSocketAddress server) {
    Set<String> sockets = sockets(server);
    return pids.stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .anyMatch(process -> hasOneOf(process.pid(), sockets));
  }

  /**
   * Whether the process has a network of its own, as in a container: then another one listens here
   * for it. False where that cannot be seen.
   */
  static boolean hasItsOwnNetwork(long pid) {
    try {
      Path network = Path.of("ns/net");
      return !Files.readSymbolicLink(PROC.resolve(Long.toString(pid)).resolve(network))
          .equals(Files.readSymbolicLink(PROC.resolve("self").resolve(network)));
    } catch (IOException e) {
      return false;
    }
  }

  /** Those that take its connections: who listens at all addresses gets what is left. */
  private static Set<String> sockets(InetSocketAddress server) {
    return localAddresses(server.getAddress())
        .map(local -> sockets("%s:%04X".formatted(local, server.getPort())))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(Set.of());
  }

  /** Where a server of this address may listen, as the kernel writes it; the most precise first. */
  private static Stream<String> localAddresses(InetAddress server) {
    String exact = inKernelsOrder(server.getAddress());
    String all = "0".repeat(exact.length());
    return server instanceof Inet4Address
        ? Stream.of(exact, inKernelsOrder(MAPPED) + exact, all, all.repeat(IPV6_WORDS))
        : Stream.of(exact, all);
  }

  /** Each word of four bytes as a number of this machine. */
  private static String inKernelsOrder(byte[] address) {
    IntBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).asIntBuffer();
    StringBuilder text = new StringBuilder();
    while (words.hasRemaining()) {
      text.append("%08X".formatted(words.get()));
    }
    return text.toString();
  }

  /**
   * Those that listen.
   *
   * @param local address and port as the kernel writes them
   */
  private static Set<String> sockets(String local) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      try {
        Files.readAllLines(PROC.resolve(table)).stream()
            .map(line -> line.trim().split("\\s+"))
            .filter(words -> words.length > INODE && words[STATE].equals(LISTENING))
            .filter(words -> words[LOCAL_ADDRESS].equals(local))
            .forEach(words -> sockets.add("socket:[" + words[INODE] + "]"));
      } catch (IOException e) {
        // Not Linux, or no IPv6.
      }
    }
    return sockets;
  }

  private static boolean hasOneOf(long pid, Set<String> sockets) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(PROC.resolve(pid + "/fd"))) {
      for (Path file : open) {
        if (sockets.contains(Files.readSymbolicLink(file).toString())) {
          return true;
        }
      }
    } catch (IOException e) {
      // Another user's process, or one that has ended.
    }
    return false;
  }

  private static String name(long pid) {
    try {
      return Files.readString(PROC.resolve(pid + "/comm")).strip();
    } catch (IOException e) {
      return "its name is not known";
    }
  }

  @Override
  public String toString() {
    return pid + " (" + name + ")";
  }
}
