package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.option.UsageException;

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
    public ServerCpu open() {
      return new LocalServerCpu(pids);
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
   * Reads {@code pid:N,N…} or {@code ssh:USER@HOST:NAME-or-PID}.
   *
   * @throws UsageException when it is neither
   */
  static ServerProcesses parse(String text) {
    if (text.matches("pid:[0-9]+(,[0-9]+)*")) {
      return new Local(
          Arrays.stream(text.substring("pid:".length()).split(",", -1))
              .map(Long::valueOf)
              .toList());
    }
    Matcher remote = Remote.FORM.matcher(text);
    if (remote.matches()) {
      return new Remote(remote.group(1), remote.group(2));
    }
    throw new UsageException(
        "server.cpu=%s: expected pid:N, or ssh:USER@HOST:NAME with the name or number of a process there"
            .formatted(text));
  }
}
