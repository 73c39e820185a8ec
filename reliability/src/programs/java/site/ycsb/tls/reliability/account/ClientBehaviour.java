package site.ycsb.tls.reliability.account;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ByteChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import site.ycsb.tls.reliability.EngineChannel;
import site.ycsb.tls.reliability.account.MixedServers.Listener;

/**
 * What a client may do with connections. The unchanged client's view: it takes its TLS from {@code
 * SSLContext.getDefault()}.
 */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
enum ClientBehaviour {
  /** A socket of the context's factory. */
  PINNED_SOCKET(Needs.TLS, (place, random) -> talk(place, pinned(place, Listener.TLS), random)),
  /** The same, over IPv6. */
  PINNED_IPV6(
      Needs.TLS,
      (place, random) ->
          talk(place, pinnedOver(new Socket("::1", place.port(Listener.TLS_IPV6))), random)),
  /** An engine over a channel; the engine is never closed. */
  PINNED_ENGINE(
      Needs.TLS, (place, random) -> talk(place, engine(channel(place, Listener.TLS)), random)),
  /** An engine over a channel that does not block its caller. */
  PINNED_ASYNCHRONOUS(
      Needs.TLS, (place, random) -> talk(place, engine(asynchronous(place, Listener.TLS)), random)),
  /** An engine over a Unix socket. */
  PINNED_UNIX_SOCKET(
      Needs.TLS,
      (place, random) -> talk(place, engine(unix(place, MixedServers.TLS_SOCKET)), random)),
  /** A line in clear, its answer, and then TLS. */
  PINNED_STARTTLS(
      Needs.TLS,
      (place, random) -> {
        Socket below = plain(place, Listener.STARTTLS);
        startTls(below, "STARTTLS");
        talk(place, pinnedOver(below), random);
      }),
  /** Through a proxy that is asked in clear. */
  PINNED_PROXY(
      Needs.TLS,
      (place, random) -> {
        Socket below = plain(place, Listener.PROXY);
        connect(below, place.port(Listener.TLS));
        talk(place, pinnedOver(below), random);
      }),
  /** Pinned TLS inside pinned TLS, which is refused: the client does without. */
  PINNED_IN_PINNED(
      Needs.TLS,
      (place, random) -> {
        Socket outer = pinned(place, Listener.TLS_PROXY);
        tunnel(outer, place.port(Listener.TLS));
        try {
          pinnedOver(outer);
        } catch (SSLException e) {
          end(place, outer, random);
          return;
        }
        throw new IllegalStateException("TLS over TLS was not refused");
      }),
  /** The server connects to the client, which nonetheless is the client of its TLS. */
  PINNED_INBOUND(
      Needs.TLS, (place, random) -> talk(place, pinnedOver(inbound(place, true)), random)),
  /** The socket below is closed, and the TLS object never. */
  PINNED_CLOSED_BELOW(
      Needs.TLS,
      (place, random) -> {
        for (int i = 0; i < 5; i++) {
          Socket below = plain(place, Listener.TLS);
          converse(pinnedOver(below), random);
          below.close();
        }
      }),
  /** Java's HTTP client, to a server that does not speak HTTP: it says something, and gives up. */
  PINNED_HTTP_CLIENT(
      Needs.TLS,
      (place, random) -> {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("https://localhost:" + place.port(Listener.TLS)))
                .build();
        try {
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(SSLContext.getDefault())
              .build()
              .send(request, BodyHandlers.ofString());
        } catch (IOException e) {
          // Its own request came back.
          return;
        }
      }),
  /** One end says that it will send no more. */
  PINNED_HALF_CLOSED(
      Needs.TLS,
      (place, random) -> {
        Socket socket = pinned(place, Listener.TLS);
        converse(socket, random);
        socket.shutdownOutput();
        place.keep(socket);
      }),
  /** Twenty, or a thousand. */
  PINNED_MANY(
      Needs.TLS,
      (place, random) -> {
        int count = random.nextInt(12) == 0 ? 1_000 : 20;
        for (int i = 0; i < count; i++) {
          ByteChannel channel = engine(channel(place, Listener.TLS));
          echo(channel, 50);
          end(place, channel, random);
        }
      }),
  /** Connections in reserve, over which nothing goes. */
  RESERVE(
      Needs.NOTHING,
      (place, random) -> {
        end(place, plain(place, Listener.PLAIN), random);
        end(place, channel(place, Listener.TLS), random);
      }),
  /** Nobody listens there. */
  REFUSED(
      Needs.NOTHING,
      (place, random) -> {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
          port = gone.getLocalPort();
        }
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress("127.0.0.1", port));
        } catch (IOException e) {
          return;
        }
      }),
  /** Threads of this process talk to each other. */
  INSIDE(
      Needs.NOTHING,
      (place, random) -> {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
            Socket one = new Socket("127.0.0.1", server.getLocalPort());
            Socket other = server.accept()) {
          one.getOutputStream().write(message(100));
          other.getInputStream().readNBytes(100);
        }
        Pipe pipe = Pipe.open();
        pipe.sink().write(ByteBuffer.wrap(message(10)));
        place.keep(pipe.source());
        place.keep(pipe.sink());
      }),
  /** A name is looked up. */
  NAME_SERVER(
      Needs.NOTHING,
      (place, random) -> {
        try (DatagramChannel channel = DatagramChannel.open()) {
          channel.send(ByteBuffer.wrap(message(30)), new InetSocketAddress("127.0.0.1", 53));
        }
      }),
  CLEAR_SOCKET(Needs.CLEAR, (place, random) -> talk(place, plain(place, Listener.PLAIN), random)),
  CLEAR_IPV6(
      Needs.CLEAR,
      (place, random) -> talk(place, new Socket("::1", place.port(Listener.PLAIN_IPV6)), random)),
  CLEAR_CHANNEL(
      Needs.CLEAR, (place, random) -> talk(place, channel(place, Listener.PLAIN), random)),
  CLEAR_ASYNCHRONOUS(
      Needs.CLEAR, (place, random) -> talk(place, asynchronous(place, Listener.PLAIN), random)),
  CLEAR_UNIX_SOCKET(
      Needs.CLEAR, (place, random) -> talk(place, unix(place, MixedServers.PLAIN_SOCKET), random)),
  /** Their content is not seen: with a TLS of its own it would look the same. */
  CLEAR_DATAGRAMS(
      Needs.UNKNOWN,
      (place, random) -> {
        InetSocketAddress server =
            new InetSocketAddress("127.0.0.1", place.port(Listener.DATAGRAMS));
        if (random.nextBoolean()) {
          try (DatagramSocket socket = new DatagramSocket()) {
            byte[] message = message(100);
            socket.send(new DatagramPacket(message, message.length, server));
            socket.receive(new DatagramPacket(new byte[100], 100));
          }
        } else {
          try (DatagramChannel channel = DatagramChannel.open().connect(server)) {
            channel.write(ByteBuffer.wrap(message(100)));
            channel.read(ByteBuffer.allocate(100));
          }
        }
      }),
  CLEAR_PROXY(
      Needs.CLEAR,
      (place, random) -> {
        Socket socket = plain(place, Listener.PROXY);
        connect(socket, place.port(Listener.PLAIN));
        talk(place, socket, random);
      }),
  CLEAR_INBOUND(Needs.CLEAR, (place, random) -> talk(place, inbound(place, false), random)),
  /** Less than a millisecond from its opening to its end. */
  CLEAR_SHORT(
      Needs.CLEAR,
      (place, random) -> {
        try (SocketChannel channel = channel(place, Listener.PLAIN)) {
          echo(channel, 1);
        }
      }),
  /** The client asks the server to leave TLS, at once or after some operations. */
  TLS_THEN_CLEAR(
      Needs.BOTH,
      (place, random) -> {
        SocketChannel below = channel(place, Listener.TLS);
        ByteChannel channel = engine(below);
        for (int i = random.nextInt(4); i > 0; i--) {
          converse(channel, random);
        }
        exchange(channel, MixedServers.DROP.getBytes(StandardCharsets.US_ASCII));
        talk(place, below, random);
      }),
  /** Something in clear between records. */
  CLEAR_AFTER_TLS(
      Needs.BOTH,
      (place, random) -> {
        SocketChannel below = channel(place, Listener.TLS);
        converse(engine(below), random);
        exhaust(below, ByteBuffer.wrap(message(ClientBehaviour.NO_RECORD)));
        end(place, below, random);
      }),
  /** The kernel sends a file. */
  FILE_AFTER_TLS(
      Needs.BOTH,
      (place, random) -> {
        SocketChannel below = channel(place, Listener.TLS);
        converse(engine(below), random);
        Path file = Files.createTempFile("mixed", ".data");
        Files.write(file, message(ClientBehaviour.NO_RECORD));
        try (FileChannel content = FileChannel.open(file)) {
          content.transferTo(0, ClientBehaviour.NO_RECORD, below);
        }
        Files.delete(file);
        exhaust(below, ByteBuffer.allocate(0));
        end(place, below, random);
      }),
  /** A byte outside of the stream. */
  URGENT_BYTE(
      Needs.BOTH,
      (place, random) -> {
        Socket below = plain(place, Listener.TLS);
        converse(factory().createSocket(below, "localhost", below.getPort(), false), random);
        below.sendUrgentData(200);
        try {
          below.getOutputStream().write(message(ClientBehaviour.NO_RECORD));
          below.getInputStream().readAllBytes();
        } catch (IOException e) {
          // The server has seen it.
          below.close();
        }
        end(place, below, random);
      }),
  /** Much in clear, and then TLS. */
  CLEAR_BEFORE_TLS(
      Needs.BOTH,
      (place, random) -> {
        Socket below = plain(place, Listener.STARTTLS);
        startTls(below, "x".repeat(3_000));
        talk(place, pinnedOver(below), random);
      }),
  /** A context that the client got before anybody pinned anything. */
  OTHER_TLS(
      Needs.OTHER_TLS,
      (place, random) ->
          talk(place, place.earlier().createSocket("localhost", place.port(Listener.TLS)), random)),
  /** The same by an engine, after a line in clear. */
  OTHER_STARTTLS(
      Needs.OTHER_TLS,
      (place, random) -> {
        Socket below = plain(place, Listener.STARTTLS);
        startTls(below, "STARTTLS");
        Socket socket = place.earlier().createSocket(below, "localhost", below.getPort(), true);
        talk(place, socket, random);
      }),
  /** Pinned TLS inside of another. */
  PINNED_IN_OTHER(
      Needs.OTHER_TLS,
      (place, random) -> {
        Socket outer = place.earlier().createSocket("localhost", place.port(Listener.TLS_PROXY));
        tunnel(outer, place.port(Listener.TLS));
        talk(place, pinnedOver(outer), random);
      }),
  /** TLS in C, over Java's sockets. */
  NATIVE_TLS(
      Needs.OTHER_TLS,
      (place, random) -> {
        SSLEngine engine = place.nativeContext().createSSLEngine("localhost", 1);
        talk(place, new EngineChannel(engine, channel(place, Listener.TLS)), random);
      }),
  /** A connection that the C library made, and that is kept. */
  NATIVE_SOCKET(
      Needs.UNKNOWN,
      (place, random) -> {
        NativeConnection connection = new NativeConnection(place.port(Listener.PLAIN));
        connection.echo(message(1 + random.nextInt(2_000)));
        place.keep(connection);
      });

  /** What goes over the connections. */
  enum Needs {
    /** No byte to another process that matters. */
    NOTHING,
    /** The pinned TLS only. */
    TLS,
    /** No TLS. */
    CLEAR,
    /** The pinned TLS, and bytes in clear. */
    BOTH,
    OTHER_TLS,
    /** Nobody can know. */
    UNKNOWN
  }

  private static final int LARGEST = 40_000;

  /** Enough for a TLS library to see that it is no record. */
  private static final int NO_RECORD = 30_000;

  private final Needs needs;

  @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without state.
  private final Action action;

  private interface Action {
    void go(Place place, SplittableRandom random) throws Exception;
  }

  ClientBehaviour(Needs needs, Action action) {
    this.needs = needs;
    this.action = action;
  }

  /** Whether a run with the pinned TLS may do this. */
  boolean isRightWhenPinned() {
    return needs == Needs.TLS || needs == Needs.NOTHING;
  }

  /** Whether a run without TLS may do this. */
  boolean isRightWhenPlain() {
    return needs == Needs.CLEAR || needs == Needs.NOTHING;
  }

  Needs needs() {
    return needs;
  }

  /** Does it; each message came back. */
  void go(Place place, SplittableRandom random) throws Exception {
    action.go(place, random);
  }

  private static SSLSocketFactory factory() throws Exception {
    return SSLContext.getDefault().getSocketFactory();
  }

  private static Socket pinned(Place place, Listener listener) throws Exception {
    return factory().createSocket("localhost", place.port(listener));
  }

  private static Socket pinnedOver(Socket below) throws Exception {
    return factory().createSocket(below, "localhost", below.getPort(), true);
  }

  private static Socket plain(Place place, Listener listener) throws IOException {
    return new Socket("127.0.0.1", place.port(listener));
  }

  private static SocketChannel channel(Place place, Listener listener) throws IOException {
    return SocketChannel.open(new InetSocketAddress("127.0.0.1", place.port(listener)));
  }

  private static SocketChannel unix(Place place, String name) throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(place.unixSocket(name)));
  }

  private static ByteChannel engine(ByteChannel below) throws Exception {
    return new EngineChannel(SSLContext.getDefault().createSSLEngine("localhost", 1), below);
  }

  private static ByteChannel asynchronous(Place place, Listener listener) throws Exception {
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    channel.connect(new InetSocketAddress("127.0.0.1", place.port(listener))).get();
    return new ByteChannel() {
      @Override
      public int read(ByteBuffer into) throws IOException {
        return result(channel.read(into));
      }

      @Override
      public int write(ByteBuffer from) throws IOException {
        return result(channel.write(from));
      }

      @Override
      public boolean isOpen() {
        return channel.isOpen();
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  private static int result(Future<Integer> future) throws IOException {
    try {
      return future.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Socket inbound(Place place, boolean tls) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      place.reverse(tls, server.getLocalPort());
      return server.accept();
    }
  }

  private static void startTls(Socket socket, String line) throws IOException {
    ask(socket, line + "\n", 3);
  }

  private static void connect(Socket socket, int port) throws IOException {
    String request = "CONNECT localhost:%d HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(port);
    ask(socket, request, "HTTP/1.1 200 OK\r\n\r\n".length());
  }

  private static void tunnel(Socket socket, int port) throws IOException {
    ask(socket, "CONNECT localhost:" + port + "\n", 3);
  }

  /**
   * Sends a line, or some.
   *
   * @param answer length of what comes back
   */
  private static void ask(Socket socket, String lines, int answer) throws IOException {
    socket.getOutputStream().write(lines.getBytes(StandardCharsets.US_ASCII));
    socket.getInputStream().readNBytes(answer);
  }

  private static byte[] message(int length) {
    byte[] message = new byte[length];
    Arrays.fill(message, (byte) 'a');
    return message;
  }

  private static void converse(Socket socket, SplittableRandom random) throws IOException {
    socket.setTcpNoDelay(true);
    byte[] message = message(1 + random.nextInt(LARGEST));
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    out.write(message);
    out.flush();
    if (in.readNBytes(message.length).length < message.length) {
      throw new IOException("the stream ended");
    }
  }

  private static void converse(ByteChannel channel, SplittableRandom random) throws IOException {
    echo(channel, 1 + random.nextInt(LARGEST));
  }

  private static void echo(ByteChannel channel, int length) throws IOException {
    exchange(channel, message(length));
  }

  private static void exchange(ByteChannel channel, byte[] message) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(message);
    while (source.hasRemaining()) {
      channel.write(source);
    }
    ByteBuffer answer = ByteBuffer.allocate(message.length);
    while (answer.hasRemaining()) {
      if (channel.read(answer) < 0) {
        throw new IOException("the stream ended");
      }
    }
  }

  /** Until the server has seen it, and is gone. */
  private static void exhaust(SocketChannel channel, ByteBuffer source) {
    try {
      while (source.hasRemaining()) {
        channel.write(source);
      }
      while (channel.read(ByteBuffer.allocate(1_000)) >= 0) {}
    } catch (IOException e) {
      // It did not read all.
      return;
    }
  }

  private static void talk(Place place, Socket socket, SplittableRandom random) throws IOException {
    converse(socket, random);
    end(place, socket, random);
  }

  private static void talk(Place place, ByteChannel channel, SplittableRandom random)
      throws IOException {
    converse(channel, random);
    end(place, channel, random);
  }

  /** Closed at once, or kept. */
  private static void end(Place place, Closeable open, SplittableRandom random) throws IOException {
    if (random.nextBoolean()) {
      open.close();
    } else {
      place.keep(open);
    }
  }
}
