package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.InetAddress;
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
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/**
 * What to add to a command whose server's CPU time was not measured. On this machine the process is
 * found by the port that it listens at, as Linux lists both.
 */
public final class ServerCpuHint {
  /** YCSB's client that does nothing. */
  private static final String WITHOUT_SERVER = "site.ycsb.BasicDB";

  private static final Path PROC = Path.of("/proc");

  /** {@code TCP_LISTEN} in the kernel's tables. */
  private static final String LISTENING = "0A";

  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private ServerCpuHint() {}

  /** One line; empty when the properties say whose CPU it is, or name no server. */
  public static Optional<String> of(Binding binding, Map<String, String> properties) {
    return isUnknown(binding, properties)
        ? Optional.of(
            inWords(
                here(binding, properties)
                    .orElse(
                        "add -p server.cpu=pid:N if it is on this machine, or server.cpu=ssh:USER@HOST:NAME or agent:HOST:PORT")))
        : Optional.empty();
  }

  /** The same; empty where the server is not on this machine, too. */
  public static Optional<String> ofThisMachine(Binding binding, Map<String, String> properties) {
    return isUnknown(binding, properties)
        ? here(binding, properties).map(ServerCpuHint::inWords)
        : Optional.empty();
  }

  private static boolean isUnknown(Binding binding, Map<String, String> properties) {
    return !properties.containsKey(RunProperties.SERVER_CPU.name())
        && !properties.containsKey(RunProperties.SERVER_PID.name())
        && !binding.name().equals(WITHOUT_SERVER)
        && !Servers.areOurs(binding, properties);
  }

  private static String inWords(String whatToAdd) {
    return "The server's CPU time was not measured: " + whatToAdd;
  }

  /** What to add for a server of this machine. */
  private static Optional<String> here(Binding binding, Map<String, String> properties) {
    try {
      return binding.tlsServers(properties).stream()
          .map(server -> new InetSocketAddress(server.getHostString(), server.getPort()))
          .filter(server -> !server.isUnresolved() && isHere(server.getAddress()))
          .findFirst()
          .map(server -> whatToAdd(server.getPort()));
    } catch (UsageException e) {
      return Optional.empty();
    }
  }

  private static String whatToAdd(int port) {
    return listener(port)
        .map(
            pid ->
                "process %d (%s) listens at port %d of this machine; add -p server.cpu=pid:%d"
                    .formatted(pid, name(pid), port, pid))
        .orElse(
            "add -p server.cpu=pid:N with the number of the process that listens at port %d of this machine ('ss -ltnp' shows it to root)"
                .formatted(port));
  }

  private static boolean isHere(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** The process that listens at the port; empty when none is seen by this user. */
  static Optional<Long> listener(int port) {
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
    // Of processes that share a socket, a fork's parent is the older one.
    return sockets.isEmpty()
        ? Optional.empty()
        : ProcessHandle.allProcesses()
            .map(ProcessHandle::pid)
            .sorted()
            .filter(pid -> hasOneOf(pid, sockets))
            .findFirst();
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
}
