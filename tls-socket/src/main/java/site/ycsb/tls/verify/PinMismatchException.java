package site.ycsb.tls.verify;

import javax.net.ssl.SSLHandshakeException;

/**
 * The server negotiated or offered something that is not pinned; the connection was refused. The
 * message is one line that says what was pinned, what was found, which property pins it and what to
 * do.
 */
public final class PinMismatchException extends SSLHandshakeException {
  private static final long serialVersionUID = 1L;

  public PinMismatchException(String message) {
    super(message);
  }
}
