import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.apache.commons.statistics.distribution.TDistribution;

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
  private static final ObjectMapper JSON = new ObjectMapper();

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
        rows.add(row(JSON.readTree(directory.resolve("comparison.json").toFile()), binding));
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

  private static String row(JsonNode comparison, String binding) {
    JsonNode any = accepted(comparison, 1, "-any");
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

  private static String observed(JsonNode run, String setting) {
    return StreamSupport.stream(run.at("/tls/account").spliterator(), false)
        .filter(row -> row.get("setting").asText().equals(setting))
        .map(row -> row.get("observed").asText())
        .findFirst()
        .orElse("?");
  }

  private static int blocks(JsonNode comparison) {
    return StreamSupport.stream(comparison.get("runs").spliterator(), false)
        .filter(run -> run.get("status").asText().equals("ACCEPTED"))
        .mapToInt(run -> run.get("block").asInt())
        .max()
        .orElseThrow();
  }

  private static JsonNode accepted(JsonNode comparison, int block, String end) {
    return StreamSupport.stream(comparison.get("runs").spliterator(), false)
        .filter(run -> run.get("status").asText().equals("ACCEPTED"))
        .filter(run -> run.get("block").asInt() == block)
        .filter(run -> run.get("variant").asText().endsWith(end))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no run " + end + " in block " + block));
  }

  /** With the 95 % t interval of its logarithm over the blocks. */
  private static String ratio(JsonNode comparison, String metric) {
    int n = blocks(comparison);
    double[] logs = new double[n];
    for (int block = 1; block <= n; block++) {
      double plain = figure(comparison, block, "plain", metric);
      logs[block - 1] =
          Math.log(
              (figure(comparison, block, "-any", metric) - plain)
                  / (figure(comparison, block, "-x25519", metric) - plain));
    }
    double mean = Arrays.stream(logs).average().orElseThrow();
    if (n < 2) {
      return "%.2f (one block)".formatted(Math.exp(mean));
    }
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    double half =
        TDistribution.of(n - 1).inverseCumulativeProbability(0.975)
            * Math.sqrt(squares / (n - 1) / n);
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f to %.2f)",
        Math.exp(mean),
        Math.exp(mean - half),
        Math.exp(mean + half));
  }

  private static double figure(JsonNode comparison, int block, String end, String metric) {
    return accepted(comparison, block, end).at("/figures/" + metric).asDouble(Double.NaN);
  }
}
