package site.ycsb.tls.verify;

import java.security.cert.X509Certificate;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * The result of a handshake that matches the pin.
 *
 * @param protocol the version
 * @param cipherSuite the suite
 * @param group the group's name; {@code none} if the key exchange has none or a session was resumed
 *     without one
 * @param serverKey algorithm and size of the server's key
 * @param certificate the server's certificate
 * @param resumed whether a session was resumed
 */
public record NegotiatedTls(
    TlsProtocol protocol,
    CipherSuite cipherSuite,
    String group,
    ServerKey serverKey,
    X509Certificate certificate,
    boolean resumed) {}
