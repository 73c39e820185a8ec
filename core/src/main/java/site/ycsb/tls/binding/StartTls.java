package site.ycsb.tls.binding;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import site.ycsb.tls.probe.ClearTextStart;
import site.ycsb.tls.property.UsageException;

/**
 * What precedes TLS on ports that begin in clear text, with the names of {@code openssl s_client
 * -starttls}.
 */
public enum StartTls implements ClearTextStart {
  /** MySQL and MariaDB: the server's greeting, then the client's SSLRequest. */
  MYSQL {
    /** Both await the greeting; nothing answers the SSLRequest. */
    @Override
    public int roundTrips(boolean tls) {
      return 1;
    }

    @Override
    void negotiate(DataInputStream in, OutputStream out) throws IOException {
      int header = Integer.reverseBytes(in.readInt());
      int length = header & 0xFFFFFF;
      int sequence = header >>> 24;
      if (sequence != 0 || length < 3 || length > LONGEST_GREETING) {
        throw strange();
      }
      byte[] packet = new byte[length];
      in.readFully(packet);
      ByteBuffer greeting = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
      int kind = greeting.get() & 0xFF;
      if (kind == ERROR_PACKET) {
        greeting.getShort();
        throw new IOException(
            "refuses this client: "
                + StandardCharsets.UTF_8.decode(greeting).toString().replaceAll("\\s+", " "));
      }
      if (kind != PROTOCOL_10) {
        throw strange();
      }
      skipVersion(greeting);
      if (greeting.remaining() < BEFORE_CAPABILITIES + 2) {
        throw strange();
      }
      greeting.position(greeting.position() + BEFORE_CAPABILITIES);
      if ((greeting.getShort() & CLIENT_SSL) == 0) {
        throw withoutTls();
      }
      out.write(
          ByteBuffer.allocate(4 + SSL_REQUEST)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(SSL_REQUEST | 1 << 24)
              .putInt(CLIENT_SSL | CLIENT_PROTOCOL_41 | CLIENT_SECURE_CONNECTION)
              .putInt(1 << 24)
              .put((byte) UTF8MB4)
              .array());
    }

    private void skipVersion(ByteBuffer greeting) throws IOException {
      while (greeting.hasRemaining()) {
        if (greeting.get() == 0) {
          return;
        }
      }
      throw strange();
    }
  },

  /** PostgreSQL: the client's SSLRequest, then one letter of the server. */
  POSTGRES {
    @Override
    public int roundTrips(boolean tls) {
      return tls ? 1 : 0;
    }

    @Override
    void negotiate(DataInputStream in, OutputStream out) throws IOException {
      out.write(ByteBuffer.allocate(8).putInt(8).putInt(SSL_REQUEST_CODE).array());
      out.flush();
      switch (in.readByte()) {
        case 'S' -> {}
        case 'N' -> throw withoutTls();
        default -> throw strange();
      }
    }
  };

  // MySQL: Protocol::HandshakeV10, ERR_Packet and Protocol::SSLRequest of its "Client/Server
  // Protocol".
  private static final int PROTOCOL_10 = 10;
  private static final int ERROR_PACKET = 0xFF;
  private static final int LONGEST_GREETING = 4096;

  /** Thread id, the first 8 bytes of the challenge, a zero. */
  private static final int BEFORE_CAPABILITIES = 4 + 8 + 1;

  private static final int CLIENT_PROTOCOL_41 = 0x200;
  private static final int CLIENT_SSL = 0x800;
  private static final int CLIENT_SECURE_CONNECTION = 0x8000;
  private static final int SSL_REQUEST = 32;
  private static final int UTF8MB4 = 45;

  /** PostgreSQL's "Frontend/Backend Protocol", SSLRequest. */
  private static final int SSL_REQUEST_CODE = 80877103;

  /**
   * The one of this name.
   *
   * @throws UsageException when there is none; the message gives the names
   */
  public static StartTls parse(String name) {
    return Arrays.stream(values())
        .filter(protocol -> protocol.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--starttls %s: expected one of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(StartTls::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public void negotiate(Socket connected) throws IOException {
    OutputStream out = connected.getOutputStream();
    try {
      negotiate(new DataInputStream(connected.getInputStream()), out);
      out.flush();
    } catch (EOFException e) {
      throw new IOException("closes the connection before TLS; is it " + this + "?", e);
    }
  }

  abstract void negotiate(DataInputStream in, OutputStream out) throws IOException;

  /**
   * Round trips after TCP's, before the first byte of TLS, or of the application without TLS.
   *
   * @param tls whether TLS follows
   */
  public abstract int roundTrips(boolean tls);

  IOException strange() {
    return new IOException("does not speak the protocol of " + this);
  }

  IOException withoutTls() {
    return new IOException("offers no TLS; switch it on there");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
