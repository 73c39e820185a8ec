package site.ycsb.tls.measurement.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.channel.MemberServerSocket;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.process.kernel.LocalProcesses;
import site.ycsb.tls.property.UsageException;

/**
 * Tells load generators on other machines the CPU time of processes on this one, whenever they ask:
 * {@code bin/ycsb agent --watch}. All connections have TLS 1.3 and the fleet's certificates at both
 * ends. Thread-safe.
 *
 * <p>The protocol: a byte asks; the answer is a line with the CPU time in ns, that of the
 * just-in-time compilers or {@code -}, and which machine it is ({@link Host#id}). A line that
 * begins with {@code !} says why there is none.
 */
public final class CpuWatch implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CpuWatch.class);
  static final int ASK = '?';
  static final String REFUSAL = "!";
  static final String NONE = "-";

  private final LocalProcesses processes;
  private final String name;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private CpuWatch(String name, LocalProcesses processes, ServerSocket server) {
    this.name = name;
    this.processes = processes;
    this.server = server;
  }

  /**
   * Begins to answer.
   *
   * @param name of the processes, or number of one
   * @param at where to listen; port 0 = any
   * @throws UsageException when there is no such process now, or this one has the name, too
   * @throws IOException when the port is taken
   */
  public static CpuWatch start(String name, InetSocketAddress at, SSLContext tls)
      throws IOException {
    if (LocalProcesses.isNameOfThisProcess(name)) {
      throw new UsageException(
          "--watch %s: this agent has the name, too, and would count as the server; give the number of the server's process"
              .formatted(name));
    }
    LocalProcesses processes = LocalProcesses.named(name);
    if (processes.now().isEmpty()) {
      throw new UsageException(
          "--watch %s: no process of this machine has this name or number; names are the first 15 characters, as in /proc/PID/comm"
              .formatted(name));
    }
    ServerSocket server = new MemberServerSocket(tls);
    try {
      server.bind(at);
    } catch (IOException e) {
      server.close();
      throw new IOException("cannot listen at " + at + ": " + e.getMessage(), e);
    }
    CpuWatch watch = new CpuWatch(name, processes, server);
    DaemonThread.start("watch", watch::accept);
    return watch;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket member = server.accept();
        open.add(member);
        DaemonThread.start("watch " + member.getRemoteSocketAddress(), () -> answer(member));
      } catch (IOException e) {
        LOG.debug("a connection was not accepted", e);
      }
    }
  }

  private void answer(Socket member) {
    try {
      member.setTcpNoDelay(true);
      InputStream in = member.getInputStream();
      OutputStream out = member.getOutputStream();
      while (in.read() == ASK) {
        out.write((reading() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      LOG.debug("{} is no longer connected", member, e);
    } finally {
      forget(member);
    }
  }

  private String reading() throws IOException {
    try {
      Optional<CpuTime> now = processes.now();
      if (now.isEmpty()) {
        return REFUSAL + "no process " + name;
      }
      OptionalLong compilers = now.get().compilerNanos();
      String ofCompilers = compilers.isPresent() ? "" + compilers.getAsLong() : NONE;
      return now.get().nanos() + " " + ofCompilers + " " + Host.id();
    } catch (IOException e) {
      return REFUSAL + e.getMessage();
    }
  }

  private void forget(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{} cannot be closed", socket, e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    open.forEach(this::forget);
  }
}
