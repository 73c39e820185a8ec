package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import site.ycsb.tls.certificate.Pem;
import site.ycsb.tls.pin.ServerKey;

/** What OpenSSL, as distributions build it, refuses to a server, and how that is lifted. */
public final class OpenSslLimits {
  /** Of security level 2, their default. */
  private static final int LEAST_RSA_BITS = 2048;

  private static final String SECTION =
      """
      openssl_conf = openssl_init
      [openssl_init]
      ssl_conf = ssl
      [ssl]
      system_default = tls
      [tls]
      """;

  /**
   * Every algorithm and version that this OpenSSL was built with (its manual, CONFIG and SECLEVEL).
   */
  private static final String EVERYTHING =
      """
      MinProtocol = TLSv1
      CipherString = ALL:COMPLEMENTOFALL:@SECLEVEL=0
      """;

  private OpenSslLimits() {}

  /**
   * Writes a configuration into the folder, unless the system's holds.
   *
   * @param lifts whether it has no limits
   * @param further lines of its section for TLS; may be empty
   * @return the environment of a process that is to use it
   */
  public static Map<String, String> environment(
      boolean lifts, String further, Path folder, ServiceUser user) throws IOException {
    if (!lifts && further.isEmpty()) {
      return Map.of();
    }
    String text = SECTION + (lifts ? EVERYTHING : "") + further;
    return Map.of("OPENSSL_CONF", user.write(folder.resolve("openssl.cnf"), text).toString());
  }

  /**
   * Refuses a certificate that needs the limits lifted.
   *
   * @param server the product, for the message
   * @throws IOException when its key is too short, or it cannot be read
   */
  static void require(Path certificate, String server) throws IOException {
    ServerKey key = ServerKey.of(Pem.readCertificates(certificate).get(0).getPublicKey());
    if (key.algorithm() == ServerKey.Algorithm.RSA && key.bits() < LEAST_RSA_BITS) {
      throw new IOException(
          "OpenSSL, as %s uses it, takes no server key of %s; allow it with tls.legacy=true, or use at least %d bits"
              .formatted(server, key, LEAST_RSA_BITS));
    }
  }
}
