package site.ycsb.tls.verify;

import java.security.cert.CertificateException;

/** A server's certificate that was refused; the message explains it and needs nothing more. */
final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  RefusedCertificateException(String message, Throwable cause) {
    super(message, cause);
  }
}
