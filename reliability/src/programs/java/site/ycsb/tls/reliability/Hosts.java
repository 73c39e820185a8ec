package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts on this machine: network namespaces, each with a name and an address of its own, connected
 * through a router in a further namespace. Needs root on Linux, {@code ip} and {@code unshare}. Not
 * thread-safe.
 */
public final class Hosts implements AutoCloseable {
  private static final String ROUTER = "ycsb-router";

  /** The router's device through which packets go when the network is slow. */
  private static final String SLOW = "slow";

  private static final String SLOW_TABLE = "100";

  private final int count;

  private Hosts(int count) {
    this.count = count;
  }

  /**
   * Makes them.
   *
   * @throws IOException when this machine or this user cannot, with the reason
   */
  public static Hosts make(int count) throws IOException, InterruptedException {
    Hosts hosts = new Hosts(count);
    hosts.close(); // What a killed program left.
    try {
      ip("netns", "add", ROUTER);
      ip("netns", "exec", ROUTER, "sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward");
      for (int host = 0; host < count; host++) {
        hosts.connect(host);
      }
      return hosts;
    } catch (IOException e) {
      hosts.close();
      throw e;
    }
  }

  private void connect(int host) throws IOException, InterruptedException {
    String space = space(host);
    String plug = plug(host);
    ip("netns", "add", space);
    ip("-n", space, "link", "set", "lo", "up");
    ip("-n", space, "link", "add", "net", "type", "veth", "peer", "name", plug, "netns", ROUTER);
    ip("-n", space, "address", "add", address(host) + "/24", "dev", "net");
    ip("-n", space, "link", "set", "net", "up");
    ip("-n", ROUTER, "address", "add", "10.213." + host + ".1/24", "dev", plug);
    ip("-n", ROUTER, "link", "set", plug, "up");
    ip("-n", space, "route", "add", "default", "via", "10.213." + host + ".1");
  }

  private static String space(int host) {
    return "ycsb-" + name(host);
  }

  /** The router's end of the host's cable. */
  private static String plug(int host) {
    return "to-" + host;
  }

  /** The host's name. */
  public static String name(int host) {
    return "host" + host;
  }

  /** The host's address; all reach it. */
  public static String address(int host) {
    return "10.213." + host + ".2";
  }

  /**
   * A process on a host, which ends with this program.
   *
   * @param clockSeconds how far the host's monotonic clock is ahead of this machine's
   */
  public Process start(int host, long clockSeconds, Path output, List<String> command)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("ip", "netns", "exec", space(host)));
    words.addAll(List.of("unshare", "--uts", "--fork", "--kill-child"));
    if (clockSeconds != 0) {
      words.addAll(List.of("--time", "--monotonic", Long.toString(clockSeconds)));
    }
    words.addAll(List.of("sh", "-c", "hostname \"$0\" && exec \"$@\"", name(host)));
    words.addAll(command);
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /**
   * What happens to each packet between two hosts.
   *
   * @param delayMillis each way, ms
   * @param jitterMillis how much less or more it may be, ms
   * @param lossPercent how many are lost, %
   */
  public record Impairment(double delayMillis, double jitterMillis, double lossPercent) {}

  /**
   * From now on packets between hosts go through a program that delays and loses them.
   *
   * @param program {@code reliability/slow-network}
   */
  public void disturb(Path program, Impairment impairment, long seed)
      throws IOException, InterruptedException {
    Process slow =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                ROUTER,
                program.toString(),
                SLOW,
                Double.toString(impairment.delayMillis),
                Double.toString(impairment.jitterMillis),
                Double.toString(impairment.lossPercent),
                Long.toString(seed))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (slow.inputReader(StandardCharsets.UTF_8).readLine() == null) {
      throw new IOException(program + " ended with " + slow.waitFor());
    }
    ip("-n", ROUTER, "link", "set", SLOW, "up");
    ip("-n", ROUTER, "route", "add", "default", "dev", SLOW, "table", SLOW_TABLE);
    for (int host = 0; host < count; host++) {
      ip("-n", ROUTER, "rule", "add", "iif", plug(host), "table", SLOW_TABLE);
    }
  }

  /** From now on packets to and from the host vanish: nobody is told. */
  void cutOff(int host) throws IOException, InterruptedException {
    ip("-n", ROUTER, "route", "add", "blackhole", address(host) + "/32");
    ip("-n", ROUTER, "rule", "add", "from", address(host), "blackhole");
  }

  void connectAgain(int host) throws IOException, InterruptedException {
    ip("-n", ROUTER, "rule", "delete", "from", address(host), "blackhole");
    ip("-n", ROUTER, "route", "delete", "blackhole", address(host) + "/32");
  }

  /** Removes them; processes that are left on them are killed. */
  @Override
  public void close() throws IOException, InterruptedException {
    List<String> spaces = new ArrayList<>(List.of(ROUTER));
    for (int host = 0; host < count; host++) {
      spaces.add(space(host));
    }
    for (String space : spaces) {
      if (Files.exists(Path.of("/run/netns", space))) {
        Surroundings.run(List.of("sh", "-c", "ip netns pids " + space + " | xargs -r kill -9"));
        ip("netns", "delete", space);
      }
    }
  }

  private static void ip(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    Surroundings.run(command);
  }
}
