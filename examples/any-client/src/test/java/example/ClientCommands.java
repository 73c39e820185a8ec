package example;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.testkit.Ycsb;

/** Starts {@code bin/ycsb} with a client that knows nothing of it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ClientCommands {
  static final String LIB =
      Path.of(System.getProperty("ycsb.home")).resolve("examples/any-client/target/lib") + "/*";
  static final Path WORKLOADS = Path.of(System.getProperty("ycsb.home")).resolve("workloads");
  static final String PIN = "tls.cipher=" + RedisServer.SUITE;

  @TempDir Path directory;

  final Ycsb run(String command, String client, String... properties) throws Exception {
    return run(WORKLOADS.resolve("workloada"), command, client, properties);
  }

  final Ycsb run(Path workload, String command, String client, String... properties)
      throws Exception {
    return start(
        workload,
        List.of(command, client),
        List.of(with(new String[] {"recordcount=100", "operationcount=400"}, properties)),
        "-s");
  }

  final Ycsb start(Path workload, List<String> command, List<String> properties, String... options)
      throws Exception {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("-cp", LIB, "-P", workload.toString()));
    properties.forEach(property -> words.addAll(List.of("-p", property)));
    words.addAll(List.of(options));
    return Ycsb.run(directory, words.toArray(String[]::new));
  }

  static String[] with(String[] some, String... more) {
    List<String> all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }
}
