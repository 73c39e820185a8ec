package site.ycsb.tls.pin;

/** How client and server agree on a secret. */
public enum KeyExchange {
  /** The client encrypts a secret with the server's RSA key; no forward secrecy, no named group. */
  RSA,
  /**
   * Ephemeral Diffie-Hellman in a finite field, TLS 1.2 and older; the server chooses the prime.
   */
  DHE,
  /** Ephemeral Diffie-Hellman on an elliptic curve, TLS 1.2 and older. */
  ECDHE,
  /** Static Diffie-Hellman with the elliptic-curve key in the server's certificate. */
  ECDH,
  /** TLS 1.3: ephemeral, in any named group; it is not part of the suite's name. */
  TLS_1_3;

  /** Whether client and server have a choice of named groups. */
  public boolean hasGroup() {
    return this == DHE || this == ECDHE || this == TLS_1_3;
  }
}
