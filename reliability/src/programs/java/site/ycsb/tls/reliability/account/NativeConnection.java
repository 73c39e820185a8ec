package site.ycsb.tls.reliability.account;

import com.sun.jna.NativeLibrary;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A TCP connection that the C library makes, and of which no class of Java's sockets knows. */
final class NativeConnection implements Closeable {
  private static final NativeLibrary C = NativeLibrary.getInstance("c");
  private static final int INTERNET = 2;
  private static final int STREAM = 1;
  private static final int ADDRESS = 16;

  private final int descriptor;

  /** To a port of 127.0.0.1. */
  NativeConnection(int port) throws IOException {
    descriptor = call("socket", INTERNET, STREAM, 0);
    byte[] address = new byte[ADDRESS];
    ByteBuffer.wrap(address)
        .put(0, (byte) INTERNET)
        .putShort(2, (short) port)
        .put(4, (byte) 127)
        .put(7, (byte) 1);
    call("connect", descriptor, address, ADDRESS);
  }

  /** Sends a message and awaits as many bytes. */
  void echo(byte[] message) throws IOException {
    call("write", descriptor, message, message.length);
    int received = 0;
    while (received < message.length) {
      received += call("read", descriptor, new byte[message.length], message.length);
    }
  }

  private static int call(String function, Object... arguments) throws IOException {
    int result = C.getFunction(function).invokeInt(arguments);
    if (result < 0) {
      throw new IOException(function + " failed");
    }
    return result;
  }

  @Override
  public void close() throws IOException {
    call("close", descriptor);
  }
}
