package site.ycsb.tls.account;

/**
 * A TLS socket or engine whose ClientHello was announced with {@link SocketTable#announce}.
 * Thread-safe.
 */
public interface TlsObject {
  /** Bytes of TLS records that it has produced so far; increased before they are sent. */
  long bytesProduced();
}
