package site.ycsb.tls.comparison.run;

import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.file.Home;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.NetworkRelay;
import site.ycsb.tls.servers.SideBySide;

/** Arguments of the JVMs of load generators. */
public final class LoadGeneratorArguments {
  private LoadGeneratorArguments() {}

  /**
   * Those of this JVM if it has the agent that accounts for the bytes of sockets, as {@code
   * bin/ycsb} starts it; elsewhere, such as in a test of one's own, what {@code bin/ycsb} gives.
   */
  public static List<String> ofThisProgram() {
    // An agent's classes are on the boot class path, which has no code source.
    CodeSource jar = SocketTable.class.getProtectionDomain().getCodeSource();
    return jar == null
        ? ManagementFactory.getRuntimeMXBean().getInputArguments()
        : List.of(
            "-javaagent:" + path(jar),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:MetaspaceSize=128m",
            "-Dycsb.home=" + Home.path());
  }

  /**
   * The most heap of each of several load generators that are to be alive side by side on this
   * machine.
   *
   * @param jvmArguments of each
   * @param properties of one of their runs
   * @return bytes; 0 if the arguments say it
   * @throws UsageException when they do not fit into its memory
   */
  public static long heapBytes(
      int together, List<String> jvmArguments, Map<String, String> properties) {
    return SideBySide.ofLoadGenerators(together, jvmArguments, NetworkRelay.isWanted(properties))
        .heapBytes();
  }

  private static Path path(CodeSource jar) {
    try {
      return Path.of(jar.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("not a file: " + jar.getLocation(), e);
    }
  }
}
