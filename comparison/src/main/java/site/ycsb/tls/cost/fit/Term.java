package site.ycsb.tls.cost.fit;

/** What CPU time is spent on. */
public enum Term {
  /** An operation on a connection that is open. */
  OPERATION("operation"),
  /** 1000 bytes that the driver sent or received. */
  KILOBYTE("KB"),
  /**
   * 1000 bytes of an operation beyond the 2^14 that one TLS record holds (RFC 8446, 5.1), in
   * addition: further records take further calls.
   */
  KILOBYTE_BEYOND_16("KB beyond 16"),
  /**
   * 1000 bytes of an operation beyond 2^15, in addition: more than buffers of sockets and drivers
   * may hold at once.
   */
  KILOBYTE_BEYOND_32("KB beyond 32"),
  /** A new connection without TLS. */
  CONNECTION("connection"),
  /** A handshake with key exchange and certificate. */
  FULL_HANDSHAKE("full handshake"),
  /** A handshake that resumes a session. */
  RESUMED_HANDSHAKE("resumed handshake");

  private final String label;

  Term(String label) {
    this.label = label;
  }

  /** The words in tables. */
  public String label() {
    return label;
  }
}
