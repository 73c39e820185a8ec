package site.ycsb.tls.observation;

import java.util.Optional;
import javax.net.ssl.SSLSession;
import site.ycsb.tls.wire.ClientHello;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/**
 * A handshake that was completed, as it can be observed.
 *
 * @param session of the TLS library
 * @param hello the first ClientHello, from the wire; empty when it could not be read
 * @param flight the server's answer, from the wire
 * @param applicationProtocol what ALPN agreed on; empty when there was no ALPN
 * @param bytesReceived on the wire until it was completed
 * @param encrypted the last records among these, encrypted ones of TLS 1.3; empty before TLS 1.3
 */
public record Handshake(
    SSLSession session,
    Optional<ClientHello> hello,
    ServerFlight flight,
    String applicationProtocol,
    long bytesReceived,
    RecordWalk.Tail encrypted) {

  public Handshake {
    applicationProtocol = applicationProtocol == null ? "" : applicationProtocol;
  }
}
