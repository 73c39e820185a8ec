import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.SignedRank;
import site.ycsb.tls.testkit.ListenerTestbed;

/**
 * What TLS costs a server as an independent program sees it: another client, with another TLS library
 * or driver. It runs without and with TLS in pairs, in random order.
 *
 * <pre>
 * CP="program/target/lib/*:binding-testkit/target/*:binding-testkit/target/lib/*:cassandra-binding/target/*:cassandra-binding/target/lib/*"
 * java -Dycsb.home=$PWD -cp "$CP" benchmarks/witness/Pairs.java sysbench PAIRS SECONDS PORT PID THREADS [ARG…]
 * java -Dycsb.home=$PWD -cp "$CP" benchmarks/witness/Pairs.java cassandra-stress PAIRS OPERATIONS SUITE HOME THREADS [RATE]
 * </pre>
 *
 * sysbench: oltp_read_only against a MariaDB that accepts both; PID is its process, ARG goes to sysbench:
 * --mysql-password=… The folder in which it is started has sysbench's cacert.pem, client-cert.pem and
 * client-key.pem. See docs/jdbc.md.
 *
 * <p>cassandra-stress: reads of records of YCSB's size from a test node, without and with TLS 1.3 and
 * SUITE; HOME is an unpacked Cassandra; with RATE, at most so many operations
 * per second. See docs/cassandra.md.
 *
 * <p>Nothing else may run on the machine.
 */
public class Pairs {
  /** A server that is a JVM has compiled its code then. */
  private static final int WARM_UP_RUNS = 4;

  /** Server CPU, us per operation, and operations per second. */
  private record Figures(double serverMicros, double throughput) {}

  /** A program, ready to run. */
  private interface Tool extends AutoCloseable {
    Figures run(boolean tls) throws Exception;

    @Override
    default void close() throws Exception {}
  }

  public static void main(String[] args) throws Exception {
    int pairs = Integer.parseInt(args[1]);
    try (Tool tool = args[0].equals("sysbench") ? new Sysbench(args) : new CassandraStress(args)) {
      measure(tool, pairs);
    }
  }

  private static void measure(Tool tool, int pairs) throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < WARM_UP_RUNS; i++) {
      tool.run(false);
      tool.run(true);
    }
    double[] serverMicros = new double[pairs];
    double[] throughput = new double[pairs];
    double[] added = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      boolean tlsFirst = random.nextBoolean();
      Figures first = tool.run(tlsFirst);
      Figures second = tool.run(!tlsFirst);
      Figures plain = tlsFirst ? second : first;
      Figures tls = tlsFirst ? first : second;
      serverMicros[i] = Math.log(tls.serverMicros / plain.serverMicros);
      throughput[i] = Math.log(tls.throughput / plain.throughput);
      added[i] = tls.serverMicros - plain.serverMicros;
      System.out.printf(
          Locale.ROOT, "pair %d: server %.1f and %.1f us, %.0f and %.0f operations/s%n",
          i + 1, plain.serverMicros, tls.serverMicros, plain.throughput, tls.throughput);
    }
    tell("server CPU", serverMicros);
    tell("throughput", throughput);
    Interval micros = SignedRank.hodgesLehmann(added, 0.95);
    System.out.printf(
        Locale.ROOT, "server CPU, us per operation: %+.1f [%+.1f, %+.1f]%n",
        micros.estimate(), micros.lower(), micros.upper());
  }

  private static void tell(String metric, double[] logRatios) {
    Interval interval = SignedRank.hodgesLehmann(logRatios, 0.95);
    System.out.printf(
        Locale.ROOT, "%s: %+.1f %% [%+.1f, %+.1f]%n", metric,
        100 * Math.expm1(interval.estimate()), 100 * Math.expm1(interval.lower()),
        100 * Math.expm1(interval.upper()));
  }

  /** Runs to the end and finds the figure in what is printed. */
  private static double run(List<String> command, Pattern figure) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher found = figure.matcher(output);
    if (process.waitFor() != 0 || !found.find()) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return Double.parseDouble(found.group(1).replace(",", ""));
  }

  private static final class Sysbench implements Tool {
    private static final Pattern TRANSACTIONS = Pattern.compile("transactions: +(\\d+) ");

    private final List<String> command;
    private final double seconds;
    private final ServerCpu server;

    Sysbench(String[] args) throws IOException {
      this.seconds = Double.parseDouble(args[2]);
      this.server = new ServerProcesses.Local(List.of(Long.valueOf(args[4]))).open();
      this.command =
          new ArrayList<>(List.of(
              "sysbench", "oltp_read_only", "--db-driver=mysql", "--mysql-host=127.0.0.1",
              "--mysql-port=" + args[3], "--mysql-user=ycsb", "--mysql-db=ycsb", "--tables=1",
              "--table-size=100000", "--rand-type=uniform", "--db-ps-mode=disable",
              "--threads=" + args[5], "--time=" + args[2]));
      command.addAll(List.of(args).subList(6, args.length));
    }

    @Override
    public Figures run(boolean tls) throws Exception {
      List<String> words = new ArrayList<>(command);
      if (tls) {
        words.add("--mysql-ssl=on");
      }
      words.add("run");
      long before = server.now().orElseThrow().nanos();
      double transactions = Pairs.run(words, TRANSACTIONS);
      long after = server.now().orElseThrow().nanos();
      return new Figures((after - before) / 1e3 / transactions, transactions / seconds);
    }

    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** A node, and cassandra-stress's clients of it without and with TLS. */
  private static final class CassandraStress implements Tool {
    private static final String PLAIN = "plain";
    private static final String TLS = "tls";
    private static final int RECORDS = 1000;
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Pattern RATE = Pattern.compile("Op rate +: +([0-9,]+) op/s");

    private final int operations;
    private final String home;
    private final List<String> rate = new ArrayList<>(List.of("-rate"));
    private final ListenerTestbed node;
    private final ServerCpu server;
    private final List<String> transport;

    CassandraStress(String[] args) throws Exception {
      this.operations = Integer.parseInt(args[2]);
      this.home = args[4];
      rate.add("threads=" + args[5]);
      if (args.length > 6) {
        rate.add("throttle=" + args[6] + "/s");
      }
      Map<String, String> pin = Map.of("tls.cipher", args[3], "tls.keysize", "RSA-2048");
      this.node =
          ListenerTestbed.start(
              Bindings.named("cassandra"), Map.of(PLAIN, Map.of(), TLS, pin), Map.of());
      this.server = new ServerProcesses.Local(node.server().processIds()).open();
      this.transport =
          List.of(
              "-transport", "truststore=" + trust(), "truststore-password=" + new String(PASSWORD),
              "store-type=PKCS12", "ssl-protocol=TLSv1.3", "ssl-ciphers=" + args[3]);
      Pairs.run(command(false, "write", "n=" + RECORDS, "-pop", "seq=1.." + RECORDS), RATE);
    }

    private Path trust() throws Exception {
      Path trust = Files.createTempFile("trust", ".p12");
      trust.toFile().deleteOnExit();
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      try (InputStream in = Files.newInputStream(Path.of(node.properties(TLS).get("tls.ca")))) {
        store.setCertificateEntry(
            "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
      }
      try (OutputStream out = Files.newOutputStream(trust)) {
        store.store(out, PASSWORD);
      }
      return trust;
    }

    private List<String> command(boolean tls, String... what) {
      List<String> words =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                  home + "/lib/*:" + home + "/tools/lib/*", "org.apache.cassandra.stress.Stress"));
      words.addAll(List.of(what));
      InetSocketAddress address = node.server().address(tls ? TLS : PLAIN);
      words.addAll(rate);
      words.addAll(
          List.of(
              // YCSB's records have ten fields of 100 bytes.
              "-col", "n=FIXED(10)", "size=FIXED(100)", "-mode", "native", "cql3", "-node",
              address.getHostString(), "-port", "native=" + address.getPort()));
      if (tls) {
        words.addAll(transport);
      }
      return words;
    }

    @Override
    public Figures run(boolean tls) throws Exception {
      List<String> words =
          command(
              tls, "read", "n=" + operations, "no-warmup", "-pop",
              "dist=UNIFORM(1.." + RECORDS + ")");
      long before = server.now().orElseThrow().nanos();
      double throughput = Pairs.run(words, RATE);
      long after = server.now().orElseThrow().nanos();
      return new Figures((after - before) / 1e3 / operations, throughput);
    }

    @Override
    public void close() throws Exception {
      server.close();
      node.close();
    }
  }
}
