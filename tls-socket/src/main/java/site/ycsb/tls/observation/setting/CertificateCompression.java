package site.ycsb.tls.observation.setting;

import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import javax.net.ssl.SSLPeerUnverifiedException;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.Observed;
import site.ycsb.tls.observation.Setting;

/**
 * Whether the client offers to take compressed certificates (RFC 8879), and whether it got some:
 * then fewer bytes came than the certificates have.
 */
final class CertificateCompression implements Setting {
  private static final int COMPRESS_CERTIFICATE = 27;

  @Override
  public String name() {
    return "CertificateCompression";
  }

  @Override
  public String in(Handshake handshake) {
    if (handshake.flight().resumed() || handshake.hello().isEmpty()) {
      return "";
    }
    if (!handshake.hello().get().extensions().contains(COMPRESS_CERTIFICATE)) {
      return "not offered";
    }
    return handshake.bytesReceived() < certificates(handshake)
        ? "offered and used"
        : "offered, not seen";
  }

  private static long certificates(Handshake handshake) {
    try {
      long bytes = 0;
      for (Certificate certificate : handshake.session().getPeerCertificates()) {
        bytes += certificate.getEncoded().length;
      }
      return bytes;
    } catch (SSLPeerUnverifiedException | CertificateEncodingException e) {
      return 0;
    }
  }

  @Override
  public AccountRow row(Observed observed) {
    return AccountRow.open(name(), observed.text());
  }
}
