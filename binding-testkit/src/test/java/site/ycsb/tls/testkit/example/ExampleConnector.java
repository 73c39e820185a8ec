package site.ycsb.tls.testkit.example;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.socket.Transport;

/** The driver: it takes each socket from the transport. */
record ExampleConnector(String host, int port) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  Words connect(Transport transport) throws IOException {
    Socket socket = transport.socketFactory().createSocket();
    int millis = Math.toIntExact(PATIENCE.toMillis());
    socket.setSoTimeout(millis);
    socket.connect(new InetSocketAddress(host, port), millis);
    return Words.over(socket);
  }

  /** One request over a connection of its own. */
  void ask(Transport transport, String... request) throws DatabaseException {
    try (Words words = connect(transport)) {
      words.send(List.of(request));
      words.receive();
    } catch (SocketTimeoutException e) {
      throw new DatabaseException(host + ":" + port + " does not answer", e);
    } catch (IOException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
  }

  void preflight(Transport transport) throws DatabaseException {
    DatabasePool.preflight(transport, host, port);
  }
}
