package site.ycsb.tls.account;

/**
 * What was received over a connection. Its TLS begins with the first byte after the ClientHello was
 * sent.
 */
public final class ReceivedStream extends ByteStream {
  private volatile long answerAt = NEVER;

  ReceivedStream() {}

  /** A ClientHello is about to be sent; what comes now is the answer to it. */
  void expectTls() {
    answerAt = bytes();
  }

  @Override
  public long bytesBeforeTls() {
    return answerAt == NEVER ? bytes() : answerAt;
  }

  @Override
  long tlsFrom() {
    return answerAt;
  }

  @Override
  byte[] beginOfTls() {
    return new byte[0];
  }
}
