package site.ycsb.tls.verify;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.TlsPin;

/**
 * The TLS library calls it inside each full handshake, when the server's certificate has arrived.
 * It compares version, suite and key with the pin, then lets the JDK's trust manager verify the
 * chain and, if the parameters of the socket or engine say so, the host name. A trust manager that
 * the driver brings is asked last. Thread-safe.
 */
public final class PinTrustManager extends ServerTrustManager {
  private final String authType;
  private final PinCheck check;
  private final Trust trust;
  private final X509ExtendedTrustManager chains;

  /** Null if there is none. */
  private final X509TrustManager driversTrust;

  /**
   * @param chains verifies chains and host names; not used with {@link Verification#NONE}
   * @param driversTrust is asked last, and may refuse what all others accept; null: nobody is
   */
  public PinTrustManager(
      TlsPin pin,
      PinCheck check,
      Trust trust,
      X509ExtendedTrustManager chains,
      X509TrustManager driversTrust) {
    this.authType = jdkAuthType(pin.cipherSuite());
    this.check = check;
    this.trust = trust;
    this.chains = chains;
    this.driversTrust = driversTrust;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    SSLSession session = ((SSLSocket) socket).getHandshakeSession();
    requirePinned(session, chain);
    requireTrusted(chain, session, by -> by.checkServerTrusted(chain, this.authType, socket));
    askDriver(chain, authType, by -> by.checkServerTrusted(chain, authType, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    SSLSession session = engine.getHandshakeSession();
    requirePinned(session, chain);
    requireTrusted(chain, session, by -> by.checkServerTrusted(chain, this.authType, engine));
    askDriver(chain, authType, by -> by.checkServerTrusted(chain, authType, engine));
  }

  private interface Question {
    void to(X509ExtendedTrustManager manager) throws CertificateException;
  }

  /** Asks the driver's trust manager, if there is one, with the connection if it can use that. */
  private void askDriver(X509Certificate[] chain, String authType, Question question)
      throws CertificateException {
    if (driversTrust instanceof X509ExtendedTrustManager extended) {
      question.to(extended);
    } else if (driversTrust != null) {
      driversTrust.checkServerTrusted(chain, authType);
    }
  }

  private void requireTrusted(X509Certificate[] chain, SSLSession session, Question question)
      throws CertificateException {
    if (trust.verification() != Verification.NONE) {
      try {
        question.to(chains);
      } catch (CertificateException e) {
        throw new RefusedCertificateException(
            new CertificateDiagnosis(
                    trust,
                    chains.getAcceptedIssuers(),
                    chain,
                    session.getPeerHost(),
                    session.getPeerPort())
                .explain(e),
            e);
      }
    }
  }

  /** Refuses: without the connection nothing can be compared with the pin. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("a pinned connection cannot be verified without its session");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.verification() == Verification.NONE
        ? new X509Certificate[0]
        : chains.getAcceptedIssuers();
  }

  private void requirePinned(SSLSession session, X509Certificate[] chain)
      throws CertificateException {
    try {
      check.inHandshake(session, chain[0]);
    } catch (PinMismatchException e) {
      throw new RefusedCertificateException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new RefusedCertificateException("the server's certificate has " + e.getMessage(), e);
    }
  }

  /**
   * The JDK's trust manager's name of the key exchange; it checks the certificate's key usage with
   * it. Other providers have their own names for it.
   */
  private static String jdkAuthType(CipherSuite suite) {
    return suite.keyExchange() == KeyExchange.TLS_1_3
        ? "UNKNOWN"
        : suite.name().substring("TLS_".length(), suite.name().indexOf("_WITH_"));
  }
}
