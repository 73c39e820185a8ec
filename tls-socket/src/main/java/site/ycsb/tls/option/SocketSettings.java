package site.ycsb.tls.option;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
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
          "SOCKS 5 proxy through which all connections go; not with the other network.* properties,"
              + " which start a proxy");

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
   * Gives a socket its buffers, before it connects.
   *
   * @throws SocketException when the system gives less; it says nothing of it
   */
  public void setBuffers(Socket socket) throws SocketException {
    if (send.isPresent()) {
      socket.setSendBufferSize(send.getAsInt());
      require(
          TlsProperties.SNDBUF, send.getAsInt(), socket.getSendBufferSize(), "net.core.wmem_max");
    }
    if (receive.isPresent()) {
      socket.setReceiveBufferSize(receive.getAsInt());
      require(
          TlsProperties.RCVBUF,
          receive.getAsInt(),
          socket.getReceiveBufferSize(),
          "net.core.rmem_max");
    }
  }

  private static void require(Property<Integer> property, int asked, int given, String limit)
      throws SocketException {
    if (given < asked) {
      throw new SocketException(
          "%s=%d: this machine gives %d bytes; give that, or raise its limit (sysctl %s)"
              .formatted(property, asked, given, limit));
    }
  }

  /**
   * Refuses buffers that no socket of this machine would have, before one connects.
   *
   * @throws UsageException with what the system gives
   */
  public void requireBuffers() {
    try (Socket unconnected = new Socket()) {
      setBuffers(unconnected);
    } catch (IOException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /**
   * Leads the {@code Socket}s of this JVM through the proxy that drivers make themselves; those to
   * this machine, too. Without a proxy it does nothing. Not for NIO channels.
   */
  public void routeThroughProxy() {
    socksProxy.ifPresent(
        address -> {
          System.setProperty("socksProxyHost", address.getHostString());
          System.setProperty("socksProxyPort", Integer.toString(address.getPort()));
          System.setProperty("socksNonProxyHosts", "");
        });
  }

  /** For {@link Socket#Socket(Proxy)}. */
  public Proxy proxy() {
    return socksProxy.map(address -> new Proxy(Proxy.Type.SOCKS, address)).orElse(Proxy.NO_PROXY);
  }
}
