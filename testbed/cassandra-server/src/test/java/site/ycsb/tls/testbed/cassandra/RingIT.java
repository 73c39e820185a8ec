package site.ycsb.tls.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerSpec;

/** With real nodes, in processes of their own. */
@Needs(Requirement.TESTS_ON_JAVA_17)
@Timeout(600)
@Tag("full")
class RingIT {
  private static final CertificateStore CERTIFICATES =
      CertificateStore.in(CertificateStore.userDirectory(System.getenv()));

  private static final ServerSpec FOR_CLIENTS =
      new ServerSpec(List.of(ListenerSpec.plain("plain")), false);

  @TempDir private Path directory;

  @Test
  void nodeWithAnotherSuiteBetweenNodesCannotJoin() throws Exception {
    RingLayout layout = RingLayout.in(directory, 2);
    NodeSettings first = nodes(layout, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA").get(0);
    NodeSettings second = nodes(layout, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA").get(1);

    assertThatThrownBy(() -> Ring.start(FOR_CLIENTS, layout.clientPorts(1), List.of(first, second)))
        .isInstanceOf(IOException.class)
        .message()
        .startsWith("node 127.0.0.2: ")
        .containsPattern(
            "the other nodes refused [1-9][0-9]* handshakes on their storage ports: it has another"
                + " TLS there")
        .doesNotContain("\n");
  }

  private static List<NodeSettings> nodes(RingLayout layout, String suite) throws IOException {
    CertificateFiles files = CERTIFICATES.serverCertificate(ServerKey.parse("RSA-2048"));
    return layout.nodes(
        Optional.of(new ServerTls(TlsPin.of(suite), files.certificate(), files.key())));
  }
}
