import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.PairedT;

/**
 * How far the default pin of the group (x25519) is from what an application sends by itself: CPU
 * time of a full handshake with {@code tls.group=any}, relative to that with {@code
 * tls.group=x25519}, at the client and at the server. Makes comparisons of connection churn with
 * bin/ycsb, as a user would, and divides what each adds to plain, block by block.
 *
 * <pre>
 * java -cp "program/target/lib/*" benchmarks/precision/DefaultPin.java DIR BINDINGS JAVAS [OPTION...]
 * java -cp "program/target/lib/*" benchmarks/precision/DefaultPin.java results/pin mongodb,jdbc 17,25
 * </pre>
 *
 * The options are those of compare, by default {@value #LENGTH}: half an hour or more for each binding
 * and Java. What is there already in DIR is not made again. JVMs compile ten times sooner than
 * usual, as otherwise thousands of handshakes would be made by code that is not compiled.
 */
public class DefaultPin {
  private static final String LENGTH = "--blocks 8 --warmup 20 --seconds 10";
  private static final String SOONER = "-XX:CompileThresholdScaling=0.1";

  public static void main(String[] args) throws Exception {
    List<String> options =
        args.length > 3
            ? List.of(args).subList(3, args.length)
            : Arrays.asList(LENGTH.split(" ", -1));
    List<String> rows = new ArrayList<>();
    for (String binding : args[1].split(",", -1)) {
      for (String java : args[2].split(",", -1)) {
        Path directory = Path.of(args[0]).resolve(binding + "-" + java);
        compare(directory, binding, java, options);
        rows.add(row(ComparisonDirectory.read(directory), binding));
      }
    }
    System.out.println();
    System.out.println(
        "| server | client | groups of any | key shares of any | blocks | client CPU, any / x25519 | server CPU, any / x25519 |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    rows.forEach(System.out::println);
  }

  private static void compare(
      Path directory, String binding, String java, List<String> options) throws Exception {
    if (Files.exists(directory.resolve("summary.csv"))) {
      return;
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                "bin/ycsb", "compare", binding, "-P", "workloads/connectionchurn",
                "-p", "tls.cipher=TLS_AES_256_GCM_SHA384", "-p", "tls.keysize=RSA-2048",
                "-p", "tls.group=x25519,any", "-p", "client.java=" + java,
                "-jvm-args", SOONER, "--out", directory.toString()));
    command.addAll(options);
    System.err.println(String.join(" ", command));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().merge("TESTBED_JAVA_OPTS", SOONER, (given, own) -> given + " " + own);
    if (builder.start().waitFor() != 0) {
      throw new IllegalStateException("the comparison failed: " + directory);
    }
  }

  private static String row(ComparisonResult comparison, String binding) {
    RunRecord any = accepted(comparison, 1, "-any");
    return "| %s | %s | %s | %s | %d | %s | %s |"
        .formatted(
            binding,
            observed(any, "ProviderInUse"),
            observed(any, "GroupOnWire"),
            observed(any, "KeyShares"),
            blocks(comparison),
            ratio(comparison, "client CPU"),
            ratio(comparison, "server CPU"));
  }

  private static String observed(RunRecord run, String setting) {
    return run.facts().tls().account().stream()
        .filter(row -> row.setting().equals(setting))
        .map(row -> row.observed())
        .findFirst()
        .orElse("?");
  }

  private static int blocks(ComparisonResult comparison) {
    return comparison.acceptedRuns().stream().mapToInt(RunRecord::block).max().orElseThrow();
  }

  private static RunRecord accepted(ComparisonResult comparison, int block, String end) {
    return comparison.acceptedRuns().stream()
        .filter(run -> run.block() == block && run.variant().endsWith(end))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no run " + end + " in block " + block));
  }

  /** With the 95 % t interval of its logarithm over the blocks. */
  private static String ratio(ComparisonResult comparison, String metric) {
    int n = blocks(comparison);
    double[] logs = new double[n];
    for (int block = 1; block <= n; block++) {
      double plain = figure(comparison, block, "plain", metric);
      logs[block - 1] =
          Math.log(
              (figure(comparison, block, "-any", metric) - plain)
                  / (figure(comparison, block, "-x25519", metric) - plain));
    }
    if (n < 2) {
      return "%.2f (one block)".formatted(Math.exp(logs[0]));
    }
    Interval found = PairedT.interval(logs, Interval.LEVEL).map(Math::exp);
    return String.format(
        Locale.ROOT, "%.2f (%.2f to %.2f)", found.estimate(), found.lower(), found.upper());
  }

  private static double figure(ComparisonResult comparison, int block, String end, String metric) {
    return accepted(comparison, block, end).figures().getOrDefault(metric, Double.NaN);
  }
}
