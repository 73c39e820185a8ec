package site.ycsb.tls.reliability.tls;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** Drives an engine over the streams of a socket, for one message and its echo. */
final class EngineEcho {
  private static final int ROOM = 40_000;

  private final SSLEngine engine;
  private final Socket socket;
  private final ByteBuffer in = ByteBuffer.allocate(ROOM);
  private final ByteBuffer out = ByteBuffer.allocate(ROOM);

  EngineEcho(SSLEngine engine, Socket socket) {
    this.engine = engine;
    this.socket = socket;
  }

  /** Sends the message and returns what comes back: as many bytes, or fewer if the stream ends. */
  byte[] of(byte[] message) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(message);
    ByteBuffer answer = ByteBuffer.allocate(ROOM);
    while (source.hasRemaining()) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
        receive(answer);
      } else {
        send(source);
      }
    }
    while (answer.position() < message.length) {
      receive(answer);
    }
    return Arrays.copyOf(answer.array(), answer.position());
  }

  private void send(ByteBuffer source) throws IOException {
    out.clear();
    SSLEngineResult result = engine.wrap(source, out);
    tasks();
    socket.getOutputStream().write(out.array(), 0, out.position());
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new EOFException("the engine is closed");
    }
  }

  private void receive(ByteBuffer answer) throws IOException {
    in.flip();
    SSLEngineResult result = engine.unwrap(in, answer);
    in.compact();
    tasks();
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new EOFException("the engine is closed");
    }
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
      int read = socket.getInputStream().read(in.array(), in.position(), in.remaining());
      if (read < 0) {
        throw new EOFException("the stream ended");
      }
      in.position(in.position() + read);
    } else if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      send(ByteBuffer.allocate(0));
    }
  }

  private void tasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }
}
