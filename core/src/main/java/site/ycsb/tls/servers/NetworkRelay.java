package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerProcess;
import site.ycsb.tls.testserver.ServerSpec;

/**
 * A relay in a process of its own, through which a run's connections go, and which makes them as
 * slow as a network would. It takes those of this JVM only. It ends with this object or this JVM.
 * Thread-safe.
 */
public final class NetworkRelay implements AutoCloseable {
  /** The properties that ask for it. */
  public static final List<Property<?>> PROPERTIES = NetworkSettings.PROPERTIES;

  /** What a relay with a few connections takes of the machine's memory; it may take more. */
  static final long MEMORY_BYTES = 128L << 20;

  private static final String MODULE = "network-relay";
  private static final String MAIN = "site.ycsb.tls.testbed.network.RelayServer";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** For Java's SOCKS client, which asks the JVM's authenticator. */
  private static final String USER = "ycsb";

  private final ServerProcess process;
  private final String password;
  private final Authenticator before = Authenticator.getDefault();

  private NetworkRelay(ServerProcess process, String password) {
    this.process = process;
    this.password = password;
    Authenticator.setDefault(new Admission());
  }

  /** Knows the relay's password; all else is asked of the one that was there before. */
  private final class Admission extends Authenticator {
    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      InetSocketAddress relay = process.address(password);
      if (getRequestingPort() == relay.getPort()
          && relay.getHostString().equals(getRequestingHost())) {
        return new PasswordAuthentication(USER, password.toCharArray());
      }
      return before == null
          ? null
          : before.requestPasswordAuthenticationInstance(
              getRequestingHost(),
              getRequestingSite(),
              getRequestingPort(),
              getRequestingProtocol(),
              getRequestingPrompt(),
              getRequestingScheme(),
              getRequestingURL(),
              getRequestorType());
    }
  }

  /**
   * Whether the properties ask for a relay.
   *
   * @throws site.ycsb.tls.property.UsageException when one of the properties cannot be understood
   */
  public static boolean isWanted(Map<String, String> properties) {
    return NetworkSettings.parse(properties).isPresent();
  }

  /**
   * The round-trip time that the properties ask for, s; 0 when they ask for none.
   *
   * @throws site.ycsb.tls.property.UsageException when one of the properties cannot be understood
   */
  public static double rttSeconds(Map<String, String> properties) {
    return NetworkSettings.parse(properties).map(asked -> asked.rtt().toNanos() / 1e9).orElse(0.0);
  }

  /**
   * Starts the relay that the properties ask for.
   *
   * @param directory for its log and its password, which no other user may enter
   * @param seed of the jitter
   * @throws IOException when it does not start; the message is one line
   */
  public static NetworkRelay start(
      Testbed testbed, Map<String, String> properties, Path directory, long seed)
      throws IOException, InterruptedException {
    NetworkSettings settings = NetworkSettings.parse(properties).orElseThrow();
    Path specFile = directory.resolve("relay.properties");
    // Everybody sees a process's arguments; nobody else this file.
    String password = UUID.randomUUID().toString();
    new ServerSpec(List.of(ListenerSpec.plain(password)), false).write(specFile);
    List<String> command =
        new ArrayList<>(
            List.of(
                JavaInstallation.running().launcher().toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                // Else Netty waits in whole milliseconds when the time is above 10 ms.
                "-Dio.netty.channel.epoll.epollWaitThreshold=" + Integer.MAX_VALUE,
                "-cp",
                testbed.lib(MODULE) + "/*",
                MAIN,
                specFile.toString()));
    command.addAll(settings.arguments(seed));
    return new NetworkRelay(
        ServerProcess.start(command, directory.resolve("relay.log"), PATIENCE), password);
  }

  /** The properties of a client whose connections go through it. */
  public Map<String, String> clientProperties() {
    InetSocketAddress address = process.address(password);
    return Map.of(SocketSettings.PROXY.name(), address.getHostString() + ":" + address.getPort());
  }

  /** Why it serves no longer; empty while it does. */
  public Optional<String> failure() throws InterruptedException {
    try {
      process.witness();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("the network's relay: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    Authenticator.setDefault(before);
    process.close();
  }
}
