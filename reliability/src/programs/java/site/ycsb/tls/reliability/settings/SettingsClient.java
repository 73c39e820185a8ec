package site.ycsb.tls.reliability.settings;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * Connects some times with the given settings, in a process of its own, as settings of TLS are a
 * process's; prints the account's rows, or why there is none.
 */
public final class SettingsClient {
  static final int CONNECTIONS = 12;
  static final String REFUSED = "REFUSED";
  static final String ROW = "ROW";
  static final String SEPARATOR = "\t";

  private static final int PATIENCE = 20_000;
  private static final int PAYLOAD = 20_000;

  private SettingsClient() {}

  /** What precedes TLS, and how long that is. */
  enum Preamble {
    /** Nothing. */
    NONE,
    /** An SSLRequest of PostgreSQL's protocol. */
    POSTGRES,
    /** An SSLRequest of MySQL's protocol. */
    MYSQL;

    private void pass(Socket socket) throws IOException {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      switch (this) {
        case NONE -> {}
        case POSTGRES -> {
          out.write(new byte[] {0, 0, 0, 8, 4, (byte) 0xD2, 0x16, 0x2F});
          if (in.readByte() != 'S') {
            throw new IOException("PostgreSQL has no TLS");
          }
        }
        case MYSQL -> {
          byte[] header = in.readNBytes(4);
          in.readNBytes((header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16);
          byte[] request = new byte[36];
          request[0] = 32;
          request[3] = 1;
          // CLIENT_PROTOCOL_41, CLIENT_SSL, CLIENT_SECURE_CONNECTION
          request[5] = (byte) 0x8A;
          request[7] = 1;
          request[12] = 45;
          out.write(request);
        }
      }
    }
  }

  /**
   * Connects.
   *
   * @param arguments port, preamble, then settings as {@code name=value}
   */
  public static void main(String[] arguments) {
    Map<String, String> properties = new HashMap<>();
    for (int i = 2; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      properties.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    try {
      TlsOptions options = TlsOptions.parse(properties).orElseThrow();
      JvmTls.prepare(options);
      Transport transport = Transport.of(Optional.of(options), SocketSettings.ofSystem());
      Preamble preamble = Preamble.valueOf(arguments[1]);
      for (int i = 0; i < CONNECTIONS; i++) {
        connect(transport, Integer.parseInt(arguments[0]), preamble);
      }
      TlsEvidence evidence = transport.evidence().orElseThrow();
      for (AccountRow row : evidence.account()) {
        System.out.println(String.join(SEPARATOR, ROW, row.setting(), row.observed()));
      }
    } catch (UsageException | IOException e) {
      System.out.println(REFUSED + SEPARATOR + e.getMessage());
    }
  }

  private static void connect(Transport transport, int port, Preamble preamble) throws IOException {
    Socket tcp = transport.carrierFactory().createSocket();
    tcp.connect(new InetSocketAddress("localhost", port), PATIENCE);
    tcp.setSoTimeout(PATIENCE);
    preamble.pass(tcp);
    try (Socket tls =
        ((SSLSocketFactory) transport.socketFactory()).createSocket(tcp, "localhost", port, true)) {
      tls.getInputStream();
      converse(transport, tls, preamble);
    }
  }

  /** A database does not understand what comes now, and may close. */
  private static void converse(Transport transport, Socket tls, Preamble preamble)
      throws IOException {
    byte[] line = ("a".repeat(PAYLOAD) + "\n").getBytes(StandardCharsets.US_ASCII);
    try {
      tls.getOutputStream().write(line);
      if (preamble == Preamble.NONE) {
        tls.getInputStream().read(new byte[line.length]);
      }
    } catch (IOException e) {
      if (preamble == Preamble.NONE) {
        throw e;
      }
      return;
    }
    if (preamble == Preamble.NONE) {
      transport.renegotiate();
    }
  }
}
