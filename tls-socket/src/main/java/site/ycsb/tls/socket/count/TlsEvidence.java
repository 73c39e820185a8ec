package site.ycsb.tls.socket.count;

import java.util.List;
import site.ycsb.tls.observation.AccountRow;

/**
 * What was pinned and what was negotiated, as the client saw it. Every handshake was compared with
 * the pin, so one value describes all of them.
 *
 * @param pinned the pin in one line, as {@code TlsPin.toString()} prints it
 * @param protocol negotiated protocol version, for example {@code TLSv1.3}
 * @param cipherSuite negotiated suite, IANA name
 * @param group negotiated named group (RFC 8446 4.2.7 name), as read from the server's handshake
 *     message; {@code none} for static RSA
 * @param serverKey algorithm and size of the server's key, for example {@code RSA-2048}
 * @param certificate subject, issuer, serial number and SHA-256 fingerprint of the server's
 *     certificate
 * @param verified what was verified of it: {@code chain and host name}, {@code chain} or {@code
 *     nothing (tls.verify=none)}
 * @param provider JSSE provider and version
 * @param resumption {@code off} or {@code on}
 * @param legacy whether {@code tls.legacy} lifted the JVM's disabled algorithms
 * @param account each setting: what was asked and what was observed; empty in files of earlier
 *     versions
 */
public record TlsEvidence(
    String pinned,
    String protocol,
    String cipherSuite,
    String group,
    String serverKey,
    String certificate,
    String verified,
    String provider,
    String resumption,
    boolean legacy,
    List<AccountRow> account) {

  public TlsEvidence {
    account = account == null ? List.of() : List.copyOf(account);
  }
}
