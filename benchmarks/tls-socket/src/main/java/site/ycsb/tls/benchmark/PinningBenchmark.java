package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.openjdk.jmh.annotations.AuxCounters;
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
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.verify.KeyMaterial;

/**
 * A pinned socket beside a bare one of the JDK with the same suite, version, verification and fresh
 * session state. The figure to compare is CPU time per operation of the client's thread: {@code
 * cpuNanos} divided by the score, both per second; throughput depends on the server too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 3)
public class PinningBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BATCH = 50;

  @Param({"bare", "pinned"})
  public String client;

  @Param({"TLS_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"})
  public String suite;

  private Path directory;
  private EchoServer small;
  private EchoServer large;
  private PinnedTransport transport;
  private TlsPin pin;
  private TrustManager[] trust;
  private final SecureRandom random = new SecureRandom();
  private final byte[] kilobyte = new byte[1024];
  private final byte[] megabyte = new byte[1 << 20];
  private Socket kept;
  private Socket keptForBulk;

  /** CPU time of the client's thread, ns. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Cpu {
    public long cpuNanos;
  }

  @Setup
  public void open() throws IOException {
    directory = Files.createTempDirectory("pinning-benchmark");
    CertificateAuthority authority = CertificateAuthority.create();
    authority.save(directory);
    pin = TlsPin.of(suite);
    Trust ca = Trust.ofCa(CertificateAuthority.certificateFile(directory));
    var key = authority.issueServer(ServerKey.parse("RSA-2048"));
    small = new EchoServer(pin, key, kilobyte.length);
    large = new EchoServer(pin, key, megabyte.length);
    transport = new PinnedTransport(TlsOptions.of(pin).withTrust(ca));
    trust = new TrustManager[] {KeyMaterial.trustManager(ca)};
    kept = connect(small.port());
    keptForBulk = connect(large.port());
  }

  @TearDown
  public void close() throws IOException {
    kept.close();
    keptForBulk.close();
    small.close();
    large.close();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  /** A new connection, a full handshake, 1 KB and its answer, close. */
  @Benchmark
  public int handshake(Cpu cpu) throws IOException {
    long start = THREADS.getCurrentThreadCpuTime();
    int answer;
    try (Socket socket = connect(small.port())) {
      answer = talk(socket, kilobyte);
    }
    cpu.cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
    return answer;
  }

  /** 50 times 1 KB and its answer on a kept connection. */
  @Benchmark
  public int kilobytes(Cpu cpu) throws IOException {
    long start = THREADS.getCurrentThreadCpuTime();
    int answers = 0;
    for (int i = 0; i < BATCH; i++) {
      answers += talk(kept, kilobyte);
    }
    cpu.cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
    return answers;
  }

  /** 1 MB and its answer on a kept connection. */
  @Benchmark
  public int megabyte(Cpu cpu) throws IOException {
    long start = THREADS.getCurrentThreadCpuTime();
    int answer = talk(keptForBulk, megabyte);
    cpu.cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
    return answer;
  }

  private static int talk(Socket socket, byte[] message) throws IOException {
    socket.getOutputStream().write(message);
    return socket.getInputStream().read();
  }

  private Socket connect(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    if (client.equals("pinned")) {
      Socket socket = transport.socketFactory().createSocket();
      socket.connect(address);
      return socket;
    }
    try {
      SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket();
      SSLParameters parameters =
          new SSLParameters(
              new String[] {pin.cipherSuite().jsseName()},
              new String[] {pin.protocol().toString()});
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.setTcpNoDelay(true);
      socket.connect(address);
      socket.startHandshake();
      return socket;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** A new one for each connection, as resumption is off. */
  private SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust, random);
    return context;
  }
}
