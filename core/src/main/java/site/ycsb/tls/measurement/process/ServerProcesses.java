package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/** The processes whose CPU time counts as the server's. Immutable. */
public sealed interface ServerProcesses {
  /**
   * On this machine.
   *
   * @param pids their numbers; may be none
   */
  record Local(List<Long> pids) implements ServerProcesses {
    public Local {
      pids = List.copyOf(pids);
    }

    @Override
    public ServerCpu open() throws IOException {
      return LocalServerCpu.open(pids);
    }

    @Override
    public String toString() {
      return "process " + pids;
    }
  }

  /**
   * On another machine, which the system's {@code ssh} reaches without a password.
   *
   * @param host {@code HOST} or {@code USER@HOST}, as {@code ssh} takes it
   * @param process name of the processes, or number of one
   */
  record Remote(String host, String process) implements ServerProcesses {
    private static final Pattern FORM =
        Pattern.compile(
            "ssh:((?:[A-Za-z0-9._-]+@)?[A-Za-z0-9\\[][A-Za-z0-9.:\\]_-]*):([A-Za-z0-9._+-]+)");

    @Override
    public ServerCpu open() throws IOException {
      return SshServerCpu.open(List.of("ssh"), host, process);
    }

    @Override
    public String toString() {
      return "process " + process + " on " + host;
    }
  }

  /**
   * On another machine, where an agent of the fleet watches them.
   *
   * @param agent not resolved
   * @param fleet directory of the fleet's certificates; empty: this user's own
   */
  record Watched(InetSocketAddress agent, Optional<Path> fleet) implements ServerProcesses {
    private static final Pattern FORM =
        Pattern.compile("agent:([A-Za-z0-9\\[][A-Za-z0-9.:\\]_-]*):([1-9][0-9]{0,4})");

    @Override
    public ServerCpu open() throws IOException {
      return WatchedServerCpu.open(agent, FleetCertificates.of(fleet).context());
    }

    @Override
    public String toString() {
      return "what the agent at " + agent.getHostString() + ":" + agent.getPort() + " watches";
    }
  }

  /** Connects to them, if need be. */
  ServerCpu open() throws IOException;

  /** The processes on this machine. */
  default List<Long> localPids() {
    return this instanceof Local local ? local.pids() : List.of();
  }

  /** Whether any is named. */
  default boolean isKnown() {
    return !(this instanceof Local local) || !local.pids().isEmpty();
  }

  /**
   * Those that a run's properties name.
   *
   * @throws UsageException when {@code server.cpu} is malformed, or {@code server.pid} is there too
   */
  static ServerProcesses of(TypedProperties properties) {
    List<Long> pids = properties.get(RunProperties.SERVER_PID, List.of());
    Optional<String> cpu = properties.given(RunProperties.SERVER_CPU);
    if (cpu.isPresent() && !pids.isEmpty()) {
      throw new UsageException(
          "server.cpu=%s and server.pid=%s: give one of the two (server.pid is set when a test server was started)"
              .formatted(cpu.get(), pids.get(0)));
    }
    Optional<Path> fleet = properties.given(RunProperties.SERVER_CPU_FLEET);
    return cpu.map(text -> parse(text, fleet)).orElse(new Local(pids));
  }

  /**
   * Reads {@code pid:N,N…}, {@code ssh:USER@HOST:NAME-or-PID} or {@code agent:HOST:PORT}.
   *
   * @param fleet directory of the certificates that an agent has; empty: this user's own
   * @throws UsageException when it is none of them
   */
  static ServerProcesses parse(String text, Optional<Path> fleet) {
    if (text.matches("pid:[0-9]{1,18}(,[0-9]{1,18})*")) {
      return new Local(
          Arrays.stream(text.substring("pid:".length()).split(",", -1))
              .map(Long::valueOf)
              .toList());
    }
    Matcher remote = Remote.FORM.matcher(text);
    if (remote.matches()) {
      return new Remote(remote.group(1), remote.group(2));
    }
    Matcher watched = Watched.FORM.matcher(text);
    if (watched.matches() && Integer.parseInt(watched.group(2)) <= 65_535) {
      return new Watched(
          InetSocketAddress.createUnresolved(watched.group(1), Integer.parseInt(watched.group(2))),
          fleet);
    }
    throw new UsageException(
        "server.cpu=%s: expected pid:N, ssh:USER@HOST:NAME with the name or number of a process there, or agent:HOST:PORT"
            .formatted(text));
  }
}
