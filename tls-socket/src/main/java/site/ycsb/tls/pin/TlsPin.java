package site.ycsb.tls.pin;

/**
 * One protocol version, one cipher suite, the server key's algorithm and size, and one named group.
 *
 * @param protocol for example {@code TLSv1.3}
 * @param cipherSuite IANA name
 */
public record TlsPin(String protocol, String cipherSuite) {}
