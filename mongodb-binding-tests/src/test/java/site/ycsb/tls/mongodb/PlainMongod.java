package site.ycsb.tls.mongodb;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Answers every OP_MSG as a mongod that is not behind a load balancer answers {@code hello}, until
 * it hangs.
 */
final class PlainMongod implements AutoCloseable {
  private static final int HEADER = 16;
  private static final int OP_MSG = 2013;
  private static final Document HELLO =
      new Document("isWritablePrimary", true)
          .append("minWireVersion", 0)
          .append("maxWireVersion", 21)
          .append("ok", 1);

  private volatile boolean hangs;
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  PlainMongod() throws IOException {
    Thread thread = new Thread(this::serve, "plain mongod");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** From now on it reads and does not answer. */
  void hang() {
    hangs = true;
  }

  private void serve() {
    while (true) {
      try {
        Socket socket = listener.accept();
        // A driver has a connection that monitors beside those that it works with.
        Thread thread = new Thread(() -> converse(socket), "plain mongod's client");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        if (listener.isClosed()) {
          return;
        }
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      converse(new DataInputStream(socket.getInputStream()), socket.getOutputStream());
    } catch (IOException e) {
      // The client has closed the connection.
    }
  }

  /** Until the client closes the connection. */
  private void converse(DataInputStream in, OutputStream out) throws IOException {
    while (true) {
      byte[] header = new byte[HEADER];
      in.readFully(header);
      ByteBuffer message = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      in.skipNBytes(message.getInt(0) - (long) HEADER);
      if (!hangs) {
        out.write(answer(message.getInt(4)));
        out.flush();
      }
    }
  }

  private static byte[] answer(int request) {
    BasicOutputBuffer body = new BasicOutputBuffer();
    new DocumentCodec().encode(new BsonBinaryWriter(body), HELLO, EncoderContext.builder().build());
    byte[] document = body.toByteArray();
    int length = HEADER + 4 + 1 + document.length;
    ByteBuffer answer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    answer.putInt(length).putInt(0).putInt(request).putInt(OP_MSG).putInt(0).put((byte) 0);
    return answer.put(document).array();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
