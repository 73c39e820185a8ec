package site.ycsb.tls.benchmark;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A blocking channel with TLS by an engine. */
final class EngineConnection implements Closeable {
  private final SSLEngine engine;
  private final SocketChannel channel;
  private final ByteBuffer in;
  private final ByteBuffer out;
  private final ByteBuffer answer;

  EngineConnection(SSLEngine engine, InetSocketAddress server) throws IOException {
    this.engine = engine;
    this.channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    this.in = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize());
    this.out = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize());
    this.answer = ByteBuffer.allocate(2 * engine.getSession().getApplicationBufferSize());
    engine.beginHandshake();
    while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
      switch (engine.getHandshakeStatus()) {
        case NEED_WRAP -> send(ByteBuffer.allocate(0));
        case NEED_TASK -> engine.getDelegatedTask().run();
        default -> receive();
      }
    }
  }

  /** Sends the message and reads the answer of one byte. */
  int talk(ByteBuffer message) throws IOException {
    ByteBuffer rest = message.duplicate();
    while (rest.hasRemaining()) {
      send(rest);
    }
    answer.clear();
    while (answer.position() == 0) {
      receive();
    }
    return answer.get(0);
  }

  private void send(ByteBuffer source) throws IOException {
    out.clear();
    engine.wrap(source, out);
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  private void receive() throws IOException {
    in.flip();
    SSLEngineResult result = engine.unwrap(in, answer);
    in.compact();
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && channel.read(in) < 0) {
      throw new EOFException("the server closed the connection");
    }
  }

  @Override
  public void close() throws IOException {
    engine.closeOutbound();
    send(ByteBuffer.allocate(0));
    channel.close();
  }
}
