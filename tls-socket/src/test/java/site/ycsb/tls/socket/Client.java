package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.params.provider.Arguments;

/** The ways in which drivers make their connections. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
enum Client {
  /** {@code createSocket(host, port)}. */
  CONNECTED {
    @Override
    byte[] echo(Transport transport, int port, byte[] message) throws IOException {
      try (Socket socket = factory(transport).createSocket("127.0.0.1", port)) {
        return echo(socket, message);
      }
    }
  },
  /** {@code createSocket()}, then {@code connect}. */
  UNCONNECTED {
    @Override
    byte[] echo(Transport transport, int port, byte[] message) throws IOException {
      try (Socket socket = factory(transport).createSocket()) {
        socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
        return echo(socket, message);
      }
    }
  },
  /** {@code createSocket(socket, host, port, autoClose)} over a socket of the driver's own. */
  LAYERED {
    @Override
    byte[] echo(Transport transport, int port, byte[] message) throws IOException {
      Socket below = new Socket("127.0.0.1", port);
      try (Socket socket = factory(transport).createSocket(below, "127.0.0.1", port, true)) {
        return echo(socket, message);
      }
    }
  },
  /** An engine over the driver's own channel. */
  ENGINE {
    @Override
    byte[] echo(Transport transport, int port, byte[] message) throws IOException {
      try (EngineClient client =
          new EngineClient(transport.sslContext().createSSLEngine("127.0.0.1", port), port)) {
        return client.echo(message);
      }
    }
  };

  /** Connects, sends the bytes, reads as many, closes. */
  abstract byte[] echo(Transport transport, int port, byte[] message) throws IOException;

  static byte[] echo(Socket socket, byte[] message) throws IOException {
    // As drivers do, before the handshake.
    socket.setTcpNoDelay(true);
    socket.getOutputStream().write(message);
    socket.getOutputStream().flush();
    byte[] answer = socket.getInputStream().readNBytes(message.length);
    return Arrays.copyOf(answer, answer.length);
  }

  /** Each of these with each client. */
  static Stream<Arguments> with(Stream<?> firsts) {
    return firsts.flatMap(
        first -> Arrays.stream(values()).map(client -> Arguments.of(first, client)));
  }

  private static SSLSocketFactory factory(Transport transport) {
    return transport.sslContext().getSocketFactory();
  }
}
