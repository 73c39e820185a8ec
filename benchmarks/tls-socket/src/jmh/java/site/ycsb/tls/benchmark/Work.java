package site.ycsb.tls.benchmark;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Locale;

/** What is done with a client, again and again. */
enum Work {
  /** A new connection, a full handshake, 1 KB and its answer, close. */
  HANDSHAKE(1024, 20),
  /** The same, the session resumed. */
  RESUMED_HANDSHAKE(1024, 20),
  /** 1 KB and its answer on a kept connection. */
  ECHO_1_KB(1024, 50),
  /** 1 MB and its answer on a kept connection. */
  BULK_1_MB(1 << 20, 1),
  ENGINE_HANDSHAKE(1024, 20),
  ENGINE_ECHO_1_KB(1024, 50),
  ENGINE_BULK_1_MB(1 << 20, 1);

  private final int messageSize;
  private final int times;

  Work(int messageSize, int times) {
    this.messageSize = messageSize;
    this.times = times;
  }

  /** Its name in tables. */
  String inWords() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Bytes of a message. */
  int messageSize() {
    return messageSize;
  }

  /**
   * How often a turn does it. One reading of the clock is for all of them, and the code of the one
   * client finds that of the other in the processor's caches only at the first of them: a program
   * has one kind of client.
   */
  int times() {
    return times;
  }

  boolean resumes() {
    return this == RESUMED_HANDSHAKE;
  }

  /** Done once. */
  interface Run extends Closeable {
    int once() throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** Ready to be done with the client. */
  Run with(Client client, InetSocketAddress server) throws IOException {
    byte[] message = new byte[messageSize];
    return switch (this) {
      case HANDSHAKE, RESUMED_HANDSHAKE ->
          () -> {
            try (Socket socket = client.connect(server)) {
              return talk(socket, message);
            }
          };
      case ECHO_1_KB, BULK_1_MB -> new OnSocket(client.connect(server), message);
      case ENGINE_HANDSHAKE ->
          () -> {
            try (EngineConnection kept = new EngineConnection(client.engine(server), server)) {
              return kept.talk(ByteBuffer.wrap(message));
            }
          };
      case ENGINE_ECHO_1_KB, ENGINE_BULK_1_MB ->
          new OnEngine(
              new EngineConnection(client.engine(server), server), ByteBuffer.wrap(message));
    };
  }

  private static int talk(Socket socket, byte[] message) throws IOException {
    socket.getOutputStream().write(message);
    return socket.getInputStream().read();
  }

  private record OnSocket(Socket kept, byte[] message) implements Run {
    @Override
    public int once() throws IOException {
      return talk(kept, message);
    }

    @Override
    public void close() throws IOException {
      kept.close();
    }
  }

  private record OnEngine(EngineConnection kept, ByteBuffer message) implements Run {
    @Override
    public int once() throws IOException {
      return kept.talk(message);
    }

    @Override
    public void close() throws IOException {
      kept.close();
    }
  }
}
