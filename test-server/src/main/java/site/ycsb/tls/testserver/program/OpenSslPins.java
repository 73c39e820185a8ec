package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;

/**
 * What the listeners of one program pin, which has one certificate for them and lets its clients
 * choose among versions and suites, in OpenSSL's words.
 *
 * @param pinned the listeners with TLS
 */
public record OpenSslPins(List<ServerTls> pinned) {
  /** Those of a server. */
  public static OpenSslPins of(List<ListenerSpec> listeners) {
    return new OpenSslPins(listeners.stream().flatMap(l -> l.tls().stream()).toList());
  }

  /** The versions, the oldest first. */
  public List<TlsProtocol> versions() {
    return pinned.stream().map(tls -> tls.pin().protocol()).distinct().sorted().toList();
  }

  /** The suites of these versions, with colons between them; empty when there is none. */
  public String suites(Predicate<TlsProtocol> versions) {
    return pinned.stream()
        .map(ServerTls::pin)
        .filter(pin -> versions.test(pin.protocol()))
        .map(pin -> pin.cipherSuite().openSslName())
        .distinct()
        .collect(Collectors.joining(":"));
  }

  /**
   * Puts copies of certificate and key into the folder, where the server's user can read them.
   *
   * @param product for messages
   * @param legacy whether OpenSSL's lower limits are lifted
   * @return the first of the pinned with the copies
   * @throws IOException when the certificate cannot be read or copied, or needs legacy
   * @throws IllegalArgumentException when there are several certificates
   */
  public ServerTls copy(String product, boolean legacy, Path folder, ServiceUser user)
      throws IOException {
    List<Path> certificates = pinned.stream().map(ServerTls::certificate).distinct().toList();
    if (certificates.size() > 1) {
      throw new IllegalArgumentException(
          "a %s server has one certificate, asked for were %s".formatted(product, certificates));
    }
    ServerTls first = pinned.get(0);
    if (!legacy) {
      OpenSslLimits.require(first.certificate(), product);
    }
    return new ServerTls(
        first.pin(),
        user.take(first.certificate(), folder.resolve("server.pem")),
        user.take(first.key(), folder.resolve("server-key.pem")));
  }
}
