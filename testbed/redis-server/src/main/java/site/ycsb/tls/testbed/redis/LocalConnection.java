package site.ycsb.tls.testbed.redis;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A connection through the server's local socket, for questions of the launcher: not through the
 * ports that are measured. The server counts it as one connection. Not thread-safe.
 */
final class LocalConnection implements Closeable {
  private final SocketChannel channel;
  private final DataInputStream in;

  private LocalConnection(SocketChannel channel) {
    this.channel = channel;
    this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
  }

  static LocalConnection open(Path socket) throws IOException {
    return new LocalConnection(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
  }

  /**
   * What the server tells of itself: names and values of its answer to {@code INFO}.
   *
   * @throws IOException when it does not answer, or with an error
   */
  Map<String, String> info() throws IOException {
    ByteBuffer question = ByteBuffer.wrap("INFO\r\n".getBytes(StandardCharsets.US_ASCII));
    while (question.hasRemaining()) {
      channel.write(question);
    }
    String header = line();
    if (!header.matches("\\$[0-9]{1,6}")) {
      throw new IOException("the server answers to INFO: " + header);
    }
    byte[] text = new byte[Integer.parseInt(header.substring(1))];
    in.readFully(text);
    line();
    Map<String, String> info = new TreeMap<>();
    new String(text, StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split(":", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> info.put(pair[0], pair[1]));
    return info;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int read = in.read(); read != '\n'; read = in.read()) {
      if (read < 0) {
        throw new EOFException("the server's answer to INFO is not complete: " + line);
      }
      line.append((char) read);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
