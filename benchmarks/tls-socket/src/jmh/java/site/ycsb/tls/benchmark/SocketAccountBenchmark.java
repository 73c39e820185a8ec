package site.ycsb.tls.benchmark;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * 1 KB in clear and an answer of one byte, over a kept connection or a new one: the least that a
 * database's client does. {@link SocketAccountCost} compares JVMs with the agent and without it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 1, time = 5)
public class SocketAccountBenchmark {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MESSAGE = 1_024;
  private static final int TIMES = 50;

  /** What the client does. */
  public enum Kind {
    SOCKET,
    CHANNEL,
    NEW_SOCKET
  }

  @Param public Kind kind;

  private final byte[] message = new byte[MESSAGE];
  private final ByteBuffer buffer = ByteBuffer.allocate(MESSAGE);
  private ServerSocket server;
  private Socket socket;
  private SocketChannel channel;

  /** Of the client's thread: CPU time, ns. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Spent {
    public long nanos;
    public long exchanges;
  }

  @Setup
  public void open() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::acceptAll);
    socket = connect();
    channel =
        SocketChannel.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "server");
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket accepted = server.accept();
        start(() -> serve(accepted));
      }
    } catch (IOException e) {
      return; // The end.
    }
  }

  private static void serve(Socket socket) {
    byte[] received = new byte[MESSAGE];
    try (socket) {
      while (socket.getInputStream().readNBytes(received, 0, MESSAGE) == MESSAGE) {
        socket.getOutputStream().write(1);
      }
    } catch (IOException e) {
      return; // The client is gone.
    }
  }

  @TearDown
  public void close() throws IOException {
    socket.close();
    channel.close();
    server.close();
  }

  @Benchmark
  public int exchange(Spent spent) throws IOException {
    int answers = 0;
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < TIMES; i++) {
      answers += once();
    }
    spent.nanos += THREADS.getCurrentThreadCpuTime() - start;
    spent.exchanges += TIMES;
    return answers;
  }

  private int once() throws IOException {
    switch (kind) {
      case SOCKET:
        return once(socket);
      case NEW_SOCKET:
        try (Socket fresh = connect()) {
          return once(fresh);
        }
      default:
        buffer.clear();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        buffer.clear().limit(1);
        return channel.read(buffer);
    }
  }

  private int once(Socket over) throws IOException {
    over.getOutputStream().write(message);
    return over.getInputStream().read();
  }
}
