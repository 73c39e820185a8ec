import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.SignedRank;

/**
 * What TLS costs a MariaDB server as sysbench sees it: another client, in C, with another TLS
 * library. Runs oltp_read_only without and with TLS in pairs, in random order, against one server
 * that accepts both. See docs/jdbc.md.
 *
 * <pre>
 * java -cp "program/target/lib/*" benchmarks/witness/Sysbench.java PAIRS SECONDS PORT PID THREADS [ARG…]
 * </pre>
 *
 * ARG goes to sysbench: --mysql-password=… The folder in which it is started has sysbench's cacert.pem, client-cert.pem and client-key.pem.
 * PID is the server's process. Nothing else may run on the machine.
 */
public class Sysbench {
  private static final Pattern TRANSACTIONS = Pattern.compile("transactions: +(\\d+) ");

  private final List<String> command;
  private final ServerCpu server;

  Sysbench(String seconds, String port, ServerCpu server, String threads, List<String> further) {
    this.server = server;
    this.command =
        new ArrayList<>(List.of(
            "sysbench", "oltp_read_only", "--db-driver=mysql", "--mysql-host=127.0.0.1",
            "--mysql-port=" + port, "--mysql-user=ycsb", "--mysql-db=ycsb", "--tables=1",
            "--table-size=100000", "--rand-type=uniform", "--db-ps-mode=disable",
            "--threads=" + threads, "--time=" + seconds));
    command.addAll(further);
  }

  /** Server CPU, us per transaction, and transactions. */
  private record Figures(double serverMicros, double transactions) {}

  public static void main(String[] args) throws Exception {
    int pairs = Integer.parseInt(args[0]);
    ServerCpu server = new ServerProcesses.Local(List.of(Long.valueOf(args[3]))).open();
    Sysbench sysbench =
        new Sysbench(args[1], args[2], server, args[4], List.of(args).subList(5, args.length));
    Random random = new Random(1);
    sysbench.run(false);
    sysbench.run(true);
    double[] serverMicros = new double[pairs];
    double[] throughput = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      boolean tlsFirst = random.nextBoolean();
      Figures first = sysbench.run(tlsFirst);
      Figures second = sysbench.run(!tlsFirst);
      Figures plain = tlsFirst ? second : first;
      Figures tls = tlsFirst ? first : second;
      serverMicros[i] = Math.log(tls.serverMicros / plain.serverMicros);
      throughput[i] = Math.log(tls.transactions / plain.transactions);
      System.out.printf(
          Locale.ROOT, "pair %d: server %.0f and %.0f us, %.0f and %.0f transactions%n",
          i + 1, plain.serverMicros, tls.serverMicros, plain.transactions, tls.transactions);
    }
    tell("server CPU", serverMicros);
    tell("throughput", throughput);
  }

  private static void tell(String metric, double[] logRatios) {
    Interval interval = SignedRank.hodgesLehmann(logRatios, 0.95);
    System.out.printf(
        Locale.ROOT, "%s: %+.1f %% [%+.1f, %+.1f]%n", metric,
        100 * Math.expm1(interval.estimate()), 100 * Math.expm1(interval.lower()),
        100 * Math.expm1(interval.upper()));
  }

  private Figures run(boolean tls) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(command);
    if (tls) {
      words.add("--mysql-ssl=on");
    }
    words.add("run");
    long before = server.now().orElseThrow().nanos();
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    long after = server.now().orElseThrow().nanos();
    Matcher transactions = TRANSACTIONS.matcher(output);
    if (process.waitFor() != 0 || !transactions.find()) {
      throw new IOException(String.join(" ", words) + ": " + output);
    }
    double number = Double.parseDouble(transactions.group(1));
    return new Figures((after - before) / 1e3 / number, number);
  }
}
