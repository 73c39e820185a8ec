package site.ycsb.tls.fleet;

import java.io.IOException;
import java.net.ServerSocket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.util.DefaultSocketFactory;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.MemberServerSocket;

/**
 * The sockets of a group, all with TLS 1.3 and certificates of both ends.
 *
 * <p>JGroups has one thread that accepts connections and makes their handshakes one after the
 * other, without a deadline: a client that sends its handshake very slowly would keep all others
 * out. Here each handshake has its own thread and a deadline, and JGroups gets only connections of
 * members.
 */
final class MemberSockets extends DefaultSocketFactory {
  private final SSLContext tls;

  MemberSockets(SSLContext tls) {
    super(tls);
    this.tls = tls;
    setSocketConfigurator(
        socket -> ((SSLSocket) socket).setEnabledProtocols(FleetCertificates.protocols()));
  }

  /** An unbound socket; the group's transport needs nothing else. */
  @Override
  public ServerSocket createServerSocket(String serviceName) throws IOException {
    return new MemberServerSocket(tls);
  }
}
