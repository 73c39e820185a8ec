package site.ycsb.tls.probe;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/** A TCP socket that reads the server's handshake messages on the way. Used by one thread. */
final class WatchedSocket extends Socket {
  private final ServerFlight flight = new ServerFlight();
  private final RecordWalk walk = new RecordWalk(flight);
  private boolean tls;

  /** TLS begins with the next byte that is received. */
  void tlsBegins() {
    tls = true;
  }

  /** What the server has sent since. */
  ServerFlight flight() {
    return flight;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        if (tls && count > 0) {
          walk.pass(buffer, offset, offset + count);
        }
        return count;
      }
    };
  }
}
