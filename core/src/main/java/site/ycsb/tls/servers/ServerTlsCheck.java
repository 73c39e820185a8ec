package site.ycsb.tls.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.UsageException;

/**
 * Whether the user's server takes the groups that are pinned and has the keys, and a test server
 * with a TLS library of its own the groups, before anything runs. It opens a connection for each
 * group and for each suite. Where it gets no clear answer it says nothing: the runs are verified
 * themselves.
 */
public final class ServerTlsCheck {
  /** The longest wait for each answer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private ServerTlsCheck() {}

  /**
   * Asks the servers of the variants; test servers are made for their pins, and are not asked.
   *
   * @param given all properties, which may name a server; a variant's own come before them
   * @throws UsageException with the groups that the server takes, or the key that it has
   */
  public static void require(Binding binding, Map<String, String> given, List<Variant> variants) {
    ask(binding, given, variants, true);
  }

  /**
   * The same of the group of a single run only. It does not use this process's TLS, whose settings
   * may not have been made yet.
   *
   * @throws UsageException with the groups that the server takes
   */
  public static void requireGroup(Binding binding, Map<String, String> given) {
    ask(binding, given, List.of(new Variant("run", given)), false);
  }

  /**
   * Refuses groups that a test server does not take that was started, and whose TLS library is its
   * own: which they are depends on the version of that library.
   *
   * @param address properties that lead a client to it
   * @param name of the server, for the message
   * @throws UsageException with the groups that it takes
   */
  static void requireGroups(
      Binding binding, Map<String, String> address, String name, List<TlsOptions> pins) {
    for (InetSocketAddress server : binding.tlsServers(address)) {
      Asked asked = new Asked(binding, address, server, name);
      pins.forEach(tls -> asked.require(tls, false));
    }
  }

  private static void ask(
      Binding binding, Map<String, String> given, List<Variant> variants, boolean keys) {
    if (Servers.areOurs(binding, given)) {
      return;
    }
    Map<InetSocketAddress, Asked> servers = new HashMap<>();
    for (Variant variant : variants) {
      Map<String, String> properties = Servers.ofRuns(given, variant);
      if (variant.tls().isPresent() && SocketSettings.parse(properties).socksProxy().isEmpty()) {
        binding.tlsServers(properties).stream()
            .findFirst()
            .ifPresent(
                server ->
                    servers
                        .computeIfAbsent(server, first -> new Asked(binding, properties, server))
                        .require(variant.tls().get(), keys));
      }
    }
  }

  /** One server, and what it has answered. */
  private static final class Asked {
    private final String name;
    private final ServerProbe probe;
    private final Map<NamedGroup, Boolean> taken = new HashMap<>();
    private final Map<SuiteAvailability, Optional<ServerKey>> keys = new HashMap<>();

    /** The user's own. */
    Asked(Binding binding, Map<String, String> properties, InetSocketAddress server) {
      this(binding, properties, server, server.getHostString() + ":" + server.getPort());
    }

    Asked(Binding binding, Map<String, String> properties, InetSocketAddress server, String name) {
      this.name = name;
      probe =
          new ServerProbe(
              server.getHostString(), server.getPort(), TIMEOUT, binding.startTls(properties));
    }

    void require(TlsOptions tls, boolean withKey) {
      TlsPin pin = tls.pin();
      if (pin.protocol() == TlsProtocol.TLS_1_3) {
        pin.group().ifPresent(this::requireGroup);
      }
      // Which of several keys a server shows may depend on the client's groups with other
      // providers.
      boolean jdk = JsseProviders.isOfJdk(JsseProviders.of(pin.provider()));
      if (withKey && jdk && !tls.legacy()) {
        pin.serverKey().ifPresent(key -> requireKey(pin, key));
      }
    }

    private void requireGroup(NamedGroup group) {
      if (taken.computeIfAbsent(group, this::takes)) {
        return;
      }
      List<NamedGroup> others = others();
      if (!others.isEmpty()) {
        throw new UsageException(
            "%s=%s: %s does not take this group in TLSv1.3; it takes %s: set %s to one of these (any: its choice), or configure the server for it"
                .formatted(
                    TlsProperties.GROUP,
                    group,
                    name,
                    others.stream().map(NamedGroup::toString).collect(Collectors.joining(", ")),
                    TlsProperties.GROUP));
      }
    }

    private boolean takes(NamedGroup group) {
      try {
        return probe.takes(group);
      } catch (IOException e) {
        return true; // Nothing is known: the run says why.
      }
    }

    /** None where it is not asked in its own way, or does not answer. */
    private List<NamedGroup> others() {
      try {
        return probe.groups();
      } catch (IOException e) {
        return List.of();
      }
    }

    private void requireKey(TlsPin pin, ServerKey wanted) {
      Optional<ServerKey> found =
          keys.computeIfAbsent(
              SuiteAvailability.available(pin.protocol(), pin.cipherSuite()), this::key);
      if (found.isPresent() && !found.get().equals(wanted)) {
        throw new UsageException(
            "%s=%s: %s has a key %s for %s; set %s=%s, or give the server another certificate"
                .formatted(
                    TlsProperties.KEYSIZE,
                    wanted,
                    name,
                    found.get(),
                    pin.cipherSuite(),
                    TlsProperties.KEYSIZE,
                    found.get()));
      }
    }

    private Optional<ServerKey> key(SuiteAvailability pair) {
      try {
        ServerAnswer answer = probe.answer(pair);
        return answer.accepted() ? answer.pinnableKey() : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }
}
