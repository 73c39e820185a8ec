package site.ycsb.tls.observation.setting;

import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.option.ClientCertificate;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * Whether the client has sent a certificate in full handshakes: the session knows. Up to TLS 1.2
 * the wire says whether the server has asked for one.
 */
final class ClientAuthentication {
  private static final String SENT = "sent";
  private static final String NOT_SENT = "not sent";
  private static final String NOT_REQUESTED = "not requested";
  private static final String REFUSED = "requested, not sent";

  /** Where a client that makes no SSLContext of its own has its certificate. */
  private static final String JVM_KEYSTORE = "javax.net.ssl.keyStore";

  private ClientAuthentication() {}

  static String in(Handshake handshake) {
    if (handshake.flight().resumed()) {
      return "";
    }
    if (handshake.session().getLocalCertificates() != null) {
      return SENT;
    }
    return handshake.flight().version() == TlsProtocol.TLS_1_3.code()
        ? NOT_SENT
        : handshake.flight().certificateRequested() ? REFUSED : NOT_REQUESTED;
  }

  static AccountRow row(ObservedTls observed) {
    if (observed.asked().clientCertificate().isEmpty() || observed.values().isEmpty()) {
      String unused = System.getProperty(JVM_KEYSTORE, "");
      return unused.isEmpty() || observed.count(SENT) > 0
          ? observed.open(observed.text())
          : observed.remarked(
              AccountRow.LEFT_OPEN,
              observed.text(),
              "-D%s=%s is not used: pinned TLS has the client's certificate from tls.keystore, or tls.cert and tls.key; set them, or leave out the option"
                  .formatted(JVM_KEYSTORE, unused));
    }
    long full = observed.values().values().stream().mapToLong(Long::longValue).sum();
    return observed.count(SENT) == full
        ? observed.same(SENT, observed.text())
        : observed.different(
            SENT,
            observed.text(),
            "%s: the client's certificate was sent in %d of %d handshakes (%s); set up the server to ask for one that it takes from this CA and of this kind of key, or leave out the certificate"
                .formatted(
                    observed.asked().clientCertificate().get() instanceof ClientCertificate.Store
                        ? TlsProperties.KEYSTORE
                        : TlsProperties.CERT,
                    observed.count(SENT),
                    full,
                    observed.text()));
  }
}
