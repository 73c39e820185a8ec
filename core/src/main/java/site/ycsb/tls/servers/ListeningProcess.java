package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
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

/**
 * A process of this machine that listens at a TCP port, as Linux lists both ({@code /proc/net/tcp},
 * {@code /proc/PID/fd}). Other users' are seen by root only.
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

  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** The ports of the servers that the properties name, of those on this machine. */
  static List<Integer> portsHere(Binding binding, Map<String, String> properties) {
    return binding.tlsServers(properties).stream()
        .map(server -> new InetSocketAddress(server.getHostString(), server.getPort()))
        .filter(server -> !server.isUnresolved() && isHere(server))
        .map(InetSocketAddress::getPort)
        .toList();
  }

  private static boolean isHere(InetSocketAddress server) {
    try {
      return server.getAddress().isLoopbackAddress()
          || NetworkInterface.getByInetAddress(server.getAddress()) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** The process that listens at the port; empty when none is seen by this user. */
  static Optional<ListeningProcess> at(int port) {
    Set<String> sockets = sockets(port);
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

  /** Whether one of these processes, or a descendant of one, listens at the port. */
  static boolean isAmong(List<Long> pids, int port) {
    Set<String> sockets = sockets(port);
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

  private static Set<String> sockets(int port) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      try {
        Files.readAllLines(PROC.resolve(table)).stream()
            .map(line -> line.trim().split("\\s+"))
            .filter(words -> words.length > INODE && words[STATE].equals(LISTENING))
            .filter(words -> words[LOCAL_ADDRESS].endsWith(":%04X".formatted(port)))
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
