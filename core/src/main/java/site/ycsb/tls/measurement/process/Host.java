package site.ycsb.tls.measurement.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import site.ycsb.tls.measurement.process.kernel.KernelFile;
import site.ycsb.tls.measurement.result.Environment;

/** Describes the machine and the JVM of a run. */
public final class Host {
  /** One for each start of a Linux kernel: random(4). */
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private Host() {}

  /**
   * The same text for all processes of this machine, and for those of no other: also for containers
   * that have names of their own.
   */
  public static String id() {
    return KernelFile.read(BOOT).orElseGet(Host::name);
  }

  /**
   * The addresses of a server that are this machine's, in the order in which a client tries them;
   * none when it is on another one, or its name has no address.
   */
  public static Stream<InetSocketAddress> ownAddresses(InetSocketAddress server) {
    try {
      return Arrays.stream(InetAddress.getAllByName(server.getHostString()))
          .filter(Host::isOwn)
          .map(address -> new InetSocketAddress(address, server.getPort()));
    } catch (UnknownHostException e) {
      return Stream.empty();
    }
  }

  private static boolean isOwn(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The machine and the JVM; unknown figures are {@code unknown} or 0.
   *
   * @param mask takes secrets out of the JVM's arguments
   */
  public static Environment environment(UnaryOperator<List<String>> mask) {
    return new Environment(
        System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vm.vendor"),
        mask.apply(ManagementFactory.getRuntimeMXBean().getInputArguments()),
        String.join(
            " ",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch")),
        cpu(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        name(),
        WakeUp.isAwake().orElse(null));
  }

  private static String cpu() {
    return KernelFile.read(CPUINFO).flatMap(Host::cpu).orElse("unknown");
  }

  /**
   * The model of the first processor.
   *
   * @param cpuinfo the text of {@code /proc/cpuinfo}. On 64-bit ARM it has no model's name, but the
   *     fields of the register MIDR_EL1, of which implementer and part say the model
   */
  static Optional<String> cpu(String cpuinfo) {
    Map<String, String> first = new HashMap<>();
    for (String line : cpuinfo.lines().toList()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        first.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      }
    }
    return Optional.ofNullable(first.get("model name"))
        .or(
            () ->
                Optional.ofNullable(first.get("CPU part"))
                    .map(
                        part ->
                            "ARM implementer %s, part %s, variant %s, revision %s"
                                .formatted(
                                    first.get("CPU implementer"),
                                    part,
                                    first.get("CPU variant"),
                                    first.get("CPU revision"))));
  }

  /** The kernel's, where no name service knows it. */
  private static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return KernelFile.read(Path.of("/proc/sys/kernel/hostname")).orElse("unknown");
    }
  }
}
