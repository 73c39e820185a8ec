package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.Security;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import site.ycsb.tls.observation.Account;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.setting.Settings;
import site.ycsb.tls.socket.count.SentTls;
import site.ycsb.tls.wire.ClientFlight;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/**
 * What the account of asked and observed does in each handshake, by itself: reads the ClientHello,
 * announces it, and enters the handshake. {@link #handshake} is a whole handshake without it, for
 * the ratio.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 3)
public class AccountBenchmark {
  @Param("TLS_AES_256_GCM_SHA384")
  public String suite;

  private EchoServer server;
  private Client client;
  private InetSocketAddress address;
  private byte[] hello;
  private SSLSession session;
  private Account account;

  @Setup
  public void open() throws IOException {
    server = new EchoServer(suite, 1);
    address = server.address();
    client = new BareClient(server.options());
    hello = hello();
    try (Socket socket = client.connect(address)) {
      session = ((SSLSocket) socket).getSession();
    }
    account = new Account(server.options(), Security.getProvider("SunJSSE"), Settings.ALL);
  }

  /** The first bytes that the client sends, read by a server that then closes. */
  private byte[] hello() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      byte[] first = new byte[1 << 14];
      int[] length = new int[1];
      Thread reader =
          new Thread(
              () -> {
                try (Socket accepted = listener.accept()) {
                  length[0] = accepted.getInputStream().read(first);
                } catch (IOException e) {
                  length[0] = -1;
                }
              });
      reader.start();
      try {
        client.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
        throw new IllegalStateException("a server that only reads made a handshake");
      } catch (IOException expected) {
        reader.join();
      }
      return Arrays.copyOf(first, length[0]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @TearDown
  public void close() throws IOException {
    server.close();
  }

  @Benchmark
  public Account account() {
    new SentTls().produced(hello, 0, hello.length);
    ClientFlight flight = new ClientFlight();
    flight.pass(hello, 0, hello.length);
    RecordWalk.Tail encrypted = new RecordWalk.Tail(1000, 1400, 3);
    account.add(new Handshake(session, flight.hello(), new ServerFlight(), "", 4000, encrypted));
    return account;
  }

  @Benchmark
  public int handshake() throws IOException {
    try (Socket socket = client.connect(address)) {
      socket.getOutputStream().write(1);
      return socket.getInputStream().read();
    }
  }
}
