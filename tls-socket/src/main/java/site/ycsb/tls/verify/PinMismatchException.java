package site.ycsb.tls.verify;

import javax.net.ssl.SSLHandshakeException;

/**
 * What the other end negotiated or offered is not what is pinned; the connection did not come to
 * be. The message is one line that says what was pinned, what was found, which property asked for
 * it and what to do.
 */
public final class PinMismatchException extends SSLHandshakeException {
  private static final long serialVersionUID = 1L;

  public PinMismatchException(String message) {
    super(message);
  }
}
