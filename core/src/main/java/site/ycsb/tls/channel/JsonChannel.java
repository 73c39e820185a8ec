package site.ycsb.tls.channel;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Messages over a socket, each one line of JSON. Any thread may send and close; one thread
 * receives.
 */
public final class JsonChannel implements Closeable {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final ObjectWriter WRITER = JSON.writer();
  private static final ObjectReader READER = JSON.reader();

  private final SocketChannel socket;
  private final BufferedReader lines;

  /** Takes over the socket: {@link #close()} closes it. */
  public JsonChannel(SocketChannel socket) {
    this.socket = socket;
    this.lines = new BufferedReader(Channels.newReader(socket, StandardCharsets.UTF_8));
  }

  /** Sends a message whole; a record, or another value that Jackson can write. */
  public synchronized void send(Object message) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(
            (WRITER.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      socket.write(bytes);
    }
  }

  /**
   * Waits for the next message; empty when the other side has closed.
   *
   * @throws IOException when it is not a message of this type, or the socket was closed here
   */
  public <T> Optional<T> receive(Class<T> type) throws IOException {
    String line = lines.readLine();
    return line == null ? Optional.empty() : Optional.of(READER.readValue(line, type));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
