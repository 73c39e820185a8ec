package site.ycsb.tls.socket;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** Drives an {@link SSLEngine} over a blocking channel, as Netty and others do over theirs. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
final class EngineClient implements AutoCloseable {
  private final SSLEngine engine;
  private final ByteChannel channel;
  private final ByteBuffer in;
  private final ByteBuffer out;

  EngineClient(SSLEngine engine, int port) throws IOException {
    this(engine, SocketChannel.open(new InetSocketAddress("127.0.0.1", port)));
  }

  /** Over a connected socket, for example one with TLS. */
  EngineClient(SSLEngine engine, Socket below) throws IOException {
    this(
        engine,
        new Streams(
            Channels.newChannel(below.getInputStream()),
            Channels.newChannel(below.getOutputStream())));
  }

  private EngineClient(SSLEngine engine, ByteChannel channel) {
    this.engine = engine;
    this.channel = channel;
    this.in = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    this.out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
  }

  private record Streams(ReadableByteChannel in, WritableByteChannel out) implements ByteChannel {
    @Override
    public int read(ByteBuffer to) throws IOException {
      return in.read(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      return out.write(from);
    }

    @Override
    public boolean isOpen() {
      return out.isOpen();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Sends the bytes and reads as many. */
  byte[] echo(byte[] message) throws IOException {
    try {
      ByteBuffer source = ByteBuffer.wrap(message);
      ByteBuffer answer = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
      while (source.hasRemaining()) {
        send(source);
        receiveWhileNeeded(answer);
      }
      while (answer.position() < message.length) {
        receive(answer);
      }
      return Arrays.copyOf(answer.array(), answer.position());
    } catch (SSLException e) {
      sendAlert(e);
      throw e;
    }
  }

  private void receiveWhileNeeded(ByteBuffer answer) throws IOException {
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
      receive(answer);
    }
  }

  private void send(ByteBuffer source) throws IOException {
    out.clear();
    SSLEngineResult result = engine.wrap(source, out);
    runTasks();
    flush();
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new EOFException("the engine is closed");
    }
  }

  private void receive(ByteBuffer answer) throws IOException {
    in.flip();
    SSLEngineResult result = engine.unwrap(in, answer);
    in.compact();
    runTasks();
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && channel.read(in) < 0) {
      engine.closeInbound();
      throw new EOFException("the server closed the connection");
    }
  }

  private void runTasks() {
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      engine.getDelegatedTask().run();
    }
  }

  private void sendAlert(SSLException failure) {
    try {
      out.clear();
      engine.wrap(ByteBuffer.allocate(0), out);
      flush();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void flush() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** Says goodbye if the other end still listens. */
  @Override
  public void close() {
    engine.closeOutbound();
    try (channel) {
      for (int i = 0; i < 3 && !engine.isOutboundDone(); i++) {
        out.clear();
        engine.wrap(ByteBuffer.allocate(0), out);
        flush();
      }
    } catch (IOException e) {
      // It does not.
      out.clear();
    }
  }
}
