package site.ycsb.tls.channel;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import site.ycsb.tls.file.TemporaryDirectory;

/**
 * A Unix domain socket on which a process listens for a JVM that it starts. Only this user can
 * connect: the socket is in a directory that is readable by this user only.
 *
 * @param server listens
 */
public record ParentSocket(TemporaryDirectory directory, Path path, ServerSocketChannel server)
    implements Closeable {
  /** A Unix domain socket's path has 108 bytes with its terminating zero: unix(7). */
  private static final int LONGEST_PATH = 107;

  /**
   * Listens.
   *
   * @param purpose part of the directory's name
   * @throws IOException when it cannot; the message is one line
   */
  public static ParentSocket open(String purpose) throws IOException {
    TemporaryDirectory directory = TemporaryDirectory.create(purpose);
    Path path = directory.path().resolve("s");
    ParentSocket socket =
        new ParentSocket(directory, path, ServerSocketChannel.open(StandardProtocolFamily.UNIX));
    try {
      requireShort(path);
      socket.server.bind(UnixDomainSocketAddress.of(path));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  static void requireShort(Path socket) throws IOException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw new IOException(
          "the temporary directory's name is too long for a socket: "
              + socket.getParent()
              + "; give a shorter one with JAVA_OPTS=-Djava.io.tmpdir=/tmp");
    }
  }

  /**
   * The argument of the other JVM that makes it connect here.
   *
   * @param property that it reads ({@link #ofThisProcess})
   */
  public String jvmArgument(String property) {
    return "-D" + property + "=" + path;
  }

  /**
   * The other JVM's side: connects to the socket that its command line names; empty when it names
   * none.
   *
   * @throws IOException when the parent is gone
   */
  public static Optional<JsonChannel> ofThisProcess(String property) throws IOException {
    String path = System.getProperty(property);
    if (path == null) {
      return Optional.empty();
    }
    SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      socket.connect(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      socket.close();
      throw new IOException("the process that started this one is gone: " + e.getMessage(), e);
    }
    return Optional.of(new JsonChannel(socket));
  }

  @Override
  public void close() throws IOException {
    server.close();
    directory.close();
  }
}
