package site.ycsb.tls.fleet;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.property.HostPort;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/**
 * The options of a fleet.
 *
 * @param agents how many to wait for, at least 1
 * @param listen address of the coordinator; for local agents the first port to try
 * @param certificates of the fleet; empty for local agents, which are started on this machine, as
 *     children, with new ones
 * @param onThisMachine whether it must stay on loopback, as with the user's own certificates
 * @param joinTimeout how long to wait for the agents; for local ones, since the last was started
 * @param directory for results and logs of local agents
 */
public record FleetOptions(
    int agents,
    InetSocketAddress listen,
    Optional<FleetCertificates> certificates,
    boolean onThisMachine,
    Duration joinTimeout,
    Path directory) {
  /** How long agents and coordinator wait for each other. */
  public static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);

  /** The coordinator's default port. */
  public static final int PORT = 7800;

  public FleetOptions {
    if (agents < 1) {
      throw new UsageException("a fleet of " + agents + " agents: expected at least 1");
    }
    Objects.requireNonNull(directory);
    requireReachableBy("--listen", listen, onThisMachine);
  }

  /**
   * Agents on this machine.
   *
   * @param joinTimeout how long to wait for them since the last was started
   * @param directory for their results and logs
   */
  public static FleetOptions local(int agents, Duration joinTimeout, Path directory) {
    return new FleetOptions(
        agents,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT),
        Optional.empty(),
        true,
        joinTimeout,
        directory.toAbsolutePath());
  }

  /**
   * Refuses addresses that the others cannot reach. This user's own certificates are on no other
   * machine: agents there could not join.
   *
   * @param onThisMachine whether the certificates are this user's own
   * @throws UsageException when it is a name without an address, no address of one interface, or
   *     not on loopback though it must be
   */
  public static void requireReachableBy(
      String option, InetSocketAddress address, boolean onThisMachine) {
    String wrong = "";
    if (address.isUnresolved()) {
      // Bound all the same, it would be on whichever interface comes first.
      wrong =
          "the name %s has no address here; expected a name or an address of this machine, such as 10.0.0.7:%d"
              .formatted(address.getHostString(), PORT);
    } else if (address.getAddress().isAnyLocalAddress()) {
      wrong =
          "expected an address of this machine that agents on other machines can reach, such as 10.0.0.7:"
              + PORT;
    } else if (onThisMachine && !address.getAddress().isLoopbackAddress()) {
      wrong =
          "without certificates, a fleet uses loopback addresses only; create certificates with"
              + " 'bin/ycsb certs --fleet DIR' and give --fleet DIR to coordinator and agents";
    }
    if (!wrong.isEmpty()) {
      throw new UsageException(option + " " + Group.text(address) + ": " + wrong);
    }
  }

  /**
   * The properties of a run of the fleet: without a number of threads, each agent has one. The
   * number of agents is added, for the results.
   */
  public Map<String, String> whole(Map<String, String> given) {
    Map<String, String> whole = TypedProperties.merged(given);
    whole.putIfAbsent(RunProperties.THREADCOUNT.name(), Integer.toString(agents));
    whole.put(RunProperties.FLEET_AGENTS.name(), Integer.toString(agents));
    return whole;
  }

  /** The first agent's properties of a whole run, for checking them beforehand. */
  public Map<String, String> firstShare(Map<String, String> whole) {
    Map<String, String> first = TypedProperties.merged(whole);
    first.put(RunProperties.FLEET_MEMBER.name(), "1/" + agents);
    return first;
  }

  /**
   * Refuses agents elsewhere when the server is one that this program starts.
   *
   * @param testServer whether it is
   */
  public void requireReachable(boolean testServer) {
    if (testServer && !isOnThisMachine()) {
      throw new UsageException(
          "agents on other machines cannot reach the test server, which listens on loopback: name"
              + " your own server");
    }
  }

  /** How many load generators of each variant of a comparison this machine has. */
  public int loadGeneratorsHere() {
    return isOnThisMachine() ? agents : 0;
  }

  /** Whether all agents are on this machine. */
  boolean isOnThisMachine() {
    return listen.getAddress().isLoopbackAddress();
  }

  /**
   * Parses an address of the command line.
   *
   * @param text {@code HOST:PORT} or {@code HOST}; an IPv6 address in brackets
   */
  public static InetSocketAddress address(String option, String text) {
    try {
      HostPort given = HostPort.parse(text);
      return new InetSocketAddress(given.host(), given.hasPort() ? given.port() : PORT);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          option + " " + text + ": expected HOST:PORT, such as 10.0.0.7:" + PORT, e);
    }
  }
}
