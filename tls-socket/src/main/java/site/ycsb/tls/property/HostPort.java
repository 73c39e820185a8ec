package site.ycsb.tls.property;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host, and a port if one is given.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 1 to 65535; 0: none is given
 */
public record HostPort(String host, int port) {
  private static final int MOST = 65_535;

  /** Without a port, as nobody could tell where it begins. */
  private static final Pattern BARE_IPV6 = Pattern.compile("[^\\[\\]:]*(?::[^\\[\\]:]*){2,}");

  private static final Pattern FORM =
      Pattern.compile("(\\[[^\\[\\]]+]|[^\\[\\]:]+)(?::([1-9][0-9]{0,4}))?");

  /**
   * {@code HOST}, {@code HOST:PORT} or an IPv6 address, in brackets where a port follows.
   *
   * @throws IllegalArgumentException when there is no host, or the port is none
   */
  public static HostPort parse(String text) {
    if (BARE_IPV6.matcher(text).matches()) {
      return new HostPort(text, 0);
    }
    Matcher form = FORM.matcher(text);
    int port = form.matches() && form.group(2) != null ? Integer.parseInt(form.group(2)) : 0;
    if (!form.matches() || port > MOST) {
      throw new IllegalArgumentException("expected HOST:PORT, the port 1 to " + MOST);
    }
    return new HostPort(form.group(1).replaceAll("[\\[\\]]", ""), port);
  }

  /**
   * The same where a port must be given.
   *
   * @param example of what is expected: {@code localhost:1080}
   * @throws IllegalArgumentException when it is not; the message says how to write it
   */
  public static HostPort parseWithPort(String text, String example) {
    HostPort given = parse(text);
    if (given.hasPort()) {
      return given;
    }
    int colon = text.lastIndexOf(':');
    throw new IllegalArgumentException(
        colon > 0 && text.substring(colon + 1).matches("[0-9]{1,5}")
            ? "expected HOST:PORT; write [" + text.substring(0, colon) + "]" + text.substring(colon)
            : "expected HOST:PORT, such as " + example);
  }

  /** Whether a host is an address, and no name: digits and dots, or IPv6 without brackets. */
  public static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
  }

  /** Whether a port is given. */
  public boolean hasPort() {
    return port > 0;
  }

  /** Its address with this port if none is given; the name is not looked up. */
  public InetSocketAddress unresolved(int otherwise) {
    return InetSocketAddress.createUnresolved(host, hasPort() ? port : otherwise);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + (hasPort() ? ":" + port : "");
  }
}
