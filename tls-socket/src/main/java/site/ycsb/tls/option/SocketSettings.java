package site.ycsb.tls.option;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import site.ycsb.tls.property.HostPort;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/**
 * The settings of each socket, plain or with TLS.
 *
 * @param send buffer, bytes; empty: the system's default
 * @param receive buffer, bytes; empty: the system's default
 * @param socksProxy through which all connections go; empty: they are direct
 */
public record SocketSettings(
    OptionalInt send, OptionalInt receive, Optional<InetSocketAddress> socksProxy) {
  public static final Property<InetSocketAddress> PROXY =
      Property.optional(
          "network.proxy",
          ValueType.of("HOST:PORT", SocketSettings::address),
          "none",
          "SOCKS 5 proxy through which all connections go; not with the other three, which start"
              + " one");

  /** The system's defaults, and direct connections. */
  public static SocketSettings ofSystem() {
    return new SocketSettings(OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
  }

  /**
   * Reads {@code tls.sndbuf}, {@code tls.rcvbuf} and {@code network.proxy}; others are ignored.
   *
   * @throws UsageException when a buffer is not a number of bytes, or the proxy is no address
   */
  public static SocketSettings parse(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    return new SocketSettings(
        bytes(values, TlsProperties.SNDBUF),
        bytes(values, TlsProperties.RCVBUF),
        values.given(PROXY));
  }

  static OptionalInt bytes(TypedProperties values, Property<Integer> property) {
    return values.given(property).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  private static InetSocketAddress address(String value) {
    HostPort given = HostPort.parseWithPort(value, "localhost:1080");
    return new InetSocketAddress(given.host(), given.port());
  }

  /**
   * For clients that make their sockets themselves.
   *
   * @param reason why these cannot have the buffers
   * @throws UsageException when {@code tls.sndbuf} or {@code tls.rcvbuf} asks for one
   */
  public void refuseBuffers(String reason) {
    refuse(TlsProperties.SNDBUF, send, reason);
    refuse(TlsProperties.RCVBUF, receive, reason);
  }

  private static void refuse(Property<Integer> property, OptionalInt bytes, String reason) {
    if (bytes.isPresent()) {
      throw new UsageException(
          "%s=%d: %s; leave it out".formatted(property, bytes.getAsInt(), reason));
    }
  }

  /**
   * Leads the {@code java.net.Socket}s of this JVM through the proxy that drivers make themselves;
   * those to this machine, too. Without a proxy it does nothing. Not for NIO channels.
   */
  public void routeThroughProxy() {
    socksProxy.ifPresent(
        address -> {
          System.setProperty("socksProxyHost", address.getHostString());
          System.setProperty("socksProxyPort", Integer.toString(address.getPort()));
          System.setProperty("socksNonProxyHosts", "");
        });
  }

  /** For {@link java.net.Socket#Socket(Proxy)}. */
  public Proxy proxy() {
    return socksProxy.map(address -> new Proxy(Proxy.Type.SOCKS, address)).orElse(Proxy.NO_PROXY);
  }
}
