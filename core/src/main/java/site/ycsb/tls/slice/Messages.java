package site.ycsb.tls.slice;

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

/** Messages over a socket, each one line of JSON. One thread reads, one writes. */
final class Messages implements Closeable {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final ObjectWriter WRITER = JSON.writer();
  private static final ObjectReader READER = JSON.reader();

  private final SocketChannel socket;
  private final BufferedReader lines;

  Messages(SocketChannel socket) {
    this.socket = socket;
    this.lines = new BufferedReader(Channels.newReader(socket, StandardCharsets.UTF_8));
  }

  void send(Object message) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(
            (WRITER.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      socket.write(bytes);
    }
  }

  /** Waits for the next message; empty when the other end has closed. */
  <T> Optional<T> receive(Class<T> type) throws IOException {
    String line = lines.readLine();
    return line == null ? Optional.empty() : Optional.of(READER.readValue(line, type));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
