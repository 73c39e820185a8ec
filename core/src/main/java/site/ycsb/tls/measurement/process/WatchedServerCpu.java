package site.ycsb.tls.measurement.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.measurement.process.kernel.CpuTime;

/**
 * Of processes on another machine, from an agent there: {@link CpuWatch}. A reading takes the
 * network's round trip and about a millisecond. Not thread-safe.
 */
final class WatchedServerCpu implements ServerCpu {
  private static final int PATIENCE_MILLIS = 15_000;

  private final InetSocketAddress agent;
  private final SSLSocket socket;
  private final BufferedReader answers;
  private boolean elsewhere;

  private WatchedServerCpu(InetSocketAddress agent, SSLSocket socket) throws IOException {
    this.agent = agent;
    this.socket = socket;
    answers =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Connects, and reads once.
   *
   * @throws IOException when there is no agent of this fleet
   */
  static WatchedServerCpu open(InetSocketAddress agent, SSLContext tls) throws IOException {
    Socket plain = new Socket();
    try {
      SocketTable.forProgram(
          () -> {
            plain.connect(
                new InetSocketAddress(agent.getHostString(), agent.getPort()), PATIENCE_MILLIS);
            return plain;
          });
      plain.setSoTimeout(PATIENCE_MILLIS);
      plain.setTcpNoDelay(true);
      SSLSocket socket =
          (SSLSocket)
              tls.getSocketFactory()
                  .createSocket(plain, agent.getHostString(), agent.getPort(), true);
      socket.setEnabledProtocols(FleetCertificates.protocols());
      socket.startHandshake();
      WatchedServerCpu opened = new WatchedServerCpu(agent, socket);
      opened.ask();
      return opened;
    } catch (IOException e) {
      plain.close();
      throw e instanceof NotKnownException ? e : lost(agent, e);
    }
  }

  @Override
  public Optional<CpuTime> now() throws IOException {
    try {
      return ask();
    } catch (NotKnownException e) {
      throw e;
    } catch (IOException e) {
      throw lost(agent, e);
    }
  }

  @Override
  public boolean isElsewhere() {
    return elsewhere;
  }

  /** The agent answers that it does not know. */
  private static final class NotKnownException extends IOException {
    private static final long serialVersionUID = 1;

    NotKnownException(String reason) {
      super("server.cpu: the agent answers: " + reason);
    }
  }

  private Optional<CpuTime> ask() throws IOException {
    socket.getOutputStream().write(CpuWatch.ASK);
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("it closed the connection");
    }
    if (line.startsWith(CpuWatch.REFUSAL)) {
      throw new NotKnownException(line.substring(CpuWatch.REFUSAL.length()));
    }
    if (!line.matches("[0-9]{1,18} ([0-9]{1,18}|-) .+")) {
      throw new IOException("it does not answer as an agent does");
    }
    String[] words = line.split(" ", 3);
    elsewhere = !words[2].equals(Host.id());
    return Optional.of(
        new CpuTime(
            Long.parseLong(words[0]),
            words[1].equals(CpuWatch.NONE)
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(words[1]))));
  }

  private static IOException lost(InetSocketAddress agent, IOException cause) {
    return new IOException(
        "server.cpu: no agent at %s:%d (%s); 'bin/ycsb agent --watch NAME --listen HOST:PORT --fleet DIR' must run there, with the certificates that server.cpu.fleet names"
            .formatted(agent.getHostString(), agent.getPort(), cause.getMessage()),
        cause);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
