package site.ycsb.tls.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.testserver.FreePort;

/** Where a process listens, as Linux tells it: proc(5). */
final class ListeningSockets {
  private static final String LISTEN = "0A";

  private ListeningSockets() {}

  /** A port of loopback that nobody listens at now. */
  static int freePort() throws IOException {
    return FreePort.at(List.of(InetAddress.getLoopbackAddress()));
  }

  /** The addresses of its listening TCP sockets. */
  static List<InetAddress> addresses(ProcessHandle process) throws IOException {
    Path directory = Path.of("/proc/" + process.pid());
    Set<String> sockets = sockets(directory.resolve("fd"));
    List<InetAddress> addresses = new ArrayList<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      for (String line : Files.readAllLines(directory.resolve(table))) {
        String[] words = line.trim().split("\\s+", -1);
        if (words[3].equals(LISTEN) && sockets.contains("socket:[" + words[9] + "]")) {
          addresses.add(address(words[1].split(":", -1)[0]));
        }
      }
    }
    return addresses;
  }

  private static Set<String> sockets(Path descriptors) throws IOException {
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.map(
              descriptor -> {
                try {
                  return Files.readSymbolicLink(descriptor).toString();
                } catch (IOException e) {
                  return "closed meanwhile";
                }
              })
          .collect(Collectors.toSet());
    }
  }

  /** Words of 32 bits, each in the machine's byte order. */
  private static InetAddress address(String hex) throws IOException {
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    ByteBuffer bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      bytes.putInt(words.getInt());
    }
    return InetAddress.getByAddress(bytes.array());
  }
}
