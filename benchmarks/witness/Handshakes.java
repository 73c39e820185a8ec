import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.SignedRank;
import site.ycsb.tls.testkit.ListenerTestbed;

/**
 * What a full handshake costs client and server, as OpenSSL's s_time sees it and as tls-socket does,
 * in turns, in random order, against the same server: MongoDB's test server, a JVM. From both, what a
 * connection without TLS costs the server is subtracted.
 *
 * <pre>
 * java -Dycsb.home=$PWD -cp "program/target/lib/*:binding-testkit/target/*:binding-testkit/target/lib/*:mongodb-binding/target/*:mongodb-binding/target/lib/*" \
 *     benchmarks/witness/Handshakes.java SUITE KEY ROUNDS SECONDS
 * </pre>
 *
 * SUITE is one of TLS 1.3; KEY as in tls.keysize. Nothing else may run on the machine.
 */
public class Handshakes {
  private static final int WARM_UP_ROUNDS = 3;
  /** Of one turn: each leaves a port behind that cannot be used for a second. */
  private static final int MOST_CONNECTIONS = 5000;
  private static final Pattern CONNECTIONS = Pattern.compile("(\\d+) connections in \\d+ real seconds");
  private static final Pattern CPU = Pattern.compile("(\\d+)m([0-9.]+)s (\\d+)m([0-9.]+)s");

  private enum Client {
    /** Connects and closes, without TLS. */
    TCP,
    S_TIME,
    TLS_SOCKET
  }

  /** CPU time of client and server, us per connection. */
  private record Cost(double client, double server) {}

  /** Connections that a client made, and its own CPU time in seconds. */
  private record HandshakeCount(long connections, double seconds) {}

  private final String suite;
  private final int seconds;
  private final ListenerTestbed testbed;
  private final PinnedTransport transport;

  Handshakes(String suite, String key, int seconds) throws Exception {
    this.suite = suite;
    this.seconds = seconds;
    Map<String, String> pin = Map.of("tls.cipher", suite, "tls.keysize", key);
    this.testbed =
        ListenerTestbed.start(
            Bindings.named("mongodb"), Map.of("plain", Map.of(), "tls", pin), Map.of());
    Map<String, String> properties = new HashMap<>();
    testbed.properties("tls").forEach((name, value) -> properties.put((String) name, (String) value));
    this.transport = new PinnedTransport(TlsOptions.parse(properties).orElseThrow());
  }

  public static void main(String[] args) throws Exception {
    Handshakes handshakes = new Handshakes(args[0], args[1], Integer.parseInt(args[3]));
    try (ListenerTestbed testbed = handshakes.testbed) {
      handshakes.run(Integer.parseInt(args[2]));
    }
  }

  private void run(int rounds) throws Exception {
    Map<Client, List<Cost>> costs = new EnumMap<>(Client.class);
    List<Client> order = new ArrayList<>(List.of(Client.values()));
    Random random = new Random(1);
    try (ServerCpu server = new ServerProcesses.Local(testbed.server().processIds()).open()) {
      for (int i = -WARM_UP_ROUNDS; i < rounds; i++) {
        Collections.shuffle(order, random);
        for (Client client : order) {
          Cost cost = cost(client, server);
          System.err.printf(Locale.ROOT, "%3d %s: %s%n", i, client, cost);
          if (i >= 0) {
            costs.computeIfAbsent(client, name -> new ArrayList<>()).add(cost);
          }
        }
      }
    }
    double[] accept = values(costs.get(Client.TCP), Cost::server);
    double[] openSsl = minus(values(costs.get(Client.S_TIME), Cost::server), accept);
    double[] ours = minus(values(costs.get(Client.TLS_SOCKET), Cost::server), accept);
    System.out.println("| CPU time, us per full handshake | s_time | tls-socket |");
    System.out.println("| --- | --- | --- |");
    row("server, without what a connection costs without TLS", openSsl, ours);
    row(
        "client, all of the connection",
        values(costs.get(Client.S_TIME), Cost::client),
        values(costs.get(Client.TLS_SOCKET), Cost::client));
    double[] ratios = new double[rounds];
    Arrays.setAll(ratios, i -> Math.log(ours[i] / openSsl[i]));
    Interval ratio = SignedRank.hodgesLehmann(ratios, 0.95);
    System.out.printf(
        Locale.ROOT, "%nServer, tls-socket relative to s_time: %+.1f %% [%+.1f, %+.1f]%n",
        100 * Math.expm1(ratio.estimate()), 100 * Math.expm1(ratio.lower()),
        100 * Math.expm1(ratio.upper()));
  }

  private Cost cost(Client client, ServerCpu server) throws Exception {
    long before = server.now().orElseThrow().nanos();
    HandshakeCount made =
        switch (client) {
          case TCP -> loop(this::connect);
          case S_TIME -> openSsl();
          case TLS_SOCKET -> loop(this::handshake);
        };
    double used = (server.now().orElseThrow().nanos() - before) / 1e9;
    return new Cost(1e6 * made.seconds / made.connections, 1e6 * used / made.connections);
  }

  private interface Once {
    void run() throws IOException;
  }

  private HandshakeCount loop(Once once) throws IOException {
    long cpu = ownCpuNanos();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    long made = 0;
    while (System.nanoTime() < end && made < MOST_CONNECTIONS) {
      once.run();
      made++;
    }
    return new HandshakeCount(made, (ownCpuNanos() - cpu) / 1e9);
  }

  private void connect() throws IOException {
    InetSocketAddress address = testbed.server().address("plain");
    new Socket(address.getHostString(), address.getPort()).close();
  }

  private void handshake() throws IOException {
    InetSocketAddress address = testbed.server().address("tls");
    try (SSLSocket socket =
        (SSLSocket)
            transport.socketFactory().createSocket(address.getHostString(), address.getPort())) {
      socket.startHandshake();
    }
  }

  private static long ownCpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The shell tells the CPU time of its children, with system time, which s_time does not. */
  private HandshakeCount openSsl() throws Exception {
    InetSocketAddress address = testbed.server().address("tls");
    List<String> command =
        List.of(
            "sh", "-c", "openssl s_time \"$@\" && times", "s_time", "-new", "-time",
            Integer.toString(seconds), "-connect", "127.0.0.1:" + address.getPort(), "-tls1_3",
            "-ciphersuites", suite, "-verify", "2", "-CAfile",
            testbed.properties("tls").get("tls.ca"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher connections = CONNECTIONS.matcher(output);
    Matcher cpu = CPU.matcher(output);
    if (process.waitFor() != 0 || !connections.find() || !cpu.find() || !cpu.find()) {
      throw new IllegalStateException(String.join(" ", command) + ": " + output);
    }
    // The first line is the shell's own, the second that of its children.
    return new HandshakeCount(
        Long.parseLong(connections.group(1)),
        60 * Double.parseDouble(cpu.group(1)) + Double.parseDouble(cpu.group(2))
            + 60 * Double.parseDouble(cpu.group(3)) + Double.parseDouble(cpu.group(4)));
  }

  private static double[] values(List<Cost> costs, ToDoubleFunction<Cost> side) {
    return costs.stream().mapToDouble(side).toArray();
  }

  private static double[] minus(double[] values, double[] others) {
    double[] differences = new double[values.length];
    Arrays.setAll(differences, i -> values[i] - others[i]);
    return differences;
  }

  private static void row(String what, double[] openSsl, double[] ours) {
    System.out.printf("| %s | %s | %s |%n", what, interval(openSsl), interval(ours));
  }

  private static String interval(double[] values) {
    Interval found = SignedRank.hodgesLehmann(values, 0.95);
    return String.format(
        Locale.ROOT, "%,.0f [%,.0f, %,.0f]", found.estimate(), found.lower(), found.upper());
  }
}
