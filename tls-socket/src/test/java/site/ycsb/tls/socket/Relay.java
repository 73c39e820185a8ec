package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;

/** Passes bytes on to another port, and tells how many: those of the client, of the server. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
final class Relay implements TestServer.Conversation {
  private final int port;

  Relay(int port) {
    this.port = port;
  }

  @Override
  public Object with(Socket client) throws Exception {
    try (Socket server = new Socket("127.0.0.1", port)) {
      CompletableFuture<Long> back = CompletableFuture.supplyAsync(() -> pump(server, client));
      long forth = pump(client, server);
      return new long[] {forth, back.get()};
    }
  }

  private static long pump(Socket from, Socket to) {
    long count = 0;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count += n;
        if (!to.isClosed()) {
          out.write(buffer, 0, n);
        }
      }
      to.shutdownOutput();
    } catch (IOException e) {
      if (!from.isClosed() && !to.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
    return count;
  }
}
