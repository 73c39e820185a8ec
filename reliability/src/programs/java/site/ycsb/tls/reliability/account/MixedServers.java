package site.ycsb.tls.reliability.account;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.reliability.Surroundings;
import site.ycsb.tls.server.PinnedServerContext;

/**
 * Servers of a mixture, in a process of their own. They echo, and count what came in clear and with
 * which TLS: so whether a client was right is not the client's own word.
 *
 * <p>The words are a directory, in which the authority lies and Unix sockets are made. The ports go
 * to standard output. Commands on standard input: {@code take} prints the counts and begins anew;
 * {@code reverse plain PORT} and {@code reverse tls PORT} connect to the client.
 */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
public final class MixedServers {
  /** What clients pin; these servers accept more. */
  static final String SUITE = "TLS_AES_128_GCM_SHA256";

  static final String PLAIN_SOCKET = "plain.sock";
  static final String TLS_SOCKET = "tls.sock";

  /** In TLS: from the next byte on, this connection goes on in clear. */
  static final String DROP = "drop";

  private static final int DATAGRAM = 2_000;

  /** The listeners, in the order in which their ports are printed. */
  enum Listener {
    PLAIN,
    PLAIN_IPV6,
    TLS,
    TLS_IPV6,
    STARTTLS,
    PROXY,
    TLS_PROXY,
    DATAGRAMS
  }

  /** What clients have done since the last time. */
  record ServerCounts(long clear, long handshakes, long others) {
    static ServerCounts parse(String line) {
      String[] words = line.split(" ", 3);
      return new ServerCounts(
          Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }
  }

  private final ExecutorService threads =
      Executors.newCachedThreadPool(Surroundings.daemons("mixed-servers"));
  private final SSLSocketFactory tls;
  private final AtomicLong clear = new AtomicLong();
  private final AtomicLong handshakes = new AtomicLong();
  private final AtomicLong others = new AtomicLong();

  private MixedServers(Path directory) throws IOException {
    CertificateAuthority authority = CertificateAuthority.load(directory);
    tls =
        PinnedServerContext.of(TlsPin.of(SUITE), authority.issueServer(ServerKey.parse("EC-256")))
            .sslContext()
            .getSocketFactory();
  }

  /** One conversation. */
  private interface Conversation {
    void with(Socket socket) throws IOException;
  }

  /** Ends with standard input. */
  public static void main(String[] words) throws Exception {
    Path directory = Path.of(words[0]);
    MixedServers servers = new MixedServers(directory);
    InetAddress four = InetAddress.getByName("127.0.0.1");
    int plain = servers.listen(four, servers::echoInClear);
    int secured = servers.listen(four, servers::echoWithTls);
    System.out.printf(
        "%d %d %d %d %d %d %d %d%n",
        plain,
        servers.listen(InetAddress.getByName("::1"), servers::echoInClear),
        secured,
        servers.listen(InetAddress.getByName("::1"), servers::echoWithTls),
        servers.listen(four, servers::startTls),
        servers.listen(four, servers::proxy),
        servers.listen(four, servers::proxyWithTls),
        servers.datagrams(four));
    servers.listen(directory.resolve(PLAIN_SOCKET), plain);
    servers.listen(directory.resolve(TLS_SOCKET), secured);
    servers.obey();
  }

  private void obey() throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("take")) {
        System.out.printf(
            "%d %d %d%n", clear.getAndSet(0), handshakes.getAndSet(0), others.getAndSet(0));
      } else {
        int port = Integer.parseInt(words[2]);
        start(
            new Socket(InetAddress.getByName("127.0.0.1"), port),
            words[1].equals("tls") ? this::echoWithTls : this::echoInClear);
      }
    }
  }

  private int listen(InetAddress address, Conversation conversation) throws IOException {
    ServerSocket server = new ServerSocket(0, 2_000, address);
    threads.execute(
        () -> {
          while (!server.isClosed()) {
            try {
              start(server.accept(), conversation);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    return server.getLocalPort();
  }

  private void start(Socket socket, Conversation conversation) {
    threads.execute(
        () -> {
          try (socket) {
            socket.setTcpNoDelay(true);
            // So it disturbs the stream that it does not belong to, and is seen.
            socket.setOOBInline(true);
            conversation.with(socket);
          } catch (IOException e) {
            // The client is gone, or sent what is not TLS, which is counted.
            return;
          }
        });
  }

  private void echoInClear(Socket socket) throws IOException {
    copy(socket.getInputStream(), socket.getOutputStream(), clear);
  }

  private static void copy(InputStream in, OutputStream out, AtomicLong count) throws IOException {
    byte[] buffer = new byte[40_000];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      count.addAndGet(n);
      out.write(buffer, 0, n);
    }
  }

  /** Nothing is counted before the first byte has come. */
  private SSLSocket secured(Socket socket) throws IOException {
    int first = socket.getInputStream().read();
    if (first < 0) {
      throw new IOException("nothing came");
    }
    handshakes.incrementAndGet();
    SSLSocket made =
        (SSLSocket)
            tls.createSocket(socket, new ByteArrayInputStream(new byte[] {(byte) first}), false);
    made.setUseClientMode(false);
    made.startHandshake();
    if (!made.getSession().getCipherSuite().equals(SUITE)) {
      others.incrementAndGet();
    }
    return made;
  }

  private void echoWithTls(Socket socket) throws IOException {
    SSLSocket secured = secured(socket);
    byte[] buffer = new byte[40_000];
    try {
      for (int n = secured.getInputStream().read(buffer);
          n >= 0;
          n = secured.getInputStream().read(buffer)) {
        secured.getOutputStream().write(buffer, 0, n);
        if (new String(buffer, 0, n, StandardCharsets.US_ASCII).equals(DROP)) {
          echoInClear(socket);
        }
      }
    } catch (SSLException e) {
      // What came was no record of this connection.
      clear.incrementAndGet();
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  /** A line in clear before TLS; one that is longer than such lines are is counted. */
  private void startTls(Socket socket) throws IOException {
    String line = line(socket.getInputStream());
    if (line.length() > 100) {
      clear.addAndGet(line.length());
    }
    socket.getOutputStream().write("OK\n".getBytes(StandardCharsets.US_ASCII));
    echoWithTls(socket);
  }

  /** HTTP's CONNECT. */
  private void proxy(Socket socket) throws IOException {
    String first = line(socket.getInputStream());
    while (!line(socket.getInputStream()).isEmpty()) {}
    socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    tunnel(socket.getInputStream(), socket.getOutputStream(), port(first));
  }

  private static int port(String connect) {
    return Integer.parseInt(connect.replaceAll("CONNECT [^ ]*:([0-9]+).*", "$1"));
  }

  /** The same, asked for in TLS. */
  private void proxyWithTls(Socket socket) throws IOException {
    SSLSocket secured = secured(socket);
    String first = line(secured.getInputStream());
    secured.getOutputStream().write("OK\n".getBytes(StandardCharsets.US_ASCII));
    tunnel(secured.getInputStream(), secured.getOutputStream(), port(first));
  }

  private void tunnel(InputStream in, OutputStream out, int port) throws IOException {
    try (Socket there = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      there.setTcpNoDelay(true);
      AtomicLong notCounted = new AtomicLong();
      threads.execute(
          () -> {
            try {
              copy(there.getInputStream(), out, notCounted);
            } catch (IOException e) {
              // One end is gone.
              return;
            }
          });
      copy(in, there.getOutputStream(), notCounted);
    }
  }

  private int datagrams(InetAddress address) throws IOException {
    DatagramSocket socket = new DatagramSocket(new InetSocketAddress(address, 0));
    threads.execute(
        () -> {
          while (!socket.isClosed()) {
            try {
              DatagramPacket packet = new DatagramPacket(new byte[DATAGRAM], DATAGRAM);
              socket.receive(packet);
              clear.addAndGet(packet.getLength());
              socket.send(packet);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    return socket.getLocalPort();
  }

  /** A Unix socket that leads to a port. */
  private void listen(Path path, int port) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    threads.execute(
        () -> {
          while (server.isOpen()) {
            try {
              SocketChannel channel = server.accept();
              threads.execute(() -> tunnel(channel, port));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
  }

  private void tunnel(SocketChannel channel, int port) {
    try (channel) {
      tunnel(
          Channels.newInputStream(channel),
          new OutputStream() {
            @Override
            public void write(int one) throws IOException {
              write(new byte[] {(byte) one}, 0, 1);
            }

            // A channel's own stream waits for its reader.
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
              ByteBuffer left = ByteBuffer.wrap(bytes, from, length);
              while (left.hasRemaining()) {
                channel.write(left);
              }
            }
          },
          port);
    } catch (IOException e) {
      // The client is gone.
      return;
    }
  }
}
