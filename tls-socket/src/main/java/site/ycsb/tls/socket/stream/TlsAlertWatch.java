package site.ycsb.tls.socket.stream;

import java.io.EOFException;
import java.io.IOException;

/**
 * Notices when a plain connection was made to a port that speaks TLS: such a server answers the
 * first plain bytes with a TLS alert, or closes the connection silently.
 */
public final class TlsAlertWatch {
  private static final int ALERT_RECORD = 7;

  private final String where;
  private final byte[] first = new byte[ALERT_RECORD];
  private int count;

  public TlsAlertWatch(String host, int port) {
    this.where = host + ":" + port;
  }

  /**
   * Takes the next received bytes.
   *
   * @return whether it has seen enough and is not to be asked again
   * @throws IOException when the other end speaks TLS
   */
  public boolean seen(byte[] bytes, int offset, int length) throws IOException {
    for (int i = 0; i < length && count < ALERT_RECORD; i++) {
      first[count++] = bytes[offset + i];
    }
    if (count == ALERT_RECORD && isAlert()) {
      throw new IOException(
          "%s speaks TLS: it answered plain bytes with a TLS alert; set tls.cipher to the suite to pin, or give the plain port"
              .formatted(where));
    }
    return count == ALERT_RECORD || !mayBecomeAlert();
  }

  /** The other end closed the connection before enough was seen. */
  public void ended() throws IOException {
    if (count == 0) {
      throw new EOFException(
          "%s closed the connection without an answer; if it speaks TLS, set tls.cipher to the suite to pin"
              .formatted(where));
    }
  }

  private boolean mayBecomeAlert() {
    return first[0] == 21 && (count < 2 || first[1] == 3);
  }

  /** RFC 8446 5.1 and 6: type 21, version 3.x, length 2, level warning or fatal. */
  private boolean isAlert() {
    return first[0] == 21
        && first[1] == 3
        && first[2] <= 4
        && first[3] == 0
        && first[4] == 2
        && (first[5] == 1 || first[5] == 2);
  }
}
