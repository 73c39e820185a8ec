package site.ycsb.tls.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Servers;

/**
 * The meaning of {@code tls.cipher=all}: all suites that both ends support without legacy; and
 * which one they use when nobody chooses.
 */
public final class PinnableSuites {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private PinnableSuites() {}

  /**
   * The properties, in order of their names, with the suites in place of {@code tls.cipher=all}.
   *
   * @throws IOException when the user's server cannot be asked
   */
  public static Map<String, String> resolve(Map<String, String> properties, Binding binding)
      throws IOException {
    Map<String, String> all = new TreeMap<>(properties);
    if (isAll(all)) {
      requireDirect(all, binding, "tls.cipher=all");
      List<SuiteAvailability> here =
          available(all.get(TlsProperties.PROTOCOL.name()), all.get(TlsProperties.PROVIDER.name()));
      Stream<CipherSuite> both =
          Servers.areOurs(binding, properties)
              ? here.stream().map(SuiteAvailability::suite)
              : accepted(here, binding, properties).stream();
      String names = both.map(CipherSuite::name).distinct().collect(Collectors.joining(","));
      if (names.isEmpty()) {
        throw new UsageException(
            "tls.cipher=all: no suite can be pinned with %s; change or leave out tls.protocol and tls.provider"
                .formatted(asked(all)));
      }
      all.put(TlsProperties.CIPHER.name(), names);
    }
    return all;
  }

  /** What {@code tls.cipher=all} leaves out although it could be pinned; empty if nothing. */
  public static Optional<String> leavesOut(Map<String, String> properties) {
    return isAll(properties) && new TypedProperties(properties).get(TlsProperties.LEGACY)
        ? Optional.of(
            "tls.cipher=all leaves out the suites that only tls.legacy=true allows; name them to compare them.")
        : Optional.empty();
  }

  private static boolean isAll(Map<String, String> properties) {
    return "all".equalsIgnoreCase(properties.get(TlsProperties.CIPHER.name()));
  }

  /** Asked directly, another server of that name would answer, or none. */
  private static void requireDirect(Map<String, String> given, Binding binding, String asked) {
    if (!Servers.areOurs(binding, given) && new TypedProperties(given).has(SocketSettings.PROXY)) {
      throw new UsageException(
          asked
              + ": a server behind network.proxy cannot be asked what it accepts; name the suites"
              + " with -p tls.cipher=…");
    }
  }

  /**
   * The suite that client and server use when nobody chooses. The user's server is asked, with one
   * handshake that offers all that this JVM can pin. A test server takes what this JVM offers
   * first.
   *
   * @throws UsageException when the server's address is not known here, or leads through a proxy
   * @throws IOException when the server cannot be asked
   */
  public static CipherSuite negotiated(Map<String, String> given, Binding binding)
      throws IOException {
    requireDirect(given, binding, "no suite is given");
    List<SuiteAvailability> here = available(null, null);
    String name;
    if (Servers.areOurs(binding, given)) {
      name = JvmSuites.ofDefaultProvider().preferred();
    } else {
      Map<String, String> properties = TypedProperties.merged(given, AlsoWithTls.of(given));
      InetSocketAddress server =
          binding.tlsServers(properties).stream()
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "no suite is given, and this server's address is not known here, so it"
                              + " cannot be asked: name one with -p tls.cipher=…"));
      name = probe(server, binding, properties).chosen(here);
    }
    return here.stream()
        .map(SuiteAvailability::suite)
        .filter(suite -> suite.jsseName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "no suite is given, and "
                        + name
                        + " cannot be pinned here: name one with -p tls.cipher=…"));
  }

  private static String asked(Map<String, String> all) {
    return Stream.of(TlsProperties.PROVIDER, TlsProperties.PROTOCOL)
        .filter(property -> all.containsKey(property.name()))
        .map(property -> property + "=" + all.get(property.name()))
        .collect(Collectors.joining(" and "));
  }

  /** What every provider can pin, of those protocols; each may be a comma list, or absent. */
  private static List<SuiteAvailability> available(String protocols, String providers) {
    Stream<JvmSuites> asked =
        words(providers).isEmpty()
            ? Stream.of(JvmSuites.ofDefaultProvider())
            : words(providers).stream().map(JvmSuites::ofProvider);
    List<List<SuiteAvailability>> each = asked.map(JvmSuites::available).toList();
    List<TlsProtocol> wanted = words(protocols).stream().map(TlsProtocol::parse).toList();
    return each.get(0).stream()
        .filter(
            suite -> each.stream().allMatch(own -> own.stream().anyMatch(o -> isSame(o, suite))))
        .filter(suite -> wanted.isEmpty() || wanted.contains(suite.protocol()))
        .toList();
  }

  private static boolean isSame(SuiteAvailability one, SuiteAvailability other) {
    return one.suite().equals(other.suite()) && one.protocol() == other.protocol();
  }

  private static List<String> words(String list) {
    return list == null
        ? List.of()
        : Stream.of(list.split(",", -1)).map(String::trim).filter(word -> !word.isEmpty()).toList();
  }

  private static List<CipherSuite> accepted(
      List<SuiteAvailability> here, Binding binding, Map<String, String> given) throws IOException {
    Map<String, String> properties = TypedProperties.merged(given, AlsoWithTls.of(given));
    List<InetSocketAddress> servers = binding.tlsServers(properties);
    if (servers.isEmpty()) {
      throw new UsageException(
          "tls.cipher=all: this server's address is not known here, so it cannot be asked what it"
              + " accepts; name the suites ('bin/ycsb suites HOST:PORT' lists them)");
    }
    if (here.isEmpty()) {
      return List.of();
    }
    InetSocketAddress server = servers.get(0);
    String name = server.getHostString() + ":" + server.getPort();
    List<CipherSuite> accepted =
        accepted(probe(server, binding, properties).ask(here, answer -> {}), name);
    if (accepted.isEmpty()) {
      String before =
          binding.startTls(properties).map(protocol -> "--starttls " + protocol + " ").orElse("");
      throw new UsageException(
          "tls.cipher=all: %s accepts no suite that this JVM can offer; 'bin/ycsb suites %s%s' shows what it says"
              .formatted(name, before, name));
    }
    return accepted;
  }

  /**
   * The suites of those that were accepted.
   *
   * @throws IOException when it is not known of one: it would be missing without a word
   */
  static List<CipherSuite> accepted(List<ServerAnswer> answers, String server) throws IOException {
    String silent =
        answers.stream()
            .filter(ServerAnswer::isSilence)
            .map(answer -> answer.suite() + " in " + answer.protocol())
            .collect(Collectors.joining(", "));
    if (!silent.isEmpty()) {
      throw new IOException(
          "tls.cipher=all: %s gave no answer to %s, so it is not known whether it accepts that; repeat the command, or name the suites"
              .formatted(server, silent));
    }
    return answers.stream().filter(ServerAnswer::accepted).map(ServerAnswer::suite).toList();
  }

  /** With the TLS of the first provider that is given. */
  private static ServerProbe probe(
      InetSocketAddress server, Binding binding, Map<String, String> properties) {
    return new ServerProbe(
        server.getHostString(),
        server.getPort(),
        TIMEOUT,
        binding.startTls(properties),
        words(properties.get(TlsProperties.PROVIDER.name())).stream()
            .findFirst()
            .map(JvmSuites::ofProvider)
            .orElseGet(JvmSuites::ofDefaultProvider)
            .jsse());
  }
}
