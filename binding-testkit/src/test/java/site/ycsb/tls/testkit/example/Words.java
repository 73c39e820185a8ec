package site.ycsb.tls.testkit.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One end of a connection. Each message is a line of words. */
record Words(Socket socket, BufferedReader reader) implements AutoCloseable {
  static Words over(Socket socket) throws IOException {
    return new Words(
        socket, new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)));
  }

  void send(List<String> words) throws IOException {
    String line =
        words.stream().map(word -> URLEncoder.encode(word, UTF_8)).collect(Collectors.joining(" "));
    socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
  }

  List<String> receive() throws IOException {
    String line = reader.readLine();
    if (line == null) {
      throw new EOFException("the other end closed the connection");
    }
    return Stream.of(line.split(" ", -1)).map(word -> URLDecoder.decode(word, UTF_8)).toList();
  }

  /** Names and values in turns. */
  static List<String> flat(Map<String, String> fields) {
    return fields.entrySet().stream()
        .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
        .toList();
  }

  /** The opposite of {@link #flat}. */
  static Map<String, String> fields(List<String> flat) {
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < flat.size(); i += 2) {
      fields.put(flat.get(i), flat.get(i + 1));
    }
    return fields;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
