package site.ycsb.tls.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Servers;

/**
 * What client and server do about the group of the key exchange when nobody chooses one.
 *
 * @param client name and version of this JVM's TLS
 * @param keyShares groups for which it sends key shares at once; empty up to TLS 1.2, which has
 *     none
 * @param server the user's server as HOST:PORT; empty for a test server, or if it was not asked
 * @param chosen the group that the server chose for this JVM's client; empty if it was not asked
 */
public record GroupLeftOpen(
    String client, List<NamedGroup> keyShares, String server, Optional<String> chosen) {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  /**
   * Asks this JVM's TLS, and the user's server with one handshake.
   *
   * @param pin its suite is what is offered, and its provider is asked
   * @param given all properties, which may name a server
   */
  public static GroupLeftOpen of(TlsPin pin, Map<String, String> given, Binding binding) {
    JvmSuites suites =
        pin.provider().map(JvmSuites::ofProvider).orElseGet(JvmSuites::ofDefaultProvider);
    List<NamedGroup> shares =
        pin.protocol() == TlsProtocol.TLS_1_3 ? suites.keySharesByItself() : List.of();
    Map<String, String> properties = TypedProperties.merged(given, AlsoWithTls.of(given));
    Optional<InetSocketAddress> server =
        Servers.areOurs(binding, given) || SocketSettings.parse(properties).socksProxy().isPresent()
            ? Optional.empty()
            : binding.tlsServers(properties).stream().findFirst();
    Optional<String> chosen =
        server.flatMap(
            address ->
                chosen(
                    new ServerProbe(
                        address.getHostString(),
                        address.getPort(),
                        TIMEOUT,
                        binding.startTls(properties),
                        suites.jsse()),
                    pin));
    return new GroupLeftOpen(
        suites.provider(),
        shares,
        server
            .filter(asked -> chosen.isPresent())
            .map(address -> address.getHostString() + ":" + address.getPort())
            .orElse(""),
        chosen);
  }

  private static Optional<String> chosen(ServerProbe probe, TlsPin pin) {
    try {
      ServerAnswer answer =
          probe.answer(SuiteAvailability.available(pin.protocol(), pin.cipherSuite()));
      return Optional.of(answer.group()).filter(group -> !group.isEmpty());
    } catch (IOException | UsageException e) {
      return Optional.empty(); // The runs say why.
    }
  }

  /** Whether both use only this group; of a server that was not asked, nobody knows. */
  public boolean isJust(String group) {
    return keyShares.stream().map(NamedGroup::toString).allMatch(group::equals)
        && chosen.filter(group::equals).isPresent();
  }

  /** For example {@code SunJSSE 17.0.15 sends key shares for x25519 and secp256r1}. */
  public String inWords() {
    String clients =
        keyShares.isEmpty()
            ? client + " offers several groups"
            : client
                + " sends key shares for "
                + keyShares.stream().map(NamedGroup::toString).collect(Collectors.joining(" and "));
    return clients + chosen.map(group -> ", and %s chooses %s".formatted(server, group)).orElse("");
  }
}
