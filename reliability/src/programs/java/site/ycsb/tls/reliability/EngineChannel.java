package site.ycsb.tls.reliability;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** TLS by a client's engine over channels that block, as drivers on channels have it. */
public final class EngineChannel implements ByteChannel {
  private static final int ROOM = 40_000;

  private final SSLEngine engine;
  private final ReadableByteChannel from;
  private final WritableByteChannel to;
  private final ByteBuffer in = ByteBuffer.allocate(ROOM);
  private final ByteBuffer ready = ByteBuffer.allocate(ROOM).flip();

  /** Over one channel. */
  public EngineChannel(SSLEngine engine, ByteChannel below) {
    this(engine, below, below);
  }

  /** Over one channel for each direction. */
  public EngineChannel(SSLEngine engine, ReadableByteChannel from, WritableByteChannel to) {
    this.engine = engine;
    this.from = from;
    this.to = to;
    engine.setUseClientMode(true);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int length = source.remaining();
    while (source.hasRemaining()) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
        receive();
      } else {
        send(source);
      }
    }
    return length;
  }

  /** At least one byte. */
  @Override
  public int read(ByteBuffer destination) throws IOException {
    while (!ready.hasRemaining()) {
      receive();
    }
    int count = Math.min(ready.remaining(), destination.remaining());
    destination.put(ready.slice(ready.position(), count));
    ready.position(ready.position() + count);
    return count;
  }

  /** In two pieces where the channel takes them, as some drivers do. */
  private void send(ByteBuffer source) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(ROOM);
    SSLEngineResult result = engine.wrap(source, out);
    tasks();
    out.flip();
    if (to instanceof GatheringByteChannel gathering && out.remaining() > 3) {
      ByteBuffer[] pieces = {
        out.slice(0, 3), out.slice(3, out.remaining() - 3), ByteBuffer.allocate(0)
      };
      while (pieces[0].hasRemaining() || pieces[1].hasRemaining()) {
        gathering.write(pieces);
      }
    } else {
      while (out.hasRemaining()) {
        to.write(out);
      }
    }
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new EOFException("the engine is closed");
    }
  }

  private void receive() throws IOException {
    in.flip();
    ready.compact();
    SSLEngineResult result = engine.unwrap(in, ready);
    ready.flip();
    in.compact();
    tasks();
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new EOFException("the engine is closed");
    }
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      send(ByteBuffer.allocate(0));
    } else if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && from.read(in) < 0) {
      throw new EOFException("the stream ended");
    }
  }

  private void tasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  @Override
  public boolean isOpen() {
    return from.isOpen();
  }

  /** Closes what lies below, and says nothing to the engine. */
  @Override
  public void close() throws IOException {
    from.close();
    to.close();
  }
}
